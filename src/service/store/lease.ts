// The right to write, and the step that begins every transaction of whoever has it.
import type { Dialect, Step } from "./engine/database.ts";

/** The right to write, which one instance has at a time. What holds an older token writes nothing any more. */
export interface Lease {
  readonly holder: string;
  readonly token: number;
}

/** Stops a transaction of whoever has lost the lease. */
export function stillHolds({ holder, token }: Lease, { lockRow }: Dialect): Step {
  return {
    kind: "expect",
    sql: `select token from lease where name = 'recorder' and holder = $1 and token = $2 ${lockRow}`,
    values: [holder, token],
  };
}
