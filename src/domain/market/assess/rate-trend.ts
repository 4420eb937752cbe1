import { fade, fadeBelow, isSteady, type FadeClass } from "../../../finance/fade.ts";
import type { MarketRow } from "../market-row.ts";
import { averagesOf, ownAverages } from "../row-values.ts";
import { judged, type AssessContext, type RateAgainstAverage, type UnknownFact } from "./assessment.ts";
import { missing, type Judgment } from "./capacity.ts";

export function judgeDepositRate(row: MarketRow, { record }: Pick<AssessContext, "record">): Judgment {
  const averages = ownAverages(row, record);
  const course =
    row.kind === "loop"
      ? judgeAgainst("net", averages, depositCourses, "netRate")
      : judgeAgainst("base", averages, depositCourses, "baseRate");
  return course?.id === "rateNearAverage" && isSteady({ ...averages, total: row.depositApy })
    ? judged("steady", course.values)
    : course;
}

export function isRateSteady(
  row: MarketRow,
  { record, side }: Pick<AssessContext, "record" | "side">,
): boolean | undefined {
  const id = (side === "borrow" ? judgeBorrowRate(row) : judgeDepositRate(row, { record }))?.id;
  return id === undefined || id === "missing" ? undefined : id === "steady" || id === "borrowRateSteady";
}

/** For borrowers, a rising base rate is the bad news. */
export function judgeBorrowRate(row: MarketRow): Judgment {
  return judgeAgainst("borrow", averagesOf(row, "baseBorrowApy"), borrowCourses, "borrowRate");
}

/** A tiny rate can change by a large percentage that means nothing in money. */
export function isTinyChange({ class: kind, change }: NonNullable<ReturnType<typeof fade>>): boolean {
  return kind === "steady" && Math.abs(change ?? 0) > fadeBelow;
}

type Course = Extract<FadeClass, "spiking" | "rising" | "fading" | "steady">;

const depositCourses = {
  spiking: "rateSpiking",
  rising: "rateRising",
  fading: "rateFading",
  steady: "rateNearAverage",
} as const;
const borrowCourses = {
  spiking: "borrowRateRising",
  rising: "borrowRateRising",
  fading: "borrowRateFalling",
  steady: "borrowRateSteady",
} as const;

function judgeAgainst(
  rate: RateAgainstAverage["rate"],
  averages: ReturnType<typeof averagesOf>,
  ids: Readonly<Record<Course, (typeof depositCourses | typeof borrowCourses)[Course]>>,
  unknownRate: UnknownFact,
): Judgment {
  const { now, d90: average90d } = averages;
  const course = fade(averages);
  if (now === undefined || course === undefined) return missing(unknownRate);
  const { class: kind, change } = course;
  if (kind === "no averages given") return missing("averages");
  if (kind === "no 90-day average given" || average90d === undefined) return missing("average90d");
  return judged(ids[kind], { rate, now, average90d, change: isTinyChange(course) ? undefined : change });
}
