// A store's address → the store, ready to be used. The engines are loaded here and not before.
import { StoreFault, type Database } from "./engine/database.ts";
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
 * @throws StoreFault
 */
export async function openStore(address: StoreAddress, holdMs: number): Promise<MarketStore> {
  return new SqlStore(await openDatabase(address), holdMs);
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
