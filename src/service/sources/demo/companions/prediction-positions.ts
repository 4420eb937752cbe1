// Bought at the ask and sold at the bid in every round; the rest is redeemed when the next round opens.
import type { Market, PredictionMarket } from "../../../../contract/market.ts";
import { minuteMs } from "../../../../contract/units.ts";
import { predictionFacts, type LineOf } from "../facts.ts";
import { roundShare, roundUsd } from "../rounding.ts";
import type { CapturedMarket } from "../simulation.ts";
import type { WalletParts, WalletPosition } from "./wallet-position.ts";

type PredictionLine = LineOf<"prediction">;

interface Round {
  readonly market: CapturedMarket;
  readonly opens: number;
  readonly closes: number;
  readonly ends: number | undefined;
}

/** Current round first; rounds from before `since` are skipped. */
export function predictionPositions(
  parts: WalletParts,
  line: PredictionLine,
  since: number,
  time: number,
): readonly WalletPosition[] {
  const positions: WalletPosition[] = [];
  let ends: number | undefined;
  for (let back = 0; back <= line.pastRounds; back += 1) {
    const round = roundAt(parts, line, ends === undefined ? time : ends - minuteMs, ends);
    if (round === undefined || round.opens < since) break;
    if (quoteAt(round, line.side, round.opens) !== undefined)
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
): Round | undefined {
  const rounds = predictionFacts.settlement.flatMap((symbol): Round[] => {
    const market = simulation.captured(`dflow/${series}/${outcome}/${symbol}`);
    if (market?.listed !== true) return [];
    const { openTime, closeTime } = bodyOf(market, time);
    return [{ market, opens: (openTime ?? 0) * 1000, closes: (closeTime ?? 0) * 1000, ends }];
  });
  return rounds.find((round) => quoteAt(round, "yes", round.opens) !== undefined) ?? rounds[0];
}

function roundPosition({ owner }: WalletParts, line: PredictionLine, round: Round): WalletPosition {
  const { side, trades } = line;
  const { market: captured, opens, closes, ends } = round;
  // A later round has another product.
  const marketAt = (time: number): PredictionMarket =>
    bodyOf(captured, ends === undefined ? time : Math.min(time, ends - minuteMs));
  const { id: marketId } = marketAt(opens);
  const id = `${marketId}.${side}.${owner}`;
  /** USD per share: the bid, the last one after trading, and finally the payout. */
  const valueAt = (time: number): number => {
    const { status, result } = marketAt(time);
    if (status === "settled") return result === side ? 1 : 0;
    return quoteAt(round, side, Math.min(time, closes - minuteMs))?.bid ?? 0;
  };
  const accountAt = (time: number): Account => {
    const account = new Account();
    for (const [part, shares] of trades) {
      const at = Math.floor((opens + part * (closes - opens)) / minuteMs) * minuteMs;
      const quote = at > time ? undefined : quoteAt(round, side, at);
      if (quote !== undefined) account.trade(shares, shares > 0 ? quote.ask : quote.bid);
    }
    if (ends !== undefined && time >= ends && account.shares > 0)
      account.trade(-account.shares, valueAt(ends));
    return account;
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

function quoteAt({ market }: Round, side: PredictionLine["side"], time: number) {
  const { yesBid, yesAsk, noBid, noAsk } = bodyOf(market, time);
  const [bid, ask] = side === "yes" ? [yesBid, yesAsk] : [noBid, noAsk];
  return typeof bid === "number" && typeof ask === "number" ? { bid, ask } : undefined;
}

function bodyOf({ product, variant }: CapturedMarket, time: number): PredictionMarket {
  const market = product.marketAt(variant, time);
  if (!isPrediction(market)) throw new Error(`${product.key} is not a prediction.`);
  return market;
}

function isPrediction(market: Market): market is PredictionMarket {
  return market.type === "prediction";
}

/** Average cost. After everything is sold, earlier trades count only for the lifetime figures. */
class Account {
  shares = 0;
  #cost = 0;
  #bought = 0;
  #sold = 0;
  #boughtBefore = 0;
  #soldBefore = 0;

  get cost(): number {
    return roundUsd(this.#cost);
  }

  trade(shares: number, price: number): void {
    const usd = Math.abs(shares) * price;
    if (shares < 0) {
      this.#sold += usd;
      this.#cost += (this.#cost / this.shares) * shares;
    } else {
      if (this.shares === 0) {
        this.#boughtBefore += this.#bought;
        this.#soldBefore += this.#sold;
        this.#bought = 0;
        this.#sold = 0;
      }
      this.#bought += usd;
      this.#cost += usd;
    }
    this.shares += shares;
    if (this.shares === 0) this.#cost = 0;
  }

  pnl(value: number) {
    const invested = roundUsd(this.#bought);
    const netFlow = roundUsd(roundUsd(this.#sold) - invested);
    const netFlowBefore = roundUsd(roundUsd(this.#soldBefore) - roundUsd(this.#boughtBefore));
    const realized = roundUsd(netFlow + this.cost);
    const realizedLifetime = roundUsd(realized + netFlowBefore);
    const unrealized = this.shares === 0 ? undefined : roundUsd(roundUsd(this.shares * value) - this.cost);
    const investedLifetime = roundUsd(invested + this.#boughtBefore);
    return {
      total: roundUsd(realized + (unrealized ?? 0)),
      realized,
      unrealized,
      realizedLifetime,
      totalLifetime: roundUsd(realizedLifetime + (unrealized ?? 0)),
      capital: { invested, investedLifetime, netFlow, netFlowLifetime: roundUsd(netFlow + netFlowBefore) },
    };
  }
}
