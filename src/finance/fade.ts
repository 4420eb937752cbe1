import { ratio, type Maybe, type Ratio } from "../contract/units.ts";

const spikeAbove = 0.5;
const riseAbove = 0.2;
export const fadeBelow = 0.2;
/** Smaller differences are steady. A smaller average is no base for a percentage: 0.01 % to 0.03 % is not news. */
export const materialDifference = 0.0005;

export type FadeClass =
  | "spiking"
  | "rising"
  | "steady"
  | "fading"
  | "no 90-day average given"
  | "no averages given";

interface Fade {
  readonly class: FadeClass;
  /** now / 90d − 1. Undefined for a negative rate, and unless the average exceeds `materialDifference`. */
  readonly change: Ratio | undefined;
}

/** All of the same kind: either base rates or net rates. */
type NestedAverages = Partial<Maybe<Ratio, "d30" | "d90" | "d180">>;

// The rate compared with its 90-day average m: spiking if now − m > 0.5·|m|, rising if > 0.2·|m|, fading if m − now >
// 0.2·|m|, else steady; also steady within 0.05 percentage points. The bounds are our choice; |m| covers the negative
// averages of loops. `now` must be what was averaged, never a total with rewards. A missing average does not mean a
// new market.
export function fade({ now, d30, d90, d180 }: NestedAverages & Maybe<Ratio, "now">): Fade | undefined {
  if (now === undefined) return undefined;
  if (d90 === undefined)
    return {
      class: d30 === undefined && d180 === undefined ? "no averages given" : "no 90-day average given",
      change: undefined,
    };
  const difference = now - d90;
  const change = d90 > materialDifference && now >= 0 ? ratio(difference / d90) : undefined;
  const bound = (share: number): number => Math.max(share * Math.abs(d90), materialDifference);
  if (difference > bound(spikeAbove)) return { class: "spiking", change };
  if (difference > bound(riseAbove)) return { class: "rising", change };
  if (-difference > bound(fadeBelow)) return { class: "fading", change };
  return { class: "steady", change };
}

// Whether a depositor's rate is steady with and without rewards (`total` and `now`), compared with the mean of every
// known window. Averages cover only the base rate, so with large rewards it is unclear what was paid. Unknown counts
// as not steady, and so does a rate of zero.
export function isSteady(input: NestedAverages & Maybe<Ratio, "now" | "total">): boolean {
  const { now, total, d90 } = input;
  if (now === undefined || total === undefined || d90 === undefined || Math.min(now, total) <= 0)
    return false;
  const means = [d90, ...averageWindows(input).map(({ value }) => value)];
  return [now, total].every((rate) =>
    means.every((mean) => fade({ now: rate, d90: mean })?.class === "steady"),
  );
}

// Averages of separate periods, so that the last month does not hide in the half year: each covers the days that no
// shorter one does, (n·m − n′·m′) / (n − n′). Newest first. Approximate: sources do not document their averages.
export function averageWindows(averages: NestedAverages) {
  const windows: { readonly fromDay: number; readonly toDay: number; readonly value: Ratio }[] = [];
  let coveredDays = 0;
  let coveredSum = 0;
  for (const [days, average] of [
    [30, averages.d30],
    [90, averages.d90],
    [180, averages.d180],
  ] as const) {
    if (average === undefined) continue;
    const value = ratio((days * average - coveredSum) / (days - coveredDays));
    if (value !== undefined) windows.push({ fromDay: coveredDays + 1, toDay: days, value });
    coveredDays = days;
    coveredSum = days * average;
  }
  return windows;
}
