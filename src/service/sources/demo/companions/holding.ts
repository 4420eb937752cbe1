// Grows hourly at the market's rate; rewards accumulate until claimed.
import { hourMs, yearMs } from "../../../../contract/units.ts";
import type { DemoToken, TokenBook } from "../tokens.ts";

const hoursPerYear = yearMs / hourMs;

/** Whole tokens, negative when withdrawn. */
export type Flow = readonly [time: number, tokens: number];

/** Fractions per year at whole hours since the epoch. */
interface HoldingParts {
  readonly book: TokenBook;
  readonly token: DemoToken;
  readonly flows: readonly Flow[];
  readonly rateAt: (hour: number) => number;
  readonly rewards: readonly { readonly token: DemoToken; readonly rateAt: (hour: number) => number }[];
  readonly claimed: readonly number[];
}

/** Keeps partial sums, so that each hour is computed once. */
class RunningSum {
  readonly #first: number;
  readonly #add: (hour: number) => number;
  readonly #sums = [0];

  constructor(first: number, add: (hour: number) => number) {
    this.#first = first;
    this.#add = add;
  }

  /** Includes part of the current hour. */
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

export class Holding {
  readonly token: DemoToken;
  readonly opened: number;
  readonly rewardTokens: readonly DemoToken[];
  readonly #growth: RunningSum;
  readonly #rewards: readonly RunningSum[];
  readonly #flows: Flow[];
  readonly #entries: { readonly time: number; readonly share: number; readonly shares: number }[] = [];
  readonly #claimed: readonly number[];

  constructor({ book, token, flows, rateAt, rewards, claimed }: HoldingParts) {
    this.token = token;
    this.opened = flows[0]?.[0] ?? 0;
    const first = this.opened / hourMs;
    this.#flows = [...flows];
    this.#claimed = claimed;
    this.rewardTokens = rewards.map((reward) => reward.token);
    this.#growth = new RunningSum(first, (hour) => Math.log1p(rateAt(hour)) / hoursPerYear);
    this.#rewards = rewards.map(
      (reward) =>
        new RunningSum(first, (hour) => {
          const paid = Math.expm1(Math.log1p(reward.rateAt(hour)) / hoursPerYear);
          if (paid === 0) return 0;
          const time = hour * hourMs;
          const worth = Math.exp(this.#growth.at(time)) * book.price(token, time);
          return (worth * paid) / book.price(reward.token, time);
        }),
    );
  }

  add(flow: Flow): void {
    this.#flows.push(flow);
  }

  amountAt(time: number): number {
    const shares = this.#entriesUntil(time).findLast((entry) => entry.time <= time)?.shares ?? 0;
    return shares === 0 ? 0 : shares * Math.exp(this.#growth.at(time));
  }

  claimableAt(time: number, reward: number): number {
    const claimed = this.#claimed.findLast((at) => at <= time);
    return this.#earnedAt(time, reward) - (claimed === undefined ? 0 : this.#earnedAt(claimed, reward));
  }

  #earnedAt(time: number, reward: number): number {
    const perShare = this.#rewards[reward];
    if (perShare === undefined) return 0;
    const now = perShare.at(time);
    let amount = 0;
    for (const entry of this.#entriesUntil(time))
      if (entry.time <= time) amount += entry.share * (now - perShare.at(entry.time));
    return amount;
  }

  #entriesUntil(time: number) {
    for (;;) {
      const [at = Infinity, tokens = 0] = this.#flows[this.#entries.length] ?? [];
      if (at > time) return this.#entries;
      const share = tokens / Math.exp(this.#growth.at(at));
      const shares = (this.#entries.at(-1)?.shares ?? 0) + share;
      this.#entries.push({ time: at, share, shares });
    }
  }
}
