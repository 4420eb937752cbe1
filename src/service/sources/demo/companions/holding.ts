// An amount that grows hourly at the market's rate; rewards accumulate until claimed.
import { hourMs, yearMs } from "../../../../contract/units.ts";
import type { DemoToken, TokenBook } from "../tokens.ts";

const hoursPerYear = yearMs / hourMs;

/** In whole tokens; negative for withdrawals. */
type Flow = readonly [time: number, tokens: number];

/** Rates are fractions per year, at whole hours since the epoch. */
interface HoldingParts {
  readonly book: TokenBook;
  readonly token: DemoToken;
  readonly flows: readonly Flow[];
  readonly rateAt: (hour: number) => number;
  readonly rewards: readonly { readonly token: DemoToken; readonly rateAt: (hour: number) => number }[];
  readonly claimed: readonly number[];
}

/** Caches partial sums, so that each hour is computed once. The result includes part of the current hour. */
function runningSum(first: number, add: (hour: number) => number): (time: number) => number {
  const sums = [0];
  return (time) => {
    const hour = Math.floor(time / hourMs);
    const part = time / hourMs - hour;
    for (let next = sums.length; next <= hour - first; next += 1)
      sums.push((sums[next - 1] ?? 0) + add(first + next - 1));
    return (sums[hour - first] ?? 0) + (part === 0 ? 0 : part * add(hour));
  };
}

export type Holding = ReturnType<typeof createHolding>;

export function createHolding({ book, token, flows: initial, rateAt, rewards, claimed }: HoldingParts) {
  const flows = [...initial];
  const entries: { readonly time: number; readonly share: number; readonly shares: number }[] = [];
  const opened = flows[0]?.[0] ?? 0;
  const first = opened / hourMs;
  const growthAt = runningSum(first, (hour) => Math.log1p(rateAt(hour)) / hoursPerYear);
  const earnedPerShare = rewards.map((reward) =>
    runningSum(first, (hour) => {
      const paid = Math.expm1(Math.log1p(reward.rateAt(hour)) / hoursPerYear);
      if (paid === 0) return 0;
      const time = hour * hourMs;
      const worth = Math.exp(growthAt(time)) * book.price(token, time);
      return (worth * paid) / book.price(reward.token, time);
    }),
  );

  /** Computes the entries up to `time`. */
  function enter(time: number): void {
    for (;;) {
      const [at = Infinity, tokens = 0] = flows[entries.length] ?? [];
      if (at > time) return;
      const share = tokens / Math.exp(growthAt(at));
      entries.push({ time: at, share, shares: (entries.at(-1)?.shares ?? 0) + share });
    }
  }

  function earnedAt(time: number, reward: number): number {
    const perShareAt = earnedPerShare[reward];
    if (perShareAt === undefined) return 0;
    const now = perShareAt(time);
    enter(time);
    let sum = 0;
    for (const entry of entries) if (entry.time <= time) sum += entry.share * (now - perShareAt(entry.time));
    return sum;
  }

  return {
    token,
    opened,
    rewardTokens: rewards.map((reward) => reward.token),
    add(flow: Flow): void {
      flows.push(flow);
    },
    amountAt(time: number): number {
      enter(time);
      const shares = entries.findLast((entry) => entry.time <= time)?.shares ?? 0;
      return shares === 0 ? 0 : shares * Math.exp(growthAt(time));
    },
    claimableAt(time: number, reward: number): number {
      const last = claimed.findLast((at) => at <= time);
      return earnedAt(time, reward) - (last === undefined ? 0 : earnedAt(last, reward));
    },
  };
}
