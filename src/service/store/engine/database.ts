import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "../sql/schema.ts";

export interface Database {
  readonly kind: "file" | "postgres";
  readonly db: Kysely<Tables>;
  /** One typed array per column, all numbers: several times faster than rows. NaN is null. */
  readonly columns: (query: CompiledQuery, names: readonly string[]) => Promise<readonly Float64Array[]>;
  readonly close: () => Promise<void>;
}

export type StoreFaultKind =
  | "unavailable"
  | "full"
  | "damaged"
  | "overtaken"
  /** Written by a newer version. */
  | "newer"
  /** Holds another source's record. */
  | "other-source"
  /** The last poll is in the future. */
  | "clock"
  | "refused";

/** `reason` is the engine's code; never a value, an address or a password. */
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
