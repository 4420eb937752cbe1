import { StoreFault, type Database } from "./engine/database.ts";
import type { Writing } from "./sql/dialect.ts";

/** The right to write to the store. Transactions with an older token fail. */
export interface Lease {
  readonly holder: string;
  readonly token: number;
}

/** Runs one transaction that locks the lease until it ends. @throws StoreFault overtaken */
export async function writeUnder<T>(
  { db, kind }: Pick<Database, "db" | "kind">,
  { holder, token }: Lease,
  write: (trx: Writing) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom("lease")
      .select("token")
      .where("name", "=", "recorder")
      .where("holder", "=", holder)
      .where("token", "=", token)
      // Not needed for a file, which has one writer at a time.
      .$if(kind === "postgres", (query) => query.forUpdate())
      .executeTakeFirst();
    if (held === undefined) throw new StoreFault("overtaken");
    return write(trx);
  });
}
