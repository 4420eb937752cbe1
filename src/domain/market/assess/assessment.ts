// Assessments of a market, as data. words.ts turns them into text.
import type { Ratio, Usd } from "../../../contract/units.ts";
import type { FactTone } from "../../marks.ts";
import type { SelectContext } from "../column.ts";
import type { CheckId } from "./checks.ts";
import type { RewardTokens } from "./reward-tokens.ts";

export type Side = "deposit" | "borrow";

export interface AssessContext extends Pick<
  SelectContext,
  "size" | "basis" | "prices" | "loops" | "loans" | "record"
> {
  readonly side: Side;
  /** The legs of a loop are still loading, so its capacity is pending rather than unknown. */
  readonly loading?: boolean | undefined;
  /** Selected for a loop, whose `loops` are for it. Otherwise the quoted one, or halfway to the maximum. */
  readonly leverage?: number | undefined;
}

export type UnknownFact =
  | "depositCap"
  | "available"
  | "rewards"
  | "baseRate"
  | "netRate"
  | "averages"
  | "average90d"
  | "loopCapacity"
  | "leverage"
  | "leftToBorrow"
  | "liquidity"
  | "borrowLimit"
  | "borrowRate"
  | "borrowRewards";

export interface RateAgainstAverage {
  readonly rate: "base" | "net" | "borrow";
  readonly now: Ratio;
  readonly average90d: Ratio;
  /** Relative change. Undefined if the average is too small to compare with. */
  readonly change: Ratio | undefined;
}

export interface RewardValues {
  readonly share: Ratio;
  readonly rewards: Ratio;
  /** The rate that remains if rewards stop. */
  readonly base: Ratio | undefined;
  readonly tokens: RewardTokens;
}

interface ExitValues {
  readonly available: Usd;
  readonly size: Usd;
  readonly cover: number;
}

/** The values of each assessment, in the order of `tones`: worst first. */
export interface AssessmentValues {
  readonly closed: {
    readonly leg: "supplied" | "borrowed";
    readonly symbol: string | undefined;
    readonly market: string;
  };
  readonly capReached: { readonly used: Ratio | undefined };
  readonly nothingToBorrow: { readonly isLimitReached: boolean };
  readonly collateralCapReached: { readonly symbol: string | undefined };
  /** Only of a chosen collateral, at the chosen share of the limit. */
  readonly collateralDoesNotFit: {
    readonly symbol: string | undefined;
    readonly left: Usd;
    readonly shortBy: Usd;
  };
  readonly nothingWithdrawable: { readonly size: Usd | undefined };
  readonly contradictoryFigures: { readonly checks: readonly CheckId[] };
  readonly leverageDoesNotPay: {
    readonly symbol: string | undefined;
    readonly net: Ratio;
    /** What the net rate is compared with: the debt's borrow rate or, if unknown, the best plain deposit. */
    readonly than:
      | { readonly kind: "debt"; readonly apy: Ratio }
      | { readonly kind: "deposit"; readonly apy: Ratio; readonly market: string };
  };
  readonly limitedExit: ExitValues;
  readonly doesNotFit: {
    readonly left: Usd;
    readonly shortBy: Usd;
    readonly size: Usd;
    readonly isLoop: boolean;
  };
  readonly notEnoughToBorrow: { readonly left: Usd; readonly shortBy: Usd; readonly size: Usd };
  readonly nearFullUtilization: {
    readonly utilization: Ratio;
    readonly side: Side;
    /** The token that a loop supplies to the pool. */
    readonly supplied?: string | undefined;
  };
  /**
   * Not near full, but the rate may leave its range at the user's size. For a loan, `utilization` includes it; without
   * a size, any loan may.
   */
  readonly kinkRisk: AssessmentValues["nearFullUtilization"] & { readonly size: Usd | undefined };
  readonly borrowRateRising: RateAgainstAverage;
  /** No loaded market takes collateral for the loan, or not the chosen one. */
  readonly collateralUnknown: { readonly provider: string; readonly chosen: string | undefined };
  /** Of the token that a loop borrows. `utilization` includes its loan at the user's size. */
  readonly debtRateMayJump: {
    readonly utilization: Ratio;
    readonly symbol: string | undefined;
    readonly size: Usd | undefined;
  };
  readonly mostlyRewards: RewardValues;
  readonly rateSpiking: RateAgainstAverage;
  readonly rateFading: RateAgainstAverage;
  readonly borrowBelowDeposit: { readonly borrow: Ratio; readonly deposit: Ratio };
  readonly noLinks: { readonly provider: string };
  readonly rewards: RewardValues;
  /** Only from a share of 5 %. */
  readonly shareOfPool: { readonly share: Ratio; readonly size: Usd };
  readonly rateRising: RateAgainstAverage;
  /** The rate is near its average, but rewards or single months may have varied. */
  readonly rateNearAverage: RateAgainstAverage;
  readonly borrowRateFalling: RateAgainstAverage;
  readonly capacityLoading: { readonly isLoop: true };
  readonly loopCapacity: { readonly left: Usd };
  readonly leverage: {
    readonly leverage: number;
    readonly drop: Ratio | undefined;
    readonly collateral: string | undefined;
    readonly debt: string | undefined;
  };
  readonly withdrawable: { readonly available: Usd };
  readonly borrowable: { readonly left: Usd };
  readonly borrowRewards: { readonly apy: Ratio };
  readonly noRewards: { readonly apy: Ratio };
  readonly ownYieldExcluded: { readonly symbol: string };
  readonly fits: { readonly left: Usd; readonly size: Usd; readonly isLoop: boolean };
  readonly canExit: ExitValues;
  readonly enoughToBorrow: { readonly left: Usd; readonly size: Usd };
  /** Includes rewards. Compared with the average of every known window. */
  readonly steady: RateAgainstAverage;
  readonly borrowRateSteady: RateAgainstAverage;
  readonly unknown: {
    readonly facts: readonly UnknownFact[];
    readonly provider: string;
    /** Known in tokens, but not in dollars, because the market's totals imply no price. */
    readonly unpriced: readonly UnknownFact[];
  };
}

