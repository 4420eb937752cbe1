// What can be judged of a market, as data. words.ts turns each assessment into a chip, a sentence or a note.
import type { Ratio, Usd } from "../../../contract/units.ts";
import type { SelectContext } from "../column.ts";
import type { CheckId } from "./checks.ts";
import type { RewardTokens } from "./reward-tokens.ts";

/** `bad` can cost money or blocks the market, `warning` qualifies the rate, `info` is neutral, `good` is a passed check. */
export type Tone = "bad" | "warning" | "info" | "good" | "unknown";

/** Which side of a market the user looks at: what a deposit earns, or what a loan costs. */
export type Side = "deposit" | "borrow";

/** What an assessment depends on besides the market. A `SelectContext` with a side is one. */
export interface AssessContext extends Pick<SelectContext, "size" | "basis" | "prices" | "loops" | "record"> {
  readonly side: Side;
  /** Whether the legs of a loop are still loading: its capacity is then pending instead of unknown. */
  readonly loading?: boolean | undefined;
}

/** What a provider may leave out. */
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
  | "borrowRate"
  | "borrowRewards";

/** A rate compared with its own 90-day average. */
export interface RateAgainstAverage {
  /** `base` and `net` are deposit rates: of a pool without rewards, of a loop as quoted. `borrow` is the base borrow rate. */
  readonly rate: "base" | "net" | "borrow";
  readonly now: Ratio;
  readonly average90d: Ratio;
  /** Relative; undefined where the average is too small to measure against. */
  readonly change: Ratio | undefined;
}

export interface RewardValues {
  /** Rewards as a share of the deposit APY. */
  readonly share: Ratio;
  readonly rewards: Ratio;
  /** What is left if rewards stop. */
  readonly base: Ratio | undefined;
  readonly tokens: RewardTokens;
}

export interface ExitValues {
  readonly available: Usd;
  readonly size: Usd;
  /** Available as a multiple of the size. */
  readonly cover: number;
}

/** The values of each assessment, worst first: `assess` and `flags` sort by this order. */
export interface AssessmentValues {
  /** A loop that cannot be opened because one of its legs takes or lends nothing. */
  readonly closed: {
    readonly leg: "supplied" | "borrowed";
    readonly symbol: string | undefined;
    readonly market: string;
  };
  readonly capReached: { readonly used: Ratio | undefined };
  readonly nothingToBorrow: { readonly isLimitReached: boolean };
  readonly nothingWithdrawable: { readonly size: Usd | undefined };
  /** Figures that cannot all be true. Only the ids: check-words.ts has the sentences. */
  readonly contradictoryFigures: { readonly checks: readonly CheckId[] };
  /** The loop earns less than its first token without leverage. */
  readonly leverageDoesNotPay: {
    readonly symbol: string | undefined;
    readonly net: Ratio;
    /** The borrow rate of its own debt, or where that is unknown the best plain deposit and its market. */
    readonly than:
      | { readonly kind: "debt"; readonly apy: Ratio }
      | { readonly kind: "deposit"; readonly apy: Ratio; readonly market: string };
  };
  /** Less than the size can be withdrawn now. */
  readonly limitedExit: ExitValues;
  readonly doesNotFit: {
    readonly left: Usd;
    readonly shortBy: Usd;
    readonly size: Usd;
    readonly isLoop: boolean;
  };
  readonly notEnoughToBorrow: { readonly left: Usd; readonly shortBy: Usd; readonly size: Usd };
  /** So much is lent out that the rate may jump. For a loan with a size: once it is taken. */
  readonly nearFullUtilization: {
    readonly utilization: Ratio;
    readonly side: Side;
    readonly size: Usd | undefined;
  };
  readonly borrowRateRising: RateAgainstAverage;
  readonly mostlyRewards: RewardValues;
  readonly rateSpiking: RateAgainstAverage;
  readonly rateFading: RateAgainstAverage;
  /** Borrowing costs less than the same pool pays depositors. */
  readonly borrowBelowDeposit: { readonly borrow: Ratio; readonly deposit: Ratio };
  readonly noLinks: { readonly provider: string };
  readonly rewards: RewardValues;
  /** The user's part of the pool once the size is deposited, from 5 %. */
  readonly shareOfPool: { readonly share: Ratio; readonly size: Usd };
  readonly rateRising: RateAgainstAverage;
  /** Near its average, but rewards or single months leave open whether the rate was steady. */
  readonly rateNearAverage: RateAgainstAverage;
  readonly borrowRateFalling: RateAgainstAverage;
  readonly capacityLoading: { readonly isLoop: true };
  /** Without a size. */
  readonly loopCapacity: { readonly left: Usd };
  readonly leverage: {
    readonly leverage: number;
    /** How far the collateral may fall against the debt. */
    readonly drop: Ratio | undefined;
    readonly collateral: string | undefined;
    readonly debt: string | undefined;
  };
  /** Without a size. */
  readonly withdrawable: { readonly available: Usd };
  /** Without a size. */
  readonly borrowable: { readonly left: Usd };
  /** Borrowers are paid rewards, which lower the borrow APY as long as they last. */
  readonly borrowRewards: { readonly apy: Ratio };
  readonly noRewards: { readonly apy: Ratio };
  /** What the token earns by being held comes on top of the rate. */
  readonly ownYieldExcluded: { readonly symbol: string };
  readonly fits: { readonly left: Usd; readonly size: Usd; readonly isLoop: boolean };
  readonly canExit: ExitValues;
  readonly enoughToBorrow: { readonly left: Usd; readonly size: Usd };
  /** The rate the user gets, rewards included, stayed near today's in every known window of its averages. */
  readonly steady: RateAgainstAverage;
  readonly borrowRateSteady: RateAgainstAverage;
  readonly unknown: { readonly facts: readonly UnknownFact[]; readonly provider: string };
}

export type AssessmentId = keyof AssessmentValues;

/** One judgement of a market. Code decides by `id` and `values`, never by its words. */
export type Assessment<Id extends AssessmentId = AssessmentId> = {
  readonly [Own in Id]: {
    readonly id: Own;
    readonly tone: Tone;
    readonly values: AssessmentValues[Own];
  };
}[Id];

/** The tone of each assessment. The order of the keys is the order of severity. */
export const tones: Readonly<Record<AssessmentId, Tone>> = {
  closed: "bad",
  capReached: "bad",
  nothingToBorrow: "bad",
  nothingWithdrawable: "bad",
  contradictoryFigures: "bad",
  leverageDoesNotPay: "bad",
  limitedExit: "bad",
  doesNotFit: "bad",
  notEnoughToBorrow: "bad",
  nearFullUtilization: "bad",
  borrowRateRising: "bad",
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

/** An assessment with the tone of its id. */
export function judged<Id extends AssessmentId>(id: Id, values: AssessmentValues[Id]): Assessment<Id> {
  return { id, tone: tones[id], values };
}

const severity: ReadonlyMap<string, number> = new Map(Object.keys(tones).map((id, at) => [id, at]));

/** Sorts assessments worst first. */
export function worstFirst(assessments: readonly Assessment[]): readonly Assessment[] {
  return assessments.toSorted((one, other) => rank(one.id) - rank(other.id));
}

function rank(id: AssessmentId): number {
  return severity.get(id) ?? severity.size;
}

/** The assessment with this id, where there is one. */
export function findAssessment<Id extends AssessmentId>(
  assessments: readonly Assessment[],
  id: Id,
): Extract<Assessment, { readonly id: Id }> | undefined {
  return assessments.find(
    (assessment): assessment is Extract<Assessment, { readonly id: Id }> => assessment.id === id,
  );
}
