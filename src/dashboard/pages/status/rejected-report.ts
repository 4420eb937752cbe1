// The markets that could not be read, grouped for a person and written out for whoever runs the source.
import type { MarketsWalk } from "../../data/markets/markets-walk.ts";

export type SetAsideMarket = MarketsWalk["rejected"][number];

export interface RejectedGroup {
  /** "depositApy is not a number": the field and what was wrong with it. */
  readonly reason: string;
  readonly markets: readonly SetAsideMarket[];
}

function reasonOf(market: SetAsideMarket): string {
  return `${market.path === "" ? "the market" : market.path} ${market.reason}`;
}

/** Groups of the same fault, the most frequent first. */
export function groupRejected(rejected: readonly SetAsideMarket[]): readonly RejectedGroup[] {
  const groups = new Map<string, SetAsideMarket[]>();
  for (const market of rejected) {
    const reason = reasonOf(market);
    const group = groups.get(reason);
    if (group === undefined) groups.set(reason, [market]);
    else group.push(market);
  }
  return [...groups]
    .map(([reason, markets]) => ({ reason, markets }))
    .toSorted((one, other) => other.markets.length - one.markets.length);
}

/** One line per market: page, position, id, fault. */
export function rejectedReport(rejected: readonly SetAsideMarket[]): string {
  const lines = rejected.map(
    (market) =>
      `page ${market.page}, market ${market.index + 1}, id ${market.id ?? "none"}: ${reasonOf(market)}`,
  );
  return [`Markets that could not be read: ${rejected.length}`, ...lines, ""].join("\n");
}
