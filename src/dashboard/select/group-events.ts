// One row per event: the market of the outcome whose chance is nearest 50 %, in one currency.
import { outcomeParts } from "../../contract/names/market-names.ts";
import { columnValue } from "../../domain/market/columns.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";

const defaultCurrency = "USDC";

/** One outcome of an event, in the currency its row is in. */
export interface Strike {
  readonly row: MarketRow;
  /** "Above $90". */
  readonly name: string;
}

export interface EventGroups {
  /** One market per event, in the order given. */
  readonly rows: readonly MarketRow[];
  /** The outcomes of each event that has several, by the id of its row. */
  readonly strikes: ReadonlyMap<string, readonly Strike[]>;
  /** Markets that repeat an event in another currency. */
  readonly otherCurrency: number;
}

function currencyOf({ raw }: MarketRow): string | undefined {
  return "subtitle" in raw ? outcomeParts(raw).currency : undefined;
}

function eventOf({ bundleId, providerId, label, closeTime, id }: MarketRow): string {
  return bundleId ?? (closeTime === undefined ? id : `${providerId} ${label} ${String(closeTime)}`);
}

export function groupEvents(rows: readonly MarketRow[], context: SelectContext): EventGroups {
  const awayFromHalf = (row: MarketRow): number => {
    const chance = columnValue("chance", row, context);
    return typeof chance === "number" ? Math.abs(chance - 0.5) : Infinity;
  };
  const chosen = new Set<MarketRow>();
  const strikes = new Map<string, readonly Strike[]>();
  let otherCurrency = 0;
  const events = new Map<string, MarketRow[]>();
  for (const row of rows) {
    const event = eventOf(row);
    const known = events.get(event);
    if (known === undefined) events.set(event, [row]);
    else known.push(row);
  }
  for (const all of events.values()) {
    const [first] = all;
    if (first === undefined) continue;
    const lead = all.find((row) => currencyOf(row) === defaultCurrency) ?? first;
    const own = all.filter((row) => currencyOf(row) === currencyOf(lead));
    otherCurrency += all.length - own.length;
    const nearest = own.reduce((best, row) => (awayFromHalf(row) < awayFromHalf(best) ? row : best), lead);
    chosen.add(nearest);
    if (own.length > 1)
      strikes.set(
        nearest.id,
        own
          .map((row) => ({
            row,
            name: ("subtitle" in row.raw && outcomeParts(row.raw).outcome) || row.label,
          }))
          .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
      );
  }
  return { rows: rows.filter((row) => chosen.has(row)), strikes, otherCurrency };
}
