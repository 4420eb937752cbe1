// Shows one row per event, in one currency: the likeliest outcome or, on a ladder of thresholds, where the lowest is
// always the likeliest, the one nearest 50 %.
import { groupBy } from "../../finance/group-by.ts";
import { outcomeParts } from "../../contract/names/market-names.ts";
import { columnValue } from "../../domain/market/columns.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";

const defaultCurrency = "USDC";

export interface Outcome {
  readonly row: MarketRow;
  readonly name: string;
}

export type EventGroups = ReturnType<typeof groupEvents>;

/** Also works without a subtitle, which an event with a single question does not have. */
export function predictionParts({ raw }: MarketRow): Partial<ReturnType<typeof outcomeParts>> {
  return raw.type === "prediction" ? outcomeParts(raw) : {};
}

function eventOf({ bundleId, providerId, label, closeTime, id }: MarketRow): string {
  return bundleId ?? (closeTime === undefined ? id : `${providerId} ${label} ${String(closeTime)}`);
}

/** Thresholds by size, others by name. */
function named(rows: readonly MarketRow[]): readonly Outcome[] {
  const outcomes = rows.map((row) => ({ row, name: predictionParts(row).outcome ?? row.label }));
  return isLadder(rows)
    ? outcomes.toSorted((a, b) => thresholdOf(a.name) - thresholdOf(b.name))
    : outcomes.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

const number = /([\d.,]*\d)(?: ?([KMBT])\b)?/g;

/** "Above 1,200" is 1200 and "Above $2.5 M" is 2,500,000. */
function thresholdOf(name: string): number {
  const [[, digits = "", unit = ""] = []] = name.matchAll(number);
  return Number(digits.replaceAll(",", "")) * 1000 ** ["", "K", "M", "B", "T"].indexOf(unit);
}

const bound = /\b(?:above|over|more|least|below|under|less|fewer|most)\b|[<>≤≥]/i;

/** Thresholds include each other: their names are bounds that differ only in one number ("Above $70", "Above $90"). */
function isLadder(rows: readonly MarketRow[]): boolean {
  const names = rows.map((row) => predictionParts(row).outcome ?? "");
  const [words = "", ...others] = new Set(names.map((name) => name.replaceAll(number, "#")));
  return others.length === 0 && bound.test(words) && words.split("#").length === 2;
}

/** All outcomes of the event of `row`, in its currency. */
export function outcomesOf(row: MarketRow, rows: readonly MarketRow[]): readonly Outcome[] {
  if (row.kind !== "prediction") return [];
  const event = eventOf(row);
  const { currency } = predictionParts(row);
  return named(rows.filter((one) => eventOf(one) === event && predictionParts(one).currency === currency));
}

/**
 * One market per event, in the given order. `outcomes` has the rows of each event with several ("Above $90"),
 * by the id of its row. `otherCurrency` counts markets that repeat an event in another currency.
 */
export function groupEvents(rows: readonly MarketRow[], context: SelectContext) {
  const chanceOf = (row: MarketRow): number => {
    const chance = row.result === "yes" ? 1 : columnValue("chance", row, context);
    return typeof chance === "number" ? chance : -Infinity;
  };
  const chosen = new Set<MarketRow>();
  const outcomes = new Map<string, readonly Outcome[]>();
  let otherCurrency = 0;
  for (const all of groupBy(rows, eventOf).values()) {
    const lead = all.find((row) => predictionParts(row).currency === defaultCurrency) ?? all[0];
    const { currency } = predictionParts(lead);
    const own = all.filter((row) => predictionParts(row).currency === currency);
    otherCurrency += all.length - own.length;
    const target = isLadder(own) ? 0.5 : 1;
    const away = (row: MarketRow): number => Math.abs(chanceOf(row) - target);
    const shown = own.reduce((best, row) => (away(row) < away(best) ? row : best), lead);
    chosen.add(shown);
    if (own.length > 1) outcomes.set(shown.id, named(own));
  }
  return { rows: rows.filter((row) => chosen.has(row)), outcomes, otherCurrency };
}
