import { ratio } from "../../../contract/units.ts";
import { formatCount, formatShare, inWords } from "../../../domain/format/number.ts";

const percent = (value: number): string => inWords(formatShare(ratio(value), "whole"));
const times = (value: number): string => `${formatCount(value).text}×`;

/** The defaults are our choice, on the careful side. `before` and `after` are texts around the value: "Max 10 % of a pool". */
export const moveLimits = {
  poolShare: {
    usual: 0.1,
    choices: [0.05, 0.1, 0.25],
    before: "Max",
    after: "of a pool",
    csv: "max shareOfPool (fraction)",
    format: percent,
    help: "Your money's largest share of a pool's deposits. Larger deposits dilute the APY more and take longer to withdraw.",
  },
  providerShare: {
    usual: 0.4,
    choices: [0.25, 0.4, 0.6, 1],
    before: "Max",
    after: "per provider",
    csv: "max share per provider (fraction)",
    format: percent,
    help: "The largest share of each token's money with one provider. A provider above it today gets nothing more.",
  },
  exitCover: {
    usual: 5,
    choices: [1, 2, 5, 10],
    before: "Exit",
    after: "or more",
    csv: "min exitCover (times)",
    format: times,
    help: "The liquidity a market must have now, as a multiple of your money in it. Markets with unknown liquidity are left out.",
  },
} as const;
export const limitNames = ["poolShare", "providerShare", "exitCover"] as const;

/** Money that is already in a market counts towards its limits. */
export type MoveLimits = Readonly<Record<(typeof limitNames)[number], number>>;

/** `requested` is in the order of the names. Values that are no choice become the default. */
export function allowedLimits(requested: readonly number[]): MoveLimits {
  const allowed = (name: keyof MoveLimits): number =>
    moveLimits[name].choices.find((choice) => choice === requested[limitNames.indexOf(name)]) ??
    moveLimits[name].usual;
  return {
    poolShare: allowed("poolShare"),
    providerShare: allowed("providerShare"),
    exitCover: allowed("exitCover"),
  };
}

export const defaultLimits = allowedLimits([]);

/** APY rates change by this much within a day, so smaller gains mean nothing. */
export const minImprovement = 0.0025;
/** US dollars per year, for each market or deposit. */
export const minGain = 10;
