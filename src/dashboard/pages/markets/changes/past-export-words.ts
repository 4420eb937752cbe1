// What a comparison with an export says, and what it does not claim.
import type { ExportedList } from "../../../data/kept/exported-list.ts";
import { formatCount } from "../../../format/number.ts";
import { formatMoment } from "../../../format/time.ts";
import type { ExportComparison, PresentList } from "./against-the-list.ts";
import { summaryText } from "./change-words.ts";
import { countMarkets } from "../../../format/count-markets.ts";

/** "Since the export of 1 Oct 2026, 00:00 UTC". */
export function comparisonTitle({ at }: ExportedList): string {
  return `Since the export of ${formatMoment(at)}`;
}

/** "demo source", or the name its operator gave it. */
export function sourceText(source: string): string {
  return source === "Demo" ? "demo source" : source;
}

/** "12 rates moved over 1 pp, 2 markets are new, 1 is gone, 1 is now full", without a full stop. */
export function comparisonText(comparison: ExportComparison): string {
  const { both, moved, newlyFull, onlyNow, onlyThen, unknownRates, tellsNew, tellsGone } = comparison;
  if (both.length === 0) return `none of its ${countMarkets(onlyThen.length)} is in this list`;
  const counted = summaryText({
    moved: moved.length,
    added: tellsNew ? onlyNow.length : 0,
    gone: tellsGone ? onlyThen.length : 0,
    newlyFull: newlyFull.length,
  });
  const unmoved = unknownRates === both.length ? "no rate is known on both sides" : "no rate moved over 1 pp";
  return [moved.length === 0 ? unmoved : "", counted].filter((part) => part !== "").join(", ");
}

/** What keeps the comparison from being whole: sentences, the weightiest first. */
export function comparisonNotes(
  comparison: ExportComparison,
  before: ExportedList,
  now: PresentList,
): readonly string[] {
  const { both, unknownRates, sameSource, sameRequest } = comparison;
  const notes: string[] = [];
  const compared = `Only the ${countMarkets(both.length)} in both are compared, and none is called new or gone.`;
  if (!sameSource)
    notes.push(
      `The export is of another source (${sourceText(before.source)}) than the list (${sourceText(now.source)}).`,
    );
  if (!sameRequest)
    notes.push(
      before.search === undefined
        ? `The export does not say for which filters its ${countMarkets(before.markets.length)} were loaded.`
        : `The export is of ${countMarkets(before.markets.length)} with other filters; the list has ${countMarkets(now.rows.length)}.`,
    );
  if (!sameSource || !sameRequest) notes.push(compared);
  else {
    if (!comparison.tellsNew)
      notes.push(
        `The export holds ${formatCount(before.markets.length).text} of ${countMarkets(before.total)}${before.complete ? "" : ", made while the list was loading"}, so none is called new.`,
      );
    if (!comparison.tellsGone) notes.push("The list is not complete, so none is called gone.");
  }
  if (unknownRates > 0 && unknownRates < both.length)
    notes.push(
      `${countMarkets(unknownRates)} of ${formatCount(both.length).text} have no rate then or now and are not counted as moved.`,
    );
  const absent = [
    before.hasBase ? undefined : "base rates",
    before.hasDeposits ? undefined : "deposits",
    before.hasCapacity ? undefined : "room left",
  ].filter((name) => name !== undefined);
  if (absent.length > 0) notes.push(`Not in the export, so not compared: ${absent.join(", ")}.`);
  return notes;
}
