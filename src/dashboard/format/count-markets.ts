import { countOf } from "./number.ts";

/** "1 market", "529 markets". */
export function countMarkets(count: number): string {
  return countOf(count, "market");
}
