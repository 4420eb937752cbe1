// What every product with a rate shares: base rates and their averages, rewards, totals, and the past they all come from.
import type { Reward } from "../../../../contract/market.ts";
import { dayMs, hourMs } from "../../../../contract/units.ts";
import { campaignsOf, type Campaign, type CampaignFacts } from "../campaigns.ts";
import { averageWindows, type AverageWindow, type RatePath } from "../hourly-rates.ts";
import { keepLast } from "../keep-last.ts";
import { mix, streamOf, unit } from "../noise.ts";
import { roundAmount, roundRate, roundUsd } from "../rounding.ts";
import { tokenOf, type DemoToken, type TokenBook } from "../token-prices.ts";
import {
  tokenBody,
  withoutMissing,
  type PastPoint,
  type ProductPast,
  type Variant,
  type Windows,
} from "./product.ts";

/** Markets that run for a time and are then followed by a new one under a new id. */
export interface Season {
  readonly periodMs: number;
  readonly phaseMs: number;
}

interface RatedFacts {
  readonly key: string;
  readonly deposit: RatePath;
  readonly borrow?: RatePath;
  /** Whole tokens at an instant; absent where the product tells no totals. */
  readonly totals?: {
    readonly depositToken: DemoToken;
    readonly borrowToken: DemoToken;
    depositsAt(time: number): number;
    borrowsAt?(time: number): number;
    /** Size as a share of the size at capture. */
    growthAt(time: number): number;
  };
  readonly programmes?: readonly CampaignFacts[];
  /** The averages the product sends. */
  readonly windows: Windows;
  /**
   * Whether hours are missing from its past. Only products that send no averages have gaps, so that every average is the
   * mean of a history without holes.
   */
  readonly gaps?: boolean;
  readonly season?: Season;
}

interface Figures {
  readonly baseDeposit: number;
  readonly baseBorrow: number | undefined;
  readonly depositMeans: ReadonlyMap<AverageWindow, number>;
  readonly borrowMeans: ReadonlyMap<AverageWindow, number>;
  readonly campaigns: readonly { readonly facts: CampaignFacts; readonly apy: number }[];
  readonly deposits: number | undefined;
  readonly borrows: number | undefined;
  readonly depositPrice: number;
  readonly borrowPrice: number;
}

/** The rates and totals of one market at an instant, rounded, with what is missing left undefined. */
interface RatedFields {
  readonly depositApy: number;
  readonly baseDepositApy: number;
  readonly baseDepositApy30d: number | undefined;
  readonly baseDepositApy90d: number | undefined;
  readonly baseDepositApy180d: number | undefined;
  readonly borrowApy: number | undefined;
  readonly baseBorrowApy: number | undefined;
  readonly baseBorrowApy30d: number | undefined;
  readonly baseBorrowApy90d: number | undefined;
  readonly baseBorrowApy180d: number | undefined;
  readonly totalDeposit: number | undefined;
  readonly totalDepositUsd: number | undefined;
  readonly totalBorrow: number | undefined;
  readonly totalBorrowUsd: number | undefined;
  readonly rewards: Reward[] | undefined;
}

/** Base rate and all rewards, and the base rate alone. */
interface Rate {
  readonly total: number;
  readonly base: number;
}

const missingBlockHours = 5;
const missingBlockChance = 0.008;
const missingDayChance = 0.02;

/** The rate side of one product under one seed. */
export class RatedSide implements ProductPast {
  readonly #facts: RatedFacts;
  readonly #book: TokenBook;
  readonly #campaigns: readonly Campaign[];
  readonly #gapStream: number;
  readonly #figuresAt: (time: number) => Figures;

  constructor(seed: number, book: TokenBook, facts: RatedFacts) {
    this.#facts = facts;
    this.#book = book;
    this.#campaigns = campaignsOf(seed, facts.key, facts.programmes ?? []);
    this.#gapStream = streamOf(seed, "gaps", facts.key);
    this.#figuresAt = keepLast((time) => this.#computeFigures(time));
  }