export type AssessmentId = keyof AssessmentValues;

/** One judgment of a market. Code depends on `id` and `values`, never on its words. */
export type Assessment<Id extends AssessmentId = AssessmentId> = {
  readonly [Own in Id]: {
    readonly id: Own;
    readonly tone: FactTone;
    readonly values: AssessmentValues[Own];
  };
}[Id];

/** Worst first: `assess` and `flags` sort in the order of these keys. */
export const tones: Readonly<Record<AssessmentId, FactTone>> = {
  closed: "bad",
  capReached: "bad",
  nothingToBorrow: "bad",
  collateralCapReached: "bad",
  collateralDoesNotFit: "bad",
  nothingWithdrawable: "bad",
  contradictoryFigures: "bad",
  leverageDoesNotPay: "bad",
  limitedExit: "bad",
  doesNotFit: "bad",
  notEnoughToBorrow: "bad",
  nearFullUtilization: "bad",
  kinkRisk: "bad",
  borrowRateRising: "bad",
  collateralUnknown: "warning",
  debtRateMayJump: "warning",
  mostlyRewards: "warning",
  rateSpiking: "warning",
  rateFading: "warning",
  borrowBelowDeposit: "warning",
  noLinks: "info",
  rewards: "info",
  shareOfPool: "info",
  rateRising: "info",
  rateNearAverage: "info",
  borrowRateFalling: "info",
  capacityLoading: "info",
  loopCapacity: "info",
  leverage: "info",
  withdrawable: "info",
  borrowable: "info",
  borrowRewards: "info",
  noRewards: "info",
  ownYieldExcluded: "info",
  fits: "good",
  canExit: "good",
  enoughToBorrow: "good",
  steady: "good",
  borrowRateSteady: "good",
  unknown: "unknown",
};

export function judged<Id extends AssessmentId>(id: Id, values: AssessmentValues[Id]): Assessment<Id> {
  return { id, tone: tones[id], values };
}

const idsWorstFirst = Object.keys(tones);

export function worstFirst(assessments: readonly Assessment[]): readonly Assessment[] {
  return assessments.toSorted(
    (one, other) => idsWorstFirst.indexOf(one.id) - idsWorstFirst.indexOf(other.id),
  );
}

export function findAssessment<Id extends AssessmentId>(
  assessments: readonly Assessment[],
  id: Id,
): Extract<Assessment, { readonly id: Id }> | undefined {
  return assessments.find(
    (assessment): assessment is Extract<Assessment, { readonly id: Id }> => assessment.id === id,
  );
}
