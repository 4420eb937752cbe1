import type { AlertRule } from "../../../contract/alerts/rule.ts";
import {
  targetKey,
  type AlertFacts,
  type MarketInView,
  type TargetFacts,
} from "../../../domain/alerts/judge.ts";
import { marketFigures } from "../../../domain/alerts/market-figures.ts";
import {
  assetFacts,
  expectedPrices,
  marketsOfAsset,
  offPeg,
  type ExpectedPrices,
} from "../../../domain/alerts/prices.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";
import { groupLoans } from "../../../finance/debt/loan-group.ts";
import { hangsOnRecord } from "../../../domain/market/filters/filters.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { createSelector } from "../select.ts";
import { loopRooms } from "../../../domain/market/loops/loop-rooms.ts";
import { withLeverage } from "../../../domain/market/loops/leverage.ts";

export function whyUnwatched(search: string): string | undefined {
  const state = readViewState(search);
  const { statuses } = toMarketsRequest(state);
  if (statuses?.some((status) => status !== "open") === true) return "prediction markets that are over";
  return hangsOnRecord(state) ? "recorded flows or ages" : undefined;
}

export function alertFacts(
  rules: readonly AlertRule[],
  rows: readonly MarketRow[],
  { readAt, starred }: { readonly readAt: number; readonly starred: ReadonlySet<string> },
): AlertFacts {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const expected = expectedPrices(rows);
  const select = createSelector();
  let rooms: ReturnType<typeof loopRooms> | undefined;
  const targets = new Map<string, TargetFacts>();
  const views = new Map<string, readonly MarketInView[]>();
  for (const rule of rules) {
    const key = targetKey(rule);
    const { target } = rule;
    if (rule.paused || targets.has(key) || views.has(key)) continue;
    if (target.kind === "market") {
      const row = byId.get(target.id);
      if (row !== undefined) targets.set(key, marketFacts(row, expected));
    } else if (target.kind === "asset")
      targets.set(key, assetFacts(marketsOfAsset(target.mint, rows), expected, marketName));
    else if (target.kind === "view" && whyUnwatched(target.search) === undefined) {
      const state = readViewState(target.search);
      const loops = state.onlyFits ? (rooms ??= loopRooms(rows, rows)) : undefined;
      const { visible, gaveWay } = select(rows, state, { starred, loops });
      // Filters that would leave no market were ignored, so the view itself is empty.
      views.set(key, gaveWay ? [] : visible.map(inView));
    }
  }
  return { at: readAt, targets, views };
}

function inView(row: MarketRow): MarketInView {
  return { id: row.id, name: withLeverage(marketName(row), row), depositApy: row.depositApy };
}

export function marketFacts(row: MarketRow, expected: ExpectedPrices): TargetFacts {
  return { ...marketFigures(row), offPeg: offPeg(row, expected) };
}

export function loanFacts(wallet: string, rows: readonly PositionRow[], readAt: number): AlertFacts {
  const targets = groupLoans(rows, () => wallet).flatMap(({ key, health }) => {
    const target = { kind: "position", wallet, id: key, name: "" } as const;
    return health === undefined ? [] : [[targetKey({ target }), { health: { value: health } }] as const];
  });
  return { at: readAt, targets: new Map(targets), views: new Map() };
}
