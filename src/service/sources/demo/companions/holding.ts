// An amount of one token in a market: it grows hour by hour at the market's recorded rate, and what it earns in rewards waits
// to be claimed, until somebody claims it.
import { hourMs, yearMs } from "../../../../contract/units.ts";
import type { DemoToken, TokenBook } from "../token-prices.ts";

const hoursPerYear = yearMs / hourMs;

/** Whole tokens put in at an instant, or taken out where negative. */
interface Flow {
  readonly time: number;
  readonly tokens: number;
}

/** What is paid in a token on top of a rate; yearly fractions at whole hours, counted from the epoch. */
interface RewardStream {
  readonly token: DemoToken;
  rateAt(hour: number): number;
}

interface HoldingParts {
  readonly book: TokenBook;
  readonly token: DemoToken;
  /** The whole hour it begins with, counted from the epoch. */
  readonly opened: number;
  /** The yearly fraction at a whole hour, rewards left out. */
  rateAt(hour: number): number;
  readonly rewards: readonly RewardStream[];
}

/** A sum over the whole hours from a first one on. It is kept, so that any stretch costs only what nobody asked for before. */
class RunningSum {
  readonly #first: number;
  readonly #add: (hour: number) => number;
  readonly #sums = [0];

  constructor(first: number, add: (hour: number) => number) {
    this.#first = first;
    this.#add = add;
  }

  /** The sum up to an instant: all hours before it, and its own in part. */
  at(time: number): number {
    const hour = Math.floor(time / hourMs);
    const part = time / hourMs - hour;
    return this.#before(hour) + (part === 0 ? 0 : part * this.#add(hour));
  }

  #before(hour: number): number {
    const sums = this.#sums;
    for (let next = sums.length; next <= hour - this.#first; next += 1)
      sums.push((sums[next - 1] ?? 0) + this.#add(this.#first + next - 1));
    return sums[hour - this.#first] ?? 0;
  }
}

/** What a flow adds: its share of everything that grows with the holding. */
interface Entry {
  readonly time: number;
  readonly share: number;
  /** The shares of this and all entries before it. */
  readonly shares: number;
}

/** All instants are milliseconds since the epoch. Before its first flow a holding has nothing. */
export class Holding {
  readonly token: DemoToken;
  /** ln of what one token of the beginning has become. */
  readonly #growth: RunningSum;
  readonly #rewards: readonly { readonly token: DemoToken; readonly perShare: RunningSum }[];
  readonly #flows: Flow[] = [];
  /** As many of the flows as were needed. */
  readonly #entries: Entry[] = [];
  /** Instants, ascending. */
  #claimed: readonly number[] = [];

  constructor(parts: HoldingParts) {
    const { book, token, opened } = parts;
    this.token = token;
    this.#growth = new RunningSum(opened, (hour) => Math.log1p(parts.rateAt(hour)) / hoursPerYear);
    this.#rewards = parts.rewards.map((reward) => ({
      token: reward.token,
      perShare: new RunningSum(opened, (hour) => {
        const paid = Math.expm1(Math.log1p(reward.rateAt(hour)) / hoursPerYear);
        if (paid === 0) return 0;
        const time = hour * hourMs;
        const worth = Math.exp(this.#growth.at(time)) * book.price(token, time);
        return (worth * paid) / book.price(reward.token, time);
      }),
    }));
  }

  /** Adds a flow, which must not be before any that was added. */
  add(flow: Flow): void {
    this.#flows.push(flow);
  }

  /** Takes along, at each of these instants, all rewards that wait by then. */
  claimAt(times: readonly number[]): void {
    this.#claimed = times.toSorted((one, other) => one - other);
  }

  /** Whole tokens: every flow so far, each grown since. */
  amountAt(time: number): number {
    const shares = this.#entriesUntil(time).findLast((entry) => entry.time <= time)?.shares ?? 0;
    return shares === 0 ? 0 : shares * Math.exp(this.#growth.at(time));
  }

  /** The tokens it is paid in, by the numbers that `claimableAt` takes. */
  get rewardTokens(): readonly DemoToken[] {
    return this.#rewards.map(({ token }) => token);
  }

  /** Whole tokens of one of the reward tokens that were earned since they were last claimed. */
  claimableAt(time: number, reward: number): number {
    const claimed = this.#claimed.findLast((at) => at <= time);
    return this.#earnedAt(time, reward) - (claimed === undefined ? 0 : this.#earnedAt(claimed, reward));
  }

  /** What every flow so far has earned, claimed or not. */
  #earnedAt(time: number, reward: number): number {
    const perShare = this.#rewards[reward]?.perShare;
    if (perShare === undefined) return 0;
    const now = perShare.at(time);
    let amount = 0;
    for (const entry of this.#entriesUntil(time))
      if (entry.time <= time) amount += entry.share * (now - perShare.at(entry.time));
    return amount;
  }

  /** All entries up to an instant, and those after it that were asked for before. What a flow adds is not known any earlier. */
  #entriesUntil(time: number): readonly Entry[] {
    for (;;) {
      const flow = this.#flows[this.#entries.length];
      if (flow === undefined || flow.time > time) return this.#entries;
      const share = flow.tokens / Math.exp(this.#growth.at(flow.time));
      this.#entries.push({
        time: flow.time,
        share,
        shares: (this.#entries.at(-1)?.shares ?? 0) + share,
      });
    }
  }
}
