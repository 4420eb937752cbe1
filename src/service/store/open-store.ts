import type { StoreConfig } from "../config.ts";
import { StoreFault, type Database } from "./engine/database.ts";
import { carryOver } from "./migration/carry-over.ts";
import { createStore, type MarketStore } from "./market-store.ts";
import { migrate } from "./sql/migrations.ts";

/** A server's URL contains its password, so do not log it. */
export type StoreAddress = StoreConfig["address"];

/** Creates or migrates the store. It belongs to the first `source` that opens it. @throws StoreFault */
export async function openStore(
  address: StoreAddress,
  holdMs: number,
  source?: string,
  onCarriedOver?: (blocks: number) => void,
): Promise<MarketStore> {
  const database = await openDatabase(address);
  try {
    if (source !== undefined && (await ownerOf(database, source)) !== source)
      throw new StoreFault("other-source");
    const moved = await carryOver(database.db, Math.ceil(holdMs / 1000));
    if (moved > 0) onCarriedOver?.(moved);
    return createStore(database, holdMs);
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

async function ownerOf({ db }: Database, source: string): Promise<string> {
  await db
    .insertInto("source")
    .values({ name: "source", fingerprint: source })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom("source").select("fingerprint").executeTakeFirst();
  return row?.fingerprint ?? source;
}

/** @throws StoreFault */
export async function openDatabase(address: StoreAddress): Promise<Database> {
  const database = await openEngine(address);
  try {
    await migrate(database.db);
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

export async function openEngine(address: StoreAddress): Promise<Database> {
  return address.kind === "file"
    ? (await import("./engine/file-database.ts")).openFileDatabase(address.path)
    : (await import("./engine/postgres-database.ts")).openPostgresDatabase(address.url);
}
