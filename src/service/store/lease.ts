// The right to write, and the step with which every writing transaction begins.
import type { Dialect, Step } from "./engine/database.ts";

/** The right to write, which one instance has at a time. A transaction with an older token fails. */
export interface Lease {
  readonly holder: string;
  readonly token: number;
}

/** Stops the transaction of an instance that has lost the lease. */
export function stillHolds({ holder, token }: Lease, { lockRow }: Dialect): Step {
  return {
    kind: "expect",
    sql: `select token from lease where name = 'recorder' and holder = $1 and token = $2 ${lockRow}`,
    values: [holder, token],
  };
}
