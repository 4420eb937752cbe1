import { countOf, formatCount, countMarkets } from "../../../domain/format/number.ts";
import type { ExportComparison, ListChanges } from "./list-changes.ts";

/** "12 rates moved over 1 pp, 2 markets are new" */
export function changesText(changes: ListChanges): string {
  const { both, moved, newlyFull, onlyNow, onlyThen, unknownRates, newKnown, goneKnown } = changes;
  if (both.length === 0) return `none of its ${countMarkets(onlyThen.length)} is in this list`;
  const unmoved = unknownRates === both.length ? "no rate is known on both sides" : "no rate moved over 1 pp";
  const counted: readonly (readonly [count: number, one: string, several: string])[] = [
    [newKnown ? onlyNow.length : 0, "market is new", "markets are new"],
    [goneKnown ? onlyThen.length : 0, "is gone", "are gone"],
    [newlyFull.length, "is now full", "are now full"],
  ];
  return [
    moved.length === 0 ? unmoved : `${countOf(moved.length, "rate")} moved over 1 pp`,
    ...counted.flatMap(([count, one, several]) => (count === 0 ? [] : [countOf(count, one, several)])),
  ].join(", ");
}

/** The most important note comes first. */
export function comparisonNotes(comparison: ExportComparison): readonly string[] {
  const { before, now, both, unknownRates, sameSource, sameRequest, newKnown, goneKnown } = comparison;
  const held = countMarkets(before.markets.length);
  const comparable = sameSource && sameRequest;
  const notes: readonly (readonly [applies: boolean, note: string])[] = [
    [!sameSource, `The export is from ${before.source}, the list from ${now.source}.`],
    [
      !sameRequest,
      before.search === undefined
        ? `The export has ${held} and doesn't state its filters.`
        : `The export has ${held} with other filters; the list has ${countMarkets(now.rows.length)}.`,
    ],
    [!comparable, `Only the ${countMarkets(both.length)} in both are compared.`],
    [
      comparable && !newKnown,
      `${formatCount(before.markets.length).text} of ${countMarkets(before.total)} in your file${before.complete ? "" : ", made while the list was loading"}; new markets unknown.`,
    ],
    [comparable && !goneKnown, "The list is incomplete; gone markets unknown."],
    [
      unknownRates > 0 && unknownRates < both.length,
      `${countMarkets(unknownRates)} of ${formatCount(both.length).text} have no rate then or now.`,
    ],
    [before.absent.length > 0, `Not in your file: ${before.absent.join(", ")}.`],
  ];
  return notes.flatMap(([applies, note]) => (applies ? [note] : []));
}
