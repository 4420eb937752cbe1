import { sum } from "d3-array";
import { LRUCache } from "lru-cache";
import type { Reward } from "../../../../contract/market.ts";
import { averagedDays } from "../../../../contract/record/record-parts.ts";
import { dayMs, hourMs } from "../../../../contract/units.ts";
import type { FigureName } from "../../../../domain/record/figures.ts";
import type { Programme } from "../facts.ts";
import type { AverageWindow, RatePath } from "../hourly-rates.ts";
import { streamOf, unit } from "../noise.ts";
import { roundAmount, roundRate, roundUsd } from "../rounding.ts";
import { tokenBody, tokenOf, type DemoToken, type TokenBook } from "../tokens.ts";
import type { Variant } from "./variant.ts";

/** A seasonal market ends after this time, and a new one follows under a new id. Too short for 180-day averages. */
export const seasonDays = 120;
const seasonMs = seasonDays * dayMs;

export interface TotalsPath {
  readonly depositsAt: (time: number) => number;
  readonly borrowsAt?: ((time: number) => number) | undefined;
  readonly growthAt: (time: number) => number;
}

export interface RatedFacts {
  readonly key: string;
  readonly deposit: RatePath;
  readonly borrow?: RatePath | undefined;
  readonly totals?:
    | (TotalsPath & { readonly depositToken: DemoToken; readonly borrowToken: DemoToken })
    | undefined;
  readonly programmes?: readonly Programme[] | undefined;
  readonly windows?: readonly AverageWindow[] | undefined;
  /** Only for markets without averages, which would contradict a history with gaps. */
  readonly gaps?: boolean | undefined;
  readonly season?: number | undefined;
}

/** In minutes: a list can be paged for a quarter of an hour. */
const keptInstants = 16;
const missingBlockHours = 5;
const missingBlockChance = 0.008;
const missingDayChance = 0.02;

export type SimulatedFigures = Readonly<Partial<Record<FigureName, number | undefined>>>;

export type RatedSide = ReturnType<typeof createRatedSide>;

