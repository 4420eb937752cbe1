import { countOf } from "./number.ts";

export function countMarkets(count: number): string {
  return countOf(count, "market");
}
