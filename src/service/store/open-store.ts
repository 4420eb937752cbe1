import { StoreFault, readText, type Database } from "./engine/database.ts";
import { carryOver } from "./migration/carry-over.ts";
import type { MarketStore } from "./market-store.ts";
import { nextMigration, schemaVersion } from "./sql/schema.ts";
import { SqlStore } from "./sql-store.ts";

/** A server's URL contains its password. */
export type StoreAddress =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "postgres"; readonly url: string };

/** Creates and migrates the store. A store belongs to the first `source` that opens it. @throws StoreFault */
export async function openStore(
  address: StoreAddress,
  holdMs: number,
  source?: string,
  onCarriedOver?: (blocks: number) => void,
): Promise<MarketStore> {
  const database = await openDatabase(address);
  if (source !== undefined && (await ownerOf(database, source)) !== source) {
    await database.close().catch(() => {});
    throw new StoreFault("other-source");
  }
  try {
    const moved = await carryOver(database, Math.ceil(holdMs / 1000));
    if (moved !== undefined && moved > 0) onCarriedOver?.(moved);
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
  return new SqlStore(database, holdMs);
}

async function ownerOf(database: Database, source: string): Promise<string> {
  const read = () => database.query("select fingerprint from source");
  let [row] = await read();
  if (row === undefined) {
    const sql = "insert into source (name, fingerprint) values ('source', $1) on conflict (name) do nothing";
    await database.write([{ kind: "run", sql, values: [source] }]);
    [row] = await read();
  }
  return row === undefined ? source : readText(row, "fingerprint");
}

/** @throws StoreFault */
export async function openDatabase(address: StoreAddress): Promise<Database> {
  const database =
    address.kind === "file"
      ? await (await import("./engine/file-database.ts")).openFileDatabase(address.path)
      : (await import("./engine/postgres-database.ts")).openPostgresDatabase(address.url);
  try {
    await database.migrate((version) => {
      if (version > schemaVersion) throw new StoreFault("newer");
      return nextMigration(version, database.dialect);
    });
    return database;
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}
