import { capitalised } from "../../domain/format/capitalised.ts";

/** In display order. Other actions follow in the order sent. */
const labels: ReadonlyMap<string, string> = new Map([
  ["deposit", "Deposit"],
  ["borrow", "Borrow"],
  ["openPosition", "Open position"],
  ["setup", "Set up"],
  ["withdraw", "Withdraw"],
  ["withdrawComplete", "Complete withdrawal"],
  ["closePosition", "Close position"],
  ["repay", "Repay"],
  ["repayWithCollateral", "Repay with collateral"],
  ["claimRewards", "Claim rewards"],
]);
export const actionKeys = [...labels.keys()];

/** A known label, or the key as words: "stakeAndLock" becomes "Stake and lock". Only camel case has words. */
export function actionLabel(key: string): string | undefined {
  const known = labels.get(key);
  if (known !== undefined) return known;
  if (!/^[a-z][A-Za-z0-9]{0,30}$/.test(key)) return undefined;
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(" ")
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return capitalised(words);
}

export const refusalReasons = {
  "not-a-string": "it has no link",
  empty: "its link is empty",
  "too-long": "its link is too long",
  "bad-character": "its link contains an invalid character",
  scheme: "its link has an unknown scheme",
  "bad-encoding": "its link cannot be decoded",
  "not-https": "its link is not https",
  credentials: "its link contains a user name or hides its host",
  malformed: "its link is malformed",
  port: "its link uses a non-standard port",
  "ip-host": "its link uses an IP address",
  host: "its link has no public host",
  fragment: "its link has a fragment",
  placeholder: "its link has an unfilled placeholder",
  nested: "its link contains another action",
  "unstable-escape": "its link changes each time it is decoded",
  "host-not-listed": "its host is not on the list of allowed hosts",
} as const;

export type Refusal = keyof typeof refusalReasons;
