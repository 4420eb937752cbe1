import { useEffect, useEffectEvent, useMemo } from "react";
import { dayMs, startOfDay, usd } from "../../../contract/units.ts";
import { blendedApy, knownSum } from "../../../finance/portfolio/net-worth.ts";
import { historyRanges } from "../../charts/chart-range.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import { useSameItems } from "../../data/use-stable.ts";
import { claimsOf } from "../../portfolio/claims.ts";
import { loansOf } from "../../portfolio/loans.ts";
import { movesOf } from "../../portfolio/moves/moves.ts";
import { predictionLines } from "../../portfolio/predictions.ts";
import { totalsOf, withActualLeverage } from "../../portfolio/totals.ts";
import { valueHistory } from "../../portfolio/value-history.ts";
import { useOpenedAt } from "../../queries/configuration.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { usePositionPasts, type WalletPositions } from "../../queries/positions.ts";
import { useMoveLimits, useMovesBasis, useValueRange } from "./portfolio-address.ts";

export type Portfolio = ReturnType<typeof usePortfolio>;

export function usePortfolio(shown: readonly WalletPositions[], markets: MarketsResult) {
  const [range] = useValueRange();
  const [basis] = useMovesBasis();
  const [limits] = useMoveLimits();
  const refreshWallets = useEffectEvent(() => {
    for (const wallet of shown) wallet.refresh();
  });
  useEffect(() => {
    if (markets.refreshing) refreshWallets();
  }, [markets.refreshing]);
  const sent = useSameItems(shown.flatMap((wallet) => wallet.rows ?? []));
  const rows = useMemo(() => withActualLeverage(sent, markets.rows), [sent, markets.rows]);
  const loans = useMemo(() => loansOf(rows), [rows]);
  const claims = useMemo(() => claimsOf(rows, markets.rows), [rows, markets.rows]);
  const totals = useMemo(() => totalsOf(rows, claims), [rows, claims]);
  const predictions = useMemo(() => predictionLines(rows, shown), [rows, shown]);
  const prices = useMemo(() => peerPrices(markets.rows), [markets.rows]);
  // Until every market is loaded, no move can be called the best.
  const isComplete = markets.phase === "complete";
  const areMarketsMissing = markets.failedPage !== undefined || markets.phase === "failed";
  const plan = useMemo(
    () => movesOf(rows, loans, isComplete ? markets.rows : [], { basis, limits, prices }),
    [rows, loans, markets.rows, isComplete, basis, limits, prices],
  );
  const now = useOpenedAt();
  const held = shown.filter((wallet) => wallet.rows !== undefined);
  const startTime = startOfDay(now - historyRanges[range].days * dayMs);
  const pasts = usePositionPasts(
    held.map(({ wallet }) => wallet),
    startTime,
  );
  const { income, worth } = totals;
  const claimable = knownSum(claims.flatMap((claim) => (claim.own ? [] : claim.usd))).sum ?? 0;
  const past = useMemo(
    () => valueHistory(pasts.pasts, rows, { now: worth.net, at: now, claimable }),
    [pasts.pasts, rows, worth.net, now, claimable],
  );
  const earns = income.earned !== 0 || income.interest !== 0;
  const perYear = usd(income.net + (plan.gain ?? 0)) ?? income.net;
  return {
    /** The wallets whose positions are read. */
    held,
    rows,
    loans,
    claims,
    totals,
    predictions,
    closedPredictions: closedPhase(held),
    prices,
    plan,
    canMove: plan.moves.length + plan.keeps.length > 0,
    isComplete,
    areMarketsMissing,
    netApy: earns
      ? { now: totals.apyOfEquity, after: blendedApy({ perYear, of: income.equity }) }
      : undefined,
    past: { ...past, at: now, range, loading: pasts.loading > 0, failed: pasts.failed, retry: pasts.retry },
    unread: [...shown.flatMap(({ unread }) => unread), ...pasts.unread].filter(({ count }) => count > 0),
  };
}

/** Only the profits of a wallet name its closed predictions. */
function closedPhase(held: readonly WalletPositions[]): "loaded" | "loading" | "failed" {
  const missing = held.filter(({ profits }) => profits === undefined);
  if (missing.length === 0) return "loaded";
  return missing.every(({ profitError }) => profitError !== undefined) ? "failed" : "loading";
}
