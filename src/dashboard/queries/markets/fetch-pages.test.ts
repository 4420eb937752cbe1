import { expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { reuseUnchangedRows } from "./fetch-pages.ts";

const provider = { id: "k" };

function rowOf(id: string, apy = 0.05) {
  const raw = { id, type: "lending", provider, depositApy: apy } as const;
  return { ...marketRow({ id, depositApy: fraction(apy) }), raw };
}

test("unchanged rows are reused, and a rate counts as changed when two decimals show it", () => {
  const old = rowOf("a");
  const before = new Map([[old.id, old]]);
  // The source may send fields in another order.
  const same = {
    ...rowOf("a"),
    raw: { depositApy: 0.05, provider: { ...provider }, type: "lending", id: "a" } as const,
  };
  const added = rowOf("new");
  expect(reuseUnchangedRows([same, added], before)).toEqual({ rows: [old, added], changedIds: [] });
  expect(reuseUnchangedRows([same], before).rows[0]).toBe(old);
  const changed = (apy: number) => reuseUnchangedRows([rowOf("a", apy)], before);
  expect(changed(0.050_04).changedIds).toEqual([]);
  expect(changed(0.050_04).rows[0]).not.toBe(old);
  expect(changed(0.050_06).changedIds).toEqual(["a"]);
});
