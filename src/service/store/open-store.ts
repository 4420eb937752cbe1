// A store's address → the store, ready to be used. The engines are loaded here and not before.
import { StoreFault, readText, type Database } from "./engine/database.ts";
import type { MarketStore } from "./market-store.ts";
import { nextMigration, schemaVersion } from "./schema.ts";
import { SqlStore } from "./sql-store.ts";

/** Where a store is. The address of a server holds its password. */
export type StoreAddress =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "postgres"; readonly url: string };

/**
 * Opens a store, makes it where there is none, and brings its tables up to this version.
 * @param holdMs for how long a point says what is when no other follows: a few times the pace of recording
 * @param source what tells its source from others: a store is the first one's that opens it. Absent: any
 * @throws StoreFault, "other-source" for a store that is another's
 */
export async function openStore(
  address: StoreAddress,
  holdMs: number,
  source?: string,
): Promise<MarketStore> {
  const database = await openDatabase(address);
  if (source !== undefined && (await ownerOf(database, source)) !== source) {
    await database.close().catch(() => {});
    throw new StoreFault("other-source");
  }
  return new SqlStore(database, holdMs);
}

/** The source that a store belongs to: `source` where it was nobody's. */
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

/** The engine of a store with its tables. @throws StoreFault */
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
