// What changed in a list, in words.
import { countMarkets } from "../../../format/count-markets.ts";
import { countOf, formatCount } from "../../../format/number.ts";

interface ChangeCounts {
  /** Rates that moved by more than one percentage point. */
  readonly moved: number;
  readonly added: number;
  readonly gone: number;
  readonly newlyFull: number;
}

/** "12 rates moved over 1 pp, 2 markets are new, 1 is gone, 1 is now full". Empty when nothing did. */
export function summaryText({ moved, added, gone, newlyFull }: ChangeCounts): string {
  return [
    moved === 0 ? undefined : `${countOf(moved, "rate")} moved over 1 pp`,
    added === 0 ? undefined : `${countMarkets(added)} ${isOrAre(added)} new`,
    gone === 0 ? undefined : `${count(gone)} ${isOrAre(gone)} gone`,
    newlyFull === 0 ? undefined : `${count(newlyFull)} ${isOrAre(newlyFull)} now full`,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

function count(amount: number): string {
  return formatCount(amount).text;
}

function isOrAre(amount: number): string {
  return amount === 1 ? "is" : "are";
}