  /** The number of the season at an instant; undefined for products that have none. */
  termAt(time: number): number | undefined {
    const season = this.#facts.season;
    return season === undefined ? undefined : Math.floor((time - season.phaseMs) / season.periodMs);
  }

  fieldsAt(variant: Variant, time: number): RatedFields {
    const figures = this.#figuresAt(time);
    const { rate, size } = variant;
    const scaled = (value: number | undefined): number | undefined =>
      value === undefined ? undefined : roundRate(value * rate);
    const baseDepositApy = roundRate(figures.baseDeposit * rate);
    const baseBorrowApy = scaled(figures.baseBorrow);
    const rewards = figures.campaigns.map(({ facts, apy }): Reward => {
      const token = facts.symbol === undefined ? undefined : tokenBody(tokenOf(facts.symbol));
      return withoutMissing({
        type: facts.side,
        apy: roundRate(apy * rate),
        token,
        marketAction: token === undefined ? undefined : facts.side,
      });
    });
    const sum = (side: CampaignFacts["side"]): number =>
      rewards.reduce((total, reward) => (reward.type === side ? total + (reward.apy ?? 0) : total), 0);

    const totals = this.#facts.totals;
    const amount = (value: number | undefined, token: DemoToken | undefined): number | undefined =>
      value === undefined || token === undefined ? undefined : roundAmount(value * size, token.decimals);
    const dollars = (value: number | undefined, price: number): number | undefined =>
      value === undefined ? undefined : roundUsd(value * size * price);
    const depositMean = (days: AverageWindow): number | undefined => scaled(figures.depositMeans.get(days));
    const borrowMean = (days: AverageWindow): number | undefined => scaled(figures.borrowMeans.get(days));
    return {
      depositApy: roundRate(baseDepositApy + sum("deposit")),
      baseDepositApy,
      baseDepositApy30d: depositMean(30),
      baseDepositApy90d: depositMean(90),
      baseDepositApy180d: depositMean(180),
      borrowApy: baseBorrowApy === undefined ? undefined : roundRate(baseBorrowApy - sum("borrow")),
      baseBorrowApy,
      baseBorrowApy30d: borrowMean(30),
      baseBorrowApy90d: borrowMean(90),
      baseBorrowApy180d: borrowMean(180),
      totalDeposit: amount(figures.deposits, totals?.depositToken),
      totalDepositUsd: dollars(figures.deposits, figures.depositPrice),
      totalBorrow: amount(figures.borrows, totals?.borrowToken),
      totalBorrowUsd: dollars(figures.borrows, figures.borrowPrice),
      rewards: this.#campaigns.length === 0 ? undefined : rewards,
    };
  }

