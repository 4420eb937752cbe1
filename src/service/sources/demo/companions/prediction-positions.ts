// Predictions: shares of one side of an event, bought at the ask and sold at the bid. A wallet trades in every round of an event;
// when the next round opens, what is left of the last one is redeemed.
import type { Market, PredictionMarket } from "../../../../contract/market.ts";
import { minuteMs } from "../../../../contract/units.ts";
import { predictionFacts, type LineOf } from "../facts.ts";
import { withoutMissing } from "../products/product.ts";
import { roundShare, roundUsd } from "../rounding.ts";
import type { CapturedMarket } from "../simulation.ts";
import type { WalletParts, WalletPosition } from "./wallet-position.ts";

type PredictionLine = LineOf<"prediction">;

/** One round of an event in one settlement token. */
interface Round {
  readonly market: CapturedMarket;
  readonly opens: number;
  readonly closes: number;
  /** When the next one opens; undefined for the present one. */
  readonly ends: number | undefined;
}

/** Shares that change hands, at a price in USD. */
interface Trade {
  readonly time: number;
  readonly shares: number;
  readonly price: number;
}

/** The rounds of a line at an instant, the present one first; those that began before `since` were missed. */
export function predictionPositions(
  parts: WalletParts,
  line: PredictionLine,
  since: number,
  time: number,
): readonly WalletPosition[] {
  const positions: WalletPosition[] = [];
  let at = time;
  let ends: number | undefined;
  for (let back = 0; back <= line.pastRounds; back += 1) {
    const round = roundAt(parts, line, at, ends);
    if (round === undefined || round.opens < since) break;
    if (quoteAt(round, line.side, round.opens) !== undefined)
      positions.push(roundPosition(parts, line, round));
    ends = round.opens;
    at = round.opens - minuteMs;
  }
  return positions;
}

/** In the settlement token that has quotes in this round. */
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
  const { side } = line;
  // The market as it was: in a later round the product is another one.
  const bodyAt = (time: number): PredictionMarket =>
    bodyOf(round.market, round.ends === undefined ? time : Math.min(time, round.ends - minuteMs));
  const { id: marketId } = bodyAt(round.opens);
  const id = `${marketId}.${side}.${owner}`;
  const trades = tradesOf(line, round);
  /** USD per share: the bid, the last one once trading is over, and in the end what it pays. */
  const valueAt = (time: number): number => {
    const { status, result } = bodyAt(time);
    if (status === "settled") return result === side ? 1 : 0;
    return quoteAt(round, side, Math.min(time, round.closes - minuteMs))?.bid ?? 0;
  };
  const accountAt = (time: number): Account => {
    const account = new Account();
    for (const trade of trades) if (trade.time <= time) account.trade(trade);
    if (round.ends !== undefined && time >= round.ends && account.shares > 0)
      account.trade({ time: round.ends, shares: -account.shares, price: valueAt(round.ends) });
    return account;
  };
  return {
    id,
    type: "prediction",
    providerId: round.market.product.provider,
    marketId,
    opened: round.opens,
    closed: round.ends,
    bodyAt: (time) => {
      const market = bodyAt(time);
      const account = accountAt(time);
      const pnl = account.pnl(valueAt(time));
      return withoutMissing({
        id,
        type: "prediction",
        marketId,
        ownerAddress: owner,
        bundleId: market.bundleId,
        websiteUrl: market.websiteUrl,
        side,
        token: side === "yes" ? market.yesToken : market.noToken,
        amount: account.shares,
        amountUsd: roundUsd(account.shares * valueAt(time)),
        costBasisTotal: account.cost,
        costBasisAvg: account.shares === 0 ? undefined : roundShare(account.cost / account.shares),
        pnl: withoutMissing({
          ...pnl,
          unrealizedPct:
            account.cost === 0 ? undefined : pnl.unrealized && roundShare(pnl.unrealized / account.cost),
        }),
        market,
      });
    },
    pointAt: (time) => {
      const { shares } = accountAt(time);
      return { amount: shares, amountUsd: roundUsd(shares * valueAt(time)) };
    },
    isEmptyAt: (time) => accountAt(time).shares === 0,
    pnlAt: (time) => {
      const account = accountAt(time);
      return withoutMissing({
        positionId: id,
        marketId,
        ownerAddress: owner,
        ...account.pnl(valueAt(time)),
        market: account.shares === 0 ? bodyAt(time) : undefined,
      });
    },
  };
}

function tradesOf({ side, trades }: PredictionLine, round: Round): readonly Trade[] {
  return trades.flatMap(([part, shares]) => {
    const time = Math.floor((round.opens + part * (round.closes - round.opens)) / minuteMs) * minuteMs;
    const quote = quoteAt(round, side, time);
    return quote === undefined ? [] : [{ time, shares, price: shares > 0 ? quote.ask : quote.bid }];
  });
}

/** The prices of a side in USD; undefined while it has none. */
function quoteAt(round: Round, side: PredictionLine["side"], time: number) {
  const { yesBid, yesAsk, noBid, noAsk } = bodyOf(round.market, time);
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

/** What trades add up to, at average cost. After everything was sold, what went before counts for the lifetime only. */
class Account {
  shares = 0;
  #cost = 0;
  #bought = 0;
  #sold = 0;
  #boughtBefore = 0;
  #soldBefore = 0;

  /** What the shares that are left have cost, USD. */
  get cost(): number {
    return roundUsd(this.#cost);
  }

  trade({ shares, price }: Trade): void {
    const usd = Math.abs(shares) * price;
    if (shares > 0) {
      if (this.shares === 0) {
        this.#boughtBefore += this.#bought;
        this.#soldBefore += this.#sold;
        this.#bought = 0;
        this.#sold = 0;
      }
      this.#bought += usd;
      this.#cost += usd;
    } else {
      this.#sold += usd;
      this.#cost += (this.#cost / this.shares) * shares;
    }
    this.shares += shares;
    if (this.shares === 0) this.#cost = 0;
  }

  /** @param value USD per share now */
  pnl(value: number) {
    const cost = this.cost;
    const invested = roundUsd(this.#bought);
    const netFlow = roundUsd(roundUsd(this.#sold) - invested);
    const netFlowBefore = roundUsd(roundUsd(this.#soldBefore) - roundUsd(this.#boughtBefore));
    const realized = roundUsd(netFlow + cost);
    const realizedLifetime = roundUsd(realized + netFlowBefore);
    const unrealized = this.shares === 0 ? undefined : roundUsd(roundUsd(this.shares * value) - cost);
    return withoutMissing({
      total: roundUsd(realized + (unrealized ?? 0)),
      realized,
      unrealized,
      realizedLifetime,
      totalLifetime: roundUsd(realizedLifetime + (unrealized ?? 0)),
      capital: {
        invested,
        investedLifetime: roundUsd(invested + this.#boughtBefore),
        netFlow,
        netFlowLifetime: roundUsd(netFlow + netFlowBefore),
      },
    });
  }
}
