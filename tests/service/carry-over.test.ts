// Opening a store of the last version with binary blocks migrates it to rows, once and without loss.
import { expect, test, vi } from "vitest";
import { carryOver } from "../../src/service/store/migration/carry-over.ts";
import { StoreFault } from "../../src/service/store/engine/database.ts";
import { openDatabase, openStore } from "../../src/service/store/open-store.ts";
import { exportedCsv } from "../fixtures/polls.ts";
import { storeKinds, storePlaces } from "../fixtures/store-places.ts";
import { oldStore, writeOldStore } from "../fixtures/store-version-11.ts";

const places = storePlaces();
const holdMs = 1_800_000;

test.each(storeKinds)("a store of kind %s exports the same after the migration as before", async (kind) => {
  const address = await places.newStore(kind);
  await writeOldStore(address);
  const onCarriedOver = vi.fn<(blocks: number) => void>();
  const store = await openStore(address, holdMs, undefined, onCarriedOver);
  for (const resolution of ["raw", "1h", "1d"] as const)
    expect(await exportedCsv(store, resolution)).toBe(oldStore.exports[resolution]);
  expect(onCarriedOver.mock.calls).toEqual([
    [oldStore.tables.raw.length + oldStore.tables.hourly.length + oldStore.tables.daily.length],
  ]);
  await store.close();
  const again = await openStore(address, holdMs, undefined, onCarriedOver);
  expect(onCarriedOver).toHaveBeenCalledTimes(1);
  expect(await exportedCsv(again, "raw")).toBe(oldStore.exports.raw);
  await again.close();
});

test.each(storeKinds)("an interrupted migration of a store of kind %s resumes", async (kind) => {
  const address = await places.newStore(kind);
  await writeOldStore(address);
  for (const queries of [5, 50, 100]) {
    const database = await openDatabase(address);
    let done = 0;
    const stopping = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        done += 1;
        if (done > queries) throw new StoreFault("unavailable", "stopped");
        return result;
      },
    });
    const carried = carryOver(stopping, holdMs / 1000, 10);
    await expect(carried).rejects.toMatchObject({ kind: "unavailable" });
    await database.close();
  }
  // Two instances resume it at the same time.
  const both = await Promise.all([openStore(address, holdMs), openStore(address, holdMs)]);
  for (const store of both) expect(await exportedCsv(store, "raw")).toBe(oldStore.exports.raw);
  for (const resolution of ["1h", "1d"] as const)
    expect(await exportedCsv(both[0], resolution)).toBe(oldStore.exports[resolution]);
  for (const store of both) await store.close();
});

test("a store opens in a Postgres database in which another store still has blocks", async () => {
  const withBlocks = await places.newStore("postgres");
  await writeOldStore(withBlocks);
  await (await openDatabase(withBlocks)).close();
  const store = await openStore(await places.newStore("postgres"), holdMs);
  expect(await store.markets()).toEqual([]);
  await store.close();
});