  baseDepositAt(variant: Variant, hour: number): number {
    return roundRate(this.#facts.deposit.at(hour * hourMs) * variant.rate);
  }

  baseBorrowAt(variant: Variant, hour: number): number | undefined {
    const borrow = this.#facts.borrow;
    return borrow === undefined ? undefined : roundRate(borrow.at(hour * hourMs) * variant.rate);
  }

  get programmes(): readonly CampaignFacts[] {
    return this.#facts.programmes ?? [];
  }

  rewardAt(variant: Variant, programme: number, hour: number): number {
    const time = hour * hourMs;
    const growth = this.#facts.totals?.growthAt(time) ?? 1;
    return roundRate((this.#campaigns[programme]?.at(time, growth) ?? 0) * variant.rate);
  }

  hour(variant: Variant, hour: number, term: number | undefined): PastPoint | undefined {
    const time = hour * hourMs;
    if (!this.#runs(time, term)) return undefined;
    const rate = this.#observed(hour)
      ? { total: this.#totalRateAt(time), base: this.#facts.deposit.at(time) }
      : undefined;
    return this.#point(variant, rate, [time]);
  }

  day(variant: Variant, day: number, term: number | undefined): PastPoint | undefined {
    const times = Array.from({ length: 24 }, (_, index) => (day * 24 + index) * hourMs);
    if (!times.every((time) => this.#runs(time, term))) return undefined;
    return this.#point(variant, this.#dayRate(day, times), times);
  }

  /** The mean of the observed hours of a day; undefined when there is none. */
  #dayRate(day: number, times: readonly number[]): Rate | undefined {
    if (this.#facts.gaps !== true && this.#campaigns.length === 0) {
      const total = this.#facts.deposit.dayMean(day);
      return { total, base: total };
    }
    let sum = 0;
    let baseSum = 0;
    let count = 0;
    for (const time of times) {
      if (!this.#observed(time / hourMs)) continue;
      sum += this.#totalRateAt(time);
      baseSum += this.#facts.deposit.at(time);
      count += 1;
    }
    return count === 0 ? undefined : { total: sum / count, base: baseSum / count };
  }

  #point(variant: Variant, rate: Rate | undefined, times: readonly number[]): PastPoint {
    const rates = {
      depositApy: rate && roundRate(rate.total * variant.rate),
      baseDepositApy: rate && roundRate(rate.base * variant.rate),
    };
    const totals = this.#facts.totals;
    if (totals === undefined) return { ...rates, totalDeposit: undefined, totalDepositUsd: undefined };
    let deposits = 0;
    let dollars = 0;
    for (const time of times) {
      const deposit = totals.depositsAt(time);
      deposits += deposit;
      dollars += deposit * this.#book.price(totals.depositToken, time);
    }
    const share = variant.size / times.length;
    return {
      ...rates,
      totalDeposit: roundAmount(deposits * share, totals.depositToken.decimals),
      totalDepositUsd: roundUsd(dollars * share),
    };
  }

  #totalRateAt(time: number): number {
    let rate = this.#facts.deposit.at(time);
    if (this.#campaigns.length === 0) return rate;
    const growth = this.#facts.totals?.growthAt(time) ?? 1;
    for (const campaign of this.#campaigns)
      if (campaign.facts.side === "deposit") rate += campaign.at(time, growth);
    return rate;
  }

  #runs(time: number, term: number | undefined): boolean {
    return term === undefined || this.termAt(time) === term;
  }

  #observed(hour: number): boolean {
    if (this.#facts.gaps !== true) return true;
    if (unit(this.#gapStream, Math.floor(hour / 24)) < missingDayChance) return false;
    return mix(~this.#gapStream, Math.floor(hour / missingBlockHours)) / 4_294_967_296 >= missingBlockChance;
  }

  #computeFigures(time: number): Figures {
    const { deposit, borrow, totals, season, windows } = this.#facts;
    const age = season === undefined ? Infinity : (time - season.phaseMs) % season.periodMs;
    const sent = averageWindows.filter(
      (days) => windows.includes(days) && (age < 0 ? age + (season?.periodMs ?? 0) : age) >= days * dayMs,
    );
    const growth = totals?.growthAt(time) ?? 1;
    return {
      baseDeposit: deposit.at(time),
      baseBorrow: borrow?.at(time),
      depositMeans: new Map(sent.map((days) => [days, deposit.windowMean(days, time)])),
      borrowMeans: new Map(
        borrow === undefined ? [] : sent.map((days) => [days, borrow.windowMean(days, time)]),
      ),
      campaigns: this.#campaigns
        .map((campaign) => ({ facts: campaign.facts, apy: campaign.at(time, growth) }))
        .filter(({ apy }) => apy > 0),
      deposits: totals?.depositsAt(time),
      borrows: totals?.borrowsAt?.(time),
      depositPrice: totals === undefined ? 0 : this.#book.price(totals.depositToken, time),
      borrowPrice: totals === undefined ? 0 : this.#book.price(totals.borrowToken, time),
    };
  }
}
