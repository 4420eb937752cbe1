import { fade, fadeBelow, isSteady, type Fade } from "../../../finance/fade.ts";
import type { MarketRow } from "../market-row.ts";
import { rateFade, recordedAverages } from "../row-values.ts";
import { judged, type AssessContext, type RateAgainstAverage } from "./assessment.ts";
import { missing, type Judgement } from "./room.ts";

export function judgeCourse(row: MarketRow, { record }: Pick<AssessContext, "record">): Judgement {
  const isLoop = row.kind === "loop";
  const now = isLoop ? row.depositApy : row.baseDepositApy;
  const averages = recordedAverages(row, record);
  const course = rateFade(row, record);
  const unknown = unknownCourse(course);
  if (now === undefined || unknown !== undefined)
    return missing(unknown ?? (isLoop ? "netRate" : "baseRate"));
  if (course === undefined || averages.d90 === undefined) return undefined;
  const values = against(isLoop ? "net" : "base", now, averages.d90, course);
  switch (course.class) {
    case "spiking":
      return judged("rateSpiking", values);
    case "fading":
      return judged("rateFading", values);
    case "rising":
      return judged("rateRising", values);
    case "steady":
      return isSteady({ ...averages, now, total: row.depositApy })
        ? judged("steady", values)
        : judged("rateNearAverage", values);
    case "no averages given":
    case "no 90-day average given":
      return undefined;
    default:
      return course.class satisfies never;
  }
}

export function isRateSteady(row: MarketRow, { record }: Pick<AssessContext, "record">): boolean | undefined {
  const id = judgeCourse(row, { record })?.id;
  return id === undefined || id === "missing" ? undefined : id === "steady";
}

/** For a borrower a rising base rate is the bad news. */
export function judgeBorrowCourse(row: MarketRow): Judgement {
  const { baseBorrowApy: now, baseBorrowApy30d: d30, baseBorrowApy90d: d90, baseBorrowApy180d: d180 } = row;
  const course = fade({ now, d30, d90, d180 });
  const unknown = unknownCourse(course);
  if (now === undefined || unknown !== undefined) return missing(unknown ?? "borrowRate");
  if (course === undefined || d90 === undefined) return undefined;
  const values = against("borrow", now, d90, course);
  switch (course.class) {
    case "spiking":
    case "rising":
      return judged("borrowRateRising", values);
    case "fading":
      return judged("borrowRateFalling", values);
    case "steady":
      return judged("borrowRateSteady", values);
    case "no averages given":
    case "no 90-day average given":
      return undefined;
    default:
      return course.class satisfies never;
  }
}

function unknownCourse(course: Fade | undefined): "averages" | "average90d" | undefined {
  if (course?.class === "no averages given") return "averages";
  return course?.class === "no 90-day average given" ? "average90d" : undefined;
}

/** A tiny rate changes by large percentages that are nothing in money. */
function against(
  rate: RateAgainstAverage["rate"],
  now: RateAgainstAverage["now"],
  average90d: RateAgainstAverage["average90d"],
  { class: kind, change }: Fade,
): RateAgainstAverage {
  const isTiny = change !== undefined && kind === "steady" && Math.abs(change) > fadeBelow;
  return { rate, now, average90d, change: isTiny ? undefined : change };
}
