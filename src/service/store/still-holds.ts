// The step that begins every transaction of whoever writes.
import type { Dialect, Step } from "./engine/database.ts";

/** Who writes: see the lease of the store. */
export interface Writer {
  readonly holder: string;
  readonly token: number;
}

/** Stops a transaction of whoever has lost the lease. */
export function stillHolds({ holder, token }: Writer, { lockRow }: Dialect): Step {
  return {
    kind: "expect",
    sql: `select token from lease where name = 'recorder' and holder = $1 and token = $2 ${lockRow}`,
    values: [holder, token],
  };
}
