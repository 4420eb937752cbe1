import type { Reward } from "../../../../contract/market.ts";
import { dayMs, hourMs } from "../../../../contract/units.ts";
import { campaignsOf, type Campaign } from "../campaigns.ts";
import type { Programme } from "../facts.ts";
import { averageWindows, type AverageWindow, type RatePath } from "../hourly-rates.ts";
import { mix, streamOf, unit } from "../noise.ts";
import { remember } from "../remember.ts";
import { roundAmount, roundRate, roundUsd } from "../rounding.ts";
import { tokenOf, type DemoToken, type TokenBook } from "../tokens.ts";
import { tokenBody, type PastPoint, type ProductPast, type Variant } from "./product.ts";

/** Such a market ends, and a new one follows under a new id. */
export interface Season {
  readonly periodMs: number;
  readonly phaseMs: number;
}

export interface TotalsPath {
  readonly depositsAt: (time: number) => number;
  readonly borrowsAt?: (time: number) => number;
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
  /** Only without averages, which would contradict a history with gaps. */
  readonly gaps?: boolean | undefined;
  readonly season?: Season | undefined;
}

/** In minutes: a list can be paged through for a quarter of an hour. */
const keptInstants = 16;
const missingBlockHours = 5;
const missingBlockChance = 0.008;
const missingDayChance = 0.02;

export class RatedSide implements ProductPast {
  readonly programmes: readonly Programme[];
  readonly #facts: RatedFacts;
  readonly #book: TokenBook;
  readonly #campaigns: readonly Campaign[];
  readonly #gapStream: number;
  readonly #figures = new Map<number, Figures>();

  constructor(seed: number, book: TokenBook, facts: RatedFacts) {
    this.#facts = facts;
    this.#book = book;
    this.programmes = facts.programmes ?? [];
    this.#campaigns = campaignsOf(seed, facts.key, this.programmes);
    this.#gapStream = streamOf(seed, "gaps", facts.key);
  }

  termAt(time: number): number | undefined {
    const { season } = this.#facts;
    return season && Math.floor((time - season.phaseMs) / season.periodMs);
  }

