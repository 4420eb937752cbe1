// The wallet buys at the ask and sells at the bid in every round, and redeems the rest when the next round opens.
import { sum } from "d3-array";
import type { Market, PredictionMarket } from "../../../../contract/market.ts";
import { minuteMs } from "../../../../contract/units.ts";
import { predictionFacts, type LineOf } from "../facts.ts";
import { roundShare, roundUsd } from "../rounding.ts";
import type { CapturedMarket } from "../simulation.ts";
import type { WalletParts, WalletPosition } from "./wallet-position.ts";

type PredictionLine = LineOf<"prediction">;

type Round = NonNullable<ReturnType<typeof roundAt>>;

/** The current round first. Skips rounds from before `since`. */
export function predictionPositions(parts: WalletParts, line: PredictionLine, since: number, time: number) {
  const positions: WalletPosition[] = [];
  let ends: number | undefined;
  for (let back = 0; back <= line.pastRounds; back += 1) {
    const round = roundAt(parts, line, ends === undefined ? time : ends - minuteMs, ends);
    if (round === undefined || round.opens < since) break;
    if (quoteAt(round.market, line.side, round.opens) !== undefined)
      positions.push(roundPosition(parts, line, round));
    ends = round.opens;
  }
  return positions;
}

function roundAt(
  { simulation }: WalletParts,
  { series, outcome }: PredictionLine,
  time: number,
  ends: number | undefined,
) {
  const rounds = predictionFacts.settlement.flatMap((symbol) => {
    const market = simulation.listed(`dflow/${series}/${outcome}/${symbol}`);
    if (market === undefined) return [];
    const { openTime, closeTime } = bodyOf(market, time);
    return [{ market, opens: (openTime ?? 0) * 1000, closes: (closeTime ?? 0) * 1000, ends }];
  });
  return rounds.find(({ market, opens }) => quoteAt(market, "yes", opens) !== undefined) ?? rounds[0];
}

function roundPosition({ owner }: WalletParts, line: PredictionLine, round: Round): WalletPosition {
  const { side, trades } = line;
  const { market: captured, opens, closes, ends } = round;
  // Each round is another product.
  const marketAt = (time: number): PredictionMarket =>
    bodyOf(captured, ends === undefined ? time : Math.min(time, ends - minuteMs));
  const { id: marketId } = marketAt(opens);
  const id = `${marketId}.${side}.${owner}`;
  /** USD per share: the bid, then the last bid once trading has ended, and finally the payout. */
  const valueAt = (time: number): number => {
    const { status, result } = marketAt(time);
    if (status === "settled") return result === side ? 1 : 0;
    return quoteAt(captured, side, Math.min(time, closes - minuteMs))?.bid ?? 0;
  };
  const accountAt = (time: number) => {
    const made = trades.flatMap(([part, shares]): Trade[] => {
      const at = Math.floor((opens + part * (closes - opens)) / minuteMs) * minuteMs;
      const quote = at > time ? undefined : quoteAt(captured, side, at);
      return quote === undefined ? [] : [[shares, shares > 0 ? quote.ask : quote.bid]];
    });
    const held = sum(made, ([shares]) => shares);
    if (ends !== undefined && time >= ends && held > 0) made.push([-held, valueAt(ends)]);
    return accountOf(made);
  };
  const pointAt = (time: number) => {
    const { shares } = accountAt(time);
    return { amount: shares, amountUsd: roundUsd(shares * valueAt(time)) };
  };
  return {
    id,
    type: "prediction",
    providerId: captured.product.provider,
    marketId,
    opened: opens,
    closed: ends,
    bodyAt(time) {
      const market = marketAt(time);
      const account = accountAt(time);
      const { shares, cost } = account;
      const pnl = account.pnl(valueAt(time));
      const unrealizedPct = cost === 0 ? undefined : pnl.unrealized && roundShare(pnl.unrealized / cost);
      return {
        id,
        type: "prediction",
        marketId,
        ownerAddress: owner,
        bundleId: market.bundleId,
        websiteUrl: market.websiteUrl,
        side,
        token: side === "yes" ? market.yesToken : market.noToken,
        ...pointAt(time),
        costBasisTotal: cost,
        costBasisAvg: shares === 0 ? undefined : roundShare(cost / shares),
        pnl: { ...pnl, unrealizedPct },
        market,
      };
    },
    pointAt,
    isEmptyAt: (time) => accountAt(time).shares === 0,
    pnlAt(time) {
      const account = accountAt(time);
      const market = account.shares === 0 ? marketAt(time) : undefined;
      const pnl = account.pnl(valueAt(time));
      return { positionId: id, marketId, ownerAddress: owner, ...pnl, market };
    },
  };
}

function quoteAt(market: CapturedMarket, side: PredictionLine["side"], time: number) {
  const { yesBid, yesAsk, noBid, noAsk } = bodyOf(market, time);
  const [bid, ask] = side === "yes" ? [yesBid, yesAsk] : [noBid, noAsk];
  return typeof bid === "number" && typeof ask === "number" ? { bid, ask } : undefined;
}

function bodyOf({ product, variant }: CapturedMarket, time: number): PredictionMarket {
  const market = product.marketAt(variant, time);
  if (!isPrediction(market)) throw new Error(`${product.key} is not a prediction.`);
  return market;
}

const isPrediction = (market: Market): market is PredictionMarket => market.type === "prediction";

type Trade = readonly [shares: number, price: number];

/** Uses the average cost. After everything is sold, earlier trades count only for the lifetime figures. */
function accountOf(trades: readonly Trade[]) {
  let [shares, openCost] = [0, 0];
  let [bought, sold, boughtBefore, soldBefore] = [0, 0, 0, 0];
  for (const [traded, price] of trades) {
    const usd = Math.abs(traded) * price;
    if (traded > 0 && shares === 0) {
      [boughtBefore, soldBefore] = [boughtBefore + bought, soldBefore + sold];
      [bought, sold] = [0, 0];
    }
    if (traded < 0) sold += usd;
    else bought += usd;
    openCost += traded < 0 ? (openCost / shares) * traded : usd;
    shares += traded;
    if (shares === 0) openCost = 0;
  }
  const cost = roundUsd(openCost);
  const invested = roundUsd(bought);
  const netFlow = roundUsd(roundUsd(sold) - invested);
  const netFlowBefore = roundUsd(roundUsd(soldBefore) - roundUsd(boughtBefore));
  const realized = roundUsd(netFlow + cost);
  const realizedLifetime = roundUsd(realized + netFlowBefore);
  const capital = {
    invested,
    investedLifetime: roundUsd(invested + boughtBefore),
    netFlow,
    netFlowLifetime: roundUsd(netFlow + netFlowBefore),
  };
  const pnl = (value: number) => {
    const unrealized = shares === 0 ? undefined : roundUsd(roundUsd(shares * value) - cost);
    const total = roundUsd(realized + (unrealized ?? 0));
    const totalLifetime = roundUsd(realizedLifetime + (unrealized ?? 0));
    return { total, realized, unrealized, realizedLifetime, totalLifetime, capital };
  };
  return { shares, cost, pnl };
}
