// How many markets, in words.
import { formatCount } from "./number.ts";

/** "1 market", "535 markets". */
export function countMarkets(count: number): string {
  return `${formatCount(count).text} ${count === 1 ? "market" : "markets"}`;
}
