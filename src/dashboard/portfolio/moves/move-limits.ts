/** Money that is already in a market counts towards its limits. */
export interface MoveLimits {
  readonly poolShare: number;
  /** Share of a token's money. A provider that exceeds it already gets no more. */
  readonly providerShare: number;
  /** How many times the deposit must be available to withdraw. */
  readonly exitCover: number;
}
/** Our choice, on the careful side. */
export const defaultLimits = {
  poolShare: 0.1,
  providerShare: 0.4,
  exitCover: 5,
} as const satisfies MoveLimits;
export const limitChoices = {
  poolShare: [0.05, 0.1, 0.25],
  providerShare: [0.25, 0.4, 0.6, 1],
  exitCover: [1, 2, 5, 10],
} as const satisfies Readonly<Record<keyof MoveLimits, readonly number[]>>;

export function allowedLimits(asked: Readonly<Record<keyof MoveLimits, number | undefined>>): MoveLimits {
  const allowed = (name: keyof MoveLimits): number =>
    limitChoices[name].find((choice) => choice === asked[name]) ?? defaultLimits[name];
  return {
    poolShare: allowed("poolShare"),
    providerShare: allowed("providerShare"),
    exitCover: allowed("exitCover"),
  };
}

/** APY rates change by this much within a day, so smaller gains mean nothing. */
export const leastImprovement = 0.0025;
/** US dollars per year, for each market or deposit. */
export const leastGain = 10;
