import type { CompiledQuery, Kysely, Transaction } from "kysely";
import { isPostgres } from "../sql/dialect.ts";
import type { Tables } from "../sql/schema.ts";

export interface Database {
  readonly db: Kysely<Tables>;
  /** Returns one typed array per column, with NaN for null. For numbers only; several times faster than rows. */
  readonly columns: (query: CompiledQuery, names: readonly string[]) => Promise<readonly Float64Array[]>;
  readonly close: () => Promise<void>;
}

export type StoreFaultKind =
  | "unavailable"
  | "full"
  | "damaged"
  | "overtaken"
  /** A newer version has written the store. */
  | "newer"
  /** The store contains the record of another source. */
  | "other-source"
  /** The last poll is in the future. */
  | "clock"
  | "refused";

/** `reason` is the engine's error code; never a value, an address or a password. */
export class StoreFault extends Error {
  override readonly name = "StoreFault";
  readonly kind: StoreFaultKind;
  readonly reason: string | undefined;

  constructor(kind: StoreFaultKind, reason?: string) {
    super(reason === undefined ? `store: ${kind}` : `store: ${kind} (${reason})`);
    this.kind = kind;
    this.reason = reason;
  }
}

export type Writing = Transaction<Tables>;

/** The right to write to the store. Transactions with an older token fail. */
export interface Lease {
  readonly holder: string;
  readonly token: number;
}

/** Runs one transaction that locks the lease until it ends. @throws StoreFault overtaken */
export async function writeUnder<T>(
  db: Kysely<Tables>,
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
      .$if(isPostgres(db), (query) => query.forUpdate())
      .executeTakeFirst();
    if (held === undefined) throw new StoreFault("overtaken");
    return write(trx);
  });
}