/** Hours and days count from the epoch; rates are fractions per year. */
export function createRatedSide(seed: number, book: TokenBook, facts: RatedFacts) {
  const { key, deposit, borrow, totals, gaps, season } = facts;
  const { programmes = [], windows = averagedDays } = facts;
  const campaigns = campaignsOf(seed, key, programmes);
  const hasCampaigns = campaigns.length > 0;
  const gapStream = streamOf(seed, "gaps", key);
  const instants = new LRUCache({ max: keptInstants, memoMethod: instantAt });
  const averages = new LRUCache({ max: keptInstants, memoMethod: averagesAt });
  const growthAt = (time: number): number => totals?.growthAt(time) ?? 1;

  function averagesAt(time: number) {
    // A season has no average over more days than it has run.
    const age = season === undefined ? Infinity : (time - season) % seasonMs;
    const days = (age < 0 ? age + seasonMs : age) / dayMs;
    const means = (path: RatePath | undefined) => {
      const sent = windows.filter((window) => days >= window);
      const kept = new Map(path && sent.map((window) => [window, path.windowMean(window, time)]));
      return (window: AverageWindow): number | undefined => kept.get(window);
    };
    return { depositMean: means(deposit), borrowMean: means(borrow) };
  }

  function instantAt(time: number) {
    const growth = growthAt(time);
    return {
      baseDeposit: deposit.at(time),
      baseBorrow: borrow?.at(time),
      paid: campaigns
        .map((campaign) => ({ facts: campaign.facts, apy: campaign.at(time, growth) }))
        .filter(({ apy }) => apy > 0),
      deposits: totals?.depositsAt(time),
      borrows: totals?.borrowsAt?.(time),
      depositPrice: totals === undefined ? 0 : book.price(totals.depositToken, time),
      borrowPrice: totals === undefined ? 0 : book.price(totals.borrowToken, time),
    };
  }

  function termAt(time: number): number | undefined {
    return season === undefined ? undefined : Math.floor((time - season) / seasonMs);
  }

  /** Without averages, which take far longer to compute. */
  function currentAt({ rate, size }: Variant, time: number) {
    const at = instants.memo(time);
    const amount = (value: number | undefined, token: DemoToken | undefined): number | undefined =>
      value === undefined || token === undefined ? undefined : roundAmount(value * size, token.decimals);
    const dollars = (value: number | undefined, price: number): number | undefined =>
      value === undefined ? undefined : roundUsd(value * size * price);
    const baseDepositApy = roundRate(at.baseDeposit * rate);
    const baseBorrowApy = scaled(at.baseBorrow, rate);
    const rewards = at.paid.map(({ facts: { side, symbol }, apy }): Reward => {
      const token = symbol === undefined ? undefined : tokenBody(tokenOf(symbol));
      return { type: side, apy: roundRate(apy * rate), token, marketAction: token && side };
    });
    const paid = (side: Programme["side"]): number =>
      sum(rewards, (reward) => (reward.type === side ? reward.apy : 0));
    const [rewardApy, borrowRewardApy] = [paid("deposit"), paid("borrow")];
    const fields = {
      depositApy: roundRate(baseDepositApy + rewardApy),
      baseDepositApy,
      borrowApy: baseBorrowApy === undefined ? undefined : roundRate(baseBorrowApy - borrowRewardApy),
      baseBorrowApy,
      totalDeposit: amount(at.deposits, totals?.depositToken),
      totalDepositUsd: dollars(at.deposits, at.depositPrice),
      totalBorrow: amount(at.borrows, totals?.borrowToken),
      totalBorrowUsd: dollars(at.borrows, at.borrowPrice),
    };
    return { fields, rewards, rewardApy, borrowRewardApy };
  }

  function fieldsAt(variant: Variant, time: number) {
    const { fields, rewards } = currentAt(variant, time);
    const { depositMean, borrowMean } = averages.memo(time);
    const { depositApy, baseDepositApy, borrowApy, baseBorrowApy, ...totalsNow } = fields;
    return {
      depositApy,
      baseDepositApy,
      baseDepositApy30d: scaled(depositMean(30), variant.rate),
      baseDepositApy90d: scaled(depositMean(90), variant.rate),
      baseDepositApy180d: scaled(depositMean(180), variant.rate),
      borrowApy,
      baseBorrowApy,
      baseBorrowApy30d: scaled(borrowMean(30), variant.rate),
      baseBorrowApy90d: scaled(borrowMean(90), variant.rate),
      baseBorrowApy180d: scaled(borrowMean(180), variant.rate),
      ...totalsNow,
      ...(hasCampaigns ? { rewards } : {}),
    };
  }

  function isObserved(time: number): boolean {
    const block = Math.floor(time / hourMs / missingBlockHours);
    if (unit(gapStream, Math.floor(time / dayMs)) < missingDayChance) return false;
    return unit(~gapStream, block) >= missingBlockChance;
  }

  function totalRateAt(time: number): number {
    const growth = growthAt(time);
    return campaigns
      .filter((campaign) => campaign.facts.side === "deposit")
      .reduce((rate, campaign) => rate + campaign.at(time, growth), deposit.at(time));
  }

  function pointAt({ rate, size }: Variant, times: readonly number[], day?: number) {
    const observed = gaps === true ? times.filter(isObserved) : times;
    const rateOf = (valueAt: (time: number) => number): number | undefined =>
      observed.length === 0 ? undefined : roundRate((sum(observed, valueAt) / observed.length) * rate);
    const baseDepositApy =
      day === undefined || gaps === true || hasCampaigns
        ? rateOf((time) => deposit.at(time))
        : roundRate(deposit.dayMean(day) * rate);
    const depositApy = hasCampaigns ? rateOf(totalRateAt) : baseDepositApy;
    if (totals === undefined) return { depositApy, baseDepositApy };
    const { depositToken, depositsAt } = totals;
    const usdAt = (time: number): number => depositsAt(time) * book.price(depositToken, time);
    const share = size / times.length;
    return {
      depositApy,
      baseDepositApy,
      totalDeposit: roundAmount(sum(times, depositsAt) * share, depositToken.decimals),
      totalDepositUsd: roundUsd(sum(times, usdAt) * share),
    };
  }

  return {
    programmes,
    termAt,
    fieldsAt,
    /** What a poll would record of `fieldsAt`. */
    figuresAt(variant: Variant, time: number): SimulatedFigures {
      const { fields, rewardApy, borrowRewardApy } = currentAt(variant, time);
      return { ...fields, rewardApy, borrowRewardApy };
    },
    baseDepositAt: ({ rate }: Variant, hour: number): number => roundRate(deposit.at(hour * hourMs) * rate),
    baseBorrowAt: ({ rate }: Variant, hour: number): number | undefined =>
      borrow && roundRate(borrow.at(hour * hourMs) * rate),
    /** Returns 0 while the programme does not run. */
    rewardAt({ rate }: Variant, programme: number, hour: number): number {
      const time = hour * hourMs;
      return roundRate((campaigns[programme]?.at(time, growthAt(time)) ?? 0) * rate);
    },
    /** The mean over an hour or a day; undefined outside of the market's life. */
    pointOf(variant: Variant, resolution: "1h" | "1d", index: number, term: number | undefined) {
      const hours = resolution === "1h" ? 1 : 24;
      const times = Array.from({ length: hours }, (_, hour) => (index * hours + hour) * hourMs);
      if (term !== undefined && times.some((time) => termAt(time) !== term)) return undefined;
      return pointAt(variant, times, resolution === "1d" ? index : undefined);
    },
  };
}

function scaled(value: number | undefined, rate: number): number | undefined {
  return value === undefined ? undefined : roundRate(value * rate);
}

/** `key` identifies the market. */
export function campaignsOf(seed: number, key: string, programmes: readonly Programme[]) {
  return programmes.map((facts, index) => {
    const stream = streamOf(seed, "campaign", `${key}/${index}`);
    const periodDays = 14 + 28 * unit(stream, -1);
    const phaseDays = periodDays * unit(stream, -2);
    return {
      facts,
      /** Rate as a fraction per year. A period's budget is fixed, so the rate falls as the pool grows. */
      at(time: number, growth: number): number {
        const period = Math.floor((time / dayMs + phaseDays) / periodDays);
        if (unit(stream, 2 * period) >= facts.running) return 0;
        const budget = 0.7 + 0.6 * unit(stream, 2 * period + 1);
        return (facts.apy * budget) / Math.max(0.25, growth);
      },
    };
  });
}
