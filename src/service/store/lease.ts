import type { Dialect, Step } from "./engine/database.ts";

/** The right to write. Transactions with an older token fail. */
export interface Lease {
  readonly holder: string;
  readonly token: number;
}

/** First step of every write. */
export function stillHolds({ holder, token }: Lease, { lockRow }: Dialect): Step {
  return {
    kind: "expect",
    sql: `select token from lease where name = 'recorder' and holder = $1 and token = $2 ${lockRow}`,
    values: [holder, token],
  };
}
