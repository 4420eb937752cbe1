// Interest-rate curves: [utilization, rate], rates as simple annual fractions (APR). Captured from the programs' public
// configurations by 2026-02-17 unless a line says that it is an estimate.

export type CurvePoint = readonly [utilization: number, apr: number];

/** Kamino Main USDC, as on chain. */
export const kaminoStableCurve: readonly CurvePoint[] = [
  [0, 0],
  [0.95, 0.0475],
  [1, 0.3],
];

/** The example reserve of Kamino's own toolkit, shaped like its SOL reserve. */
export const kaminoSolCurve: readonly CurvePoint[] = [
  [0, 0.0001],
  [0.7, 0.04],
  [0.91, 0.06],
  [0.93, 0.1],
  [0.95, 0.2],
  [0.97, 0.4],
  [1, 0.8],
];

/** Staking tokens on Kamino. The base of 1.3 % was captured, the rest is an estimate. */
export const kaminoStakingTokenCurve: readonly CurvePoint[] = [
  [0, 0.013],
  [0.45, 0.02],
  [0.8, 0.06],
  [1, 0.5],
];

/** marginfi banks: the plateau at 80 % and the rate at 100 %, per kind of token. */
export const marginfiCurves = {
  standard: [
    [0, 0],
    [0.8, 0.1],
    [1, 3],
  ],
  // An estimate: no capture says more of USDT than its utilization.
  tether: [
    [0, 0],
    [0.8, 0.08],
    [1, 4],
  ],
  volatile: [
    [0, 0],
    [0.8, 0.3],
    [1, 3],
  ],
} as const satisfies Record<string, readonly CurvePoint[]>;

/** Jupiter Lend has two kinks; the figures per token are not public, so these are an estimate in that shape. */
export const jupiterCurve: readonly CurvePoint[] = [
  [0, 0],
  [0.85, 0.045],
  [0.93, 0.08],
  [1, 0.25],
];