  fieldsAt({ rate, size }: Variant, time: number) {
    const figures = remember(this.#figures, time, keptInstants, () =>
      figuresAt(this.#facts, this.#book, this.#campaigns, time),
    );
    const { totals } = this.#facts;
    const scaled = (value: number | undefined): number | undefined =>
      value === undefined ? undefined : roundRate(value * rate);
    const amount = (value: number | undefined, token: DemoToken | undefined): number | undefined =>
      value === undefined || token === undefined ? undefined : roundAmount(value * size, token.decimals);
    const dollars = (value: number | undefined, price: number): number | undefined =>
      value === undefined ? undefined : roundUsd(value * size * price);
    const baseDepositApy = roundRate(figures.baseDeposit * rate);
    const baseBorrowApy = scaled(figures.baseBorrow);
    const rewards = figures.campaigns.map(({ facts: { side, symbol }, apy }): Reward => {
      const token = symbol === undefined ? undefined : tokenBody(tokenOf(symbol));
      return { type: side, apy: roundRate(apy * rate), token, marketAction: token && side };
    });
    const paid = (side: Programme["side"]): number =>
      rewards.reduce((total, reward) => (reward.type === side ? total + (reward.apy ?? 0) : total), 0);
    return {
      depositApy: roundRate(baseDepositApy + paid("deposit")),
      baseDepositApy,
      baseDepositApy30d: scaled(figures.depositMean(30)),
      baseDepositApy90d: scaled(figures.depositMean(90)),
      baseDepositApy180d: scaled(figures.depositMean(180)),
      borrowApy: baseBorrowApy === undefined ? undefined : roundRate(baseBorrowApy - paid("borrow")),
      baseBorrowApy,
      baseBorrowApy30d: scaled(figures.borrowMean(30)),
      baseBorrowApy90d: scaled(figures.borrowMean(90)),
      baseBorrowApy180d: scaled(figures.borrowMean(180)),
      totalDeposit: amount(figures.deposits, totals?.depositToken),
      totalDepositUsd: dollars(figures.deposits, figures.depositPrice),
      totalBorrow: amount(figures.borrows, totals?.borrowToken),
      totalBorrowUsd: dollars(figures.borrows, figures.borrowPrice),
      ...(this.#campaigns.length === 0 ? {} : { rewards }),
    };
  }

  baseDepositAt(variant: Variant, hour: number): number {
    return roundRate(this.#facts.deposit.at(hour * hourMs) * variant.rate);
  }

  baseBorrowAt(variant: Variant, hour: number): number | undefined {
    const { borrow } = this.#facts;
    return borrow && roundRate(borrow.at(hour * hourMs) * variant.rate);
  }

  rewardAt(variant: Variant, programme: number, hour: number): number {
    const time = hour * hourMs;
    return roundRate((this.#campaigns[programme]?.at(time, this.#growthAt(time)) ?? 0) * variant.rate);
  }

  hour(variant: Variant, hour: number, term: number | undefined): PastPoint | undefined {
    return this.#runs(hour * hourMs, term) ? this.#point(variant, [hour * hourMs]) : undefined;
  }

  day(variant: Variant, day: number, term: number | undefined): PastPoint | undefined {
    const times = Array.from({ length: 24 }, (_, index) => (day * 24 + index) * hourMs);
    return times.every((time) => this.#runs(time, term)) ? this.#point(variant, times, day) : undefined;
  }

  #point({ rate, size }: Variant, times: readonly number[], day?: number): PastPoint {
    const { totals, deposit, gaps } = this.#facts;
    const observed = gaps === true ? times.filter((time) => this.#observed(time / hourMs)) : times;
    const rateOf = (valueAt: (time: number) => number): number | undefined =>
      observed.length === 0 ? undefined : roundRate((sum(observed, valueAt) / observed.length) * rate);
    const baseMean =
      day === undefined || gaps === true || this.#campaigns.length > 0 ? undefined : deposit.dayMean(day);
    const baseDepositApy =
      baseMean === undefined ? rateOf((time) => deposit.at(time)) : roundRate(baseMean * rate);
    const depositApy =
      this.#campaigns.length === 0 ? baseDepositApy : rateOf((time) => this.#totalRateAt(time));
    const rates = { depositApy, baseDepositApy };
    if (totals === undefined) return { ...rates, totalDeposit: undefined, totalDepositUsd: undefined };
    const { depositToken, depositsAt } = totals;
    const usdAt = (time: number): number => depositsAt(time) * this.#book.price(depositToken, time);
    const share = size / times.length;
    return {
      ...rates,
      totalDeposit: roundAmount(sum(times, depositsAt) * share, depositToken.decimals),
      totalDepositUsd: roundUsd(sum(times, usdAt) * share),
    };
  }

  #growthAt(time: number): number {
    return this.#facts.totals?.growthAt(time) ?? 1;
  }

  #totalRateAt(time: number): number {
    const base = this.#facts.deposit.at(time);
    if (this.#campaigns.length === 0) return base;
    const growth = this.#growthAt(time);
    return this.#campaigns
      .filter(({ facts }) => facts.side === "deposit")
      .reduce((rate, campaign) => rate + campaign.at(time, growth), base);
  }

  #runs(time: number, term: number | undefined): boolean {
    return term === undefined || this.termAt(time) === term;
  }

  #observed(hour: number): boolean {
    if (this.#facts.gaps !== true) return true;
    if (unit(this.#gapStream, Math.floor(hour / 24)) < missingDayChance) return false;
    return mix(~this.#gapStream, Math.floor(hour / missingBlockHours)) / 4_294_967_296 >= missingBlockChance;
  }
}

const sum = (over: readonly number[], valueAt: (time: number) => number): number =>
  over.reduce((all, time) => all + valueAt(time), 0);

type Figures = ReturnType<typeof figuresAt>;

function figuresAt(facts: RatedFacts, book: TokenBook, campaigns: readonly Campaign[], time: number) {
  const { deposit, borrow, totals, season, windows = averageWindows } = facts;
  // A season has no average over more days than it has run.
  const age = season === undefined ? Infinity : (time - season.phaseMs) % season.periodMs;
  const days = (age < 0 ? age + (season?.periodMs ?? 0) : age) / dayMs;
  const means = (path: RatePath | undefined) => {
    const sent = windows.filter((window) => days >= window);
    const kept = new Map(path && sent.map((window) => [window, path.windowMean(window, time)]));
    return (window: AverageWindow): number | undefined => kept.get(window);
  };
  const growth = totals?.growthAt(time) ?? 1;
  return {
    baseDeposit: deposit.at(time),
    baseBorrow: borrow?.at(time),
    depositMean: means(deposit),
    borrowMean: means(borrow),
    campaigns: campaigns
      .map((campaign) => ({ facts: campaign.facts, apy: campaign.at(time, growth) }))
      .filter(({ apy }) => apy > 0),
    deposits: totals?.depositsAt(time),
    borrows: totals?.borrowsAt?.(time),
    depositPrice: totals === undefined ? 0 : book.price(totals.depositToken, time),
    borrowPrice: totals === undefined ? 0 : book.price(totals.borrowToken, time),
  };
}
