import { expect, test } from "vitest";
import { usdc } from "../../../tests/fixtures/mints.ts";
import { marketRow, poolRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { solMint } from "../market/asset-families.ts";
import type { MarketRow } from "../market/market-row.ts";
import { marketsInView, viewMarkets, unwatchableReason } from "./view-watch.ts";

const inView = (search: string, rows: readonly MarketRow[], starred?: string[]) =>
  marketsInView({ search, starred }, viewMarkets(rows))?.map(({ id }) => id);

test("a view that needs the record or asks for finished markets is not watched", () => {
  expect(unwatchableReason({ search: "?type=prediction" })).toBeUndefined();
  expect(unwatchableReason({ search: "?type=prediction&status=settled" })).toContain("closed or settled");
  expect(unwatchableReason({ search: "?type=lending&status=settled" })).toBeUndefined();
  expect(inView("?type=prediction&status=settled", [marketRow({ id: "a" })])).toBeUndefined();
});

test("a view of starred markets watches those its rule names, and is unknown without any", () => {
  const rows = [marketRow({ id: "low" }), marketRow({ id: "high" })];
  expect(inView("?starred=1&small=1", rows, ["low"])).toEqual(["low"]);
  expect(inView("?starred=1&small=1", rows, [])).toEqual([]);
  expect(inView("?starred=1&small=1", rows)).toBeUndefined();
});

test("a view of open prediction markets watches no finished one", () => {
  const predictions = ["open", "settled", undefined].map((status, index) =>
    marketRow({ id: String(index), type: "prediction", kind: "prediction", status }),
  );
  expect(inView("?type=prediction", predictions)).toEqual(["0"]);
});

test("a view limited by my size watches the loops whose legs have room", () => {
  const [supplied, borrowed] = [rowToken("SOL", solMint), rowToken("USDC", usdc)];
  const figures = { deposits: 100, lent: 50, left: 300, borrowLeft: 200 };
  const rows = [
    marketRow({ id: "loop", type: "loop", detail: "Main", tokens: [supplied, borrowed], maxLeverage: 3 }),
    poolRow("supply", figures, { productName: "Main", tokens: [supplied] }),
    poolRow("debt", figures, { productName: "Main", tokens: [borrowed] }),
  ];
  // Halfway to 3 is 2: min($50 / 1, $300 / 2), because the debt pool has $50 available.
  expect(inView("?type=loop&fits=1&size=40", rows)).toEqual(["loop"]);
  expect(inView("?type=loop&fits=1&size=1000", rows)).toEqual([]);
});
