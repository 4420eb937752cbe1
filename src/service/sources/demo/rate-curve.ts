import type { CurvePoint } from "./facts.ts";

type Compounding = "continuous" | "hourly";

// borrow APR = curve(U) · borrowFactor + borrowFixed; supply APR = (curve(U) − hostFixed) · U · (1 − take). Kamino:
// factor 1, take 0.1. marginfi: borrowers pay fees on top, so take is 0 and factor 1 + fee share.
export interface RateCurve {
  readonly points: readonly CurvePoint[];
  readonly compounding: Compounding;
  readonly take: number;
  readonly hostFixed: number;
  readonly borrowFactor: number;
  readonly borrowFixed: number;
}

export function rateCurve(points: readonly CurvePoint[], terms: Partial<RateCurve> = {}): RateCurve {
  return {
    points,
    compounding: "continuous",
    take: 0.1,
    hostFixed: 0,
    borrowFactor: 1,
    borrowFixed: 0,
    ...terms,
  };
}

/** Simple annual rate, flat beyond the ends. */
export function curveApr(points: readonly CurvePoint[], utilization: number): number {
  let [fromX, fromY] = points[0] ?? [0, 0];
  for (const [x, y] of points) {
    if (utilization <= x)
      return x === fromX ? y : fromY + ((y - fromY) * (utilization - fromX)) / (x - fromX);
    fromX = x;
    fromY = y;
  }
  return fromY;
}

/** e^r − 1, or (1 + r/8760)^8760 − 1 */
export function aprToYield(apr: number, compounding: Compounding): number {
  return compounding === "continuous" ? Math.expm1(apr) : Math.expm1(8760 * Math.log1p(apr / 8760));
}

function borrowApr({ points, borrowFactor, borrowFixed }: RateCurve, utilization: number): number {
  return curveApr(points, utilization) * borrowFactor + borrowFixed;
}

export function borrowYield(curve: RateCurve, utilization: number): number {
  return aprToYield(borrowApr(curve, utilization), curve.compounding);
}

export function supplyYield(curve: RateCurve, utilization: number): number {
  const apr = (curveApr(curve.points, utilization) - curve.hostFixed) * utilization * (1 - curve.take);
  return aprToYield(Math.max(0, apr), curve.compounding);
}

/** Above this simple rate borrowers repay. */
const bearableApr = 0.65;

export function highestUtilization(curve: RateCurve): number {
  if (borrowApr(curve, 1) <= bearableApr) return 0.995;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (borrowApr(curve, middle) > bearableApr) high = middle;
    else low = middle;
  }
  return low;
}

/** Scales (and raises) a typical curve to give the captured borrow rate; the host's share makes the supply rate fit. */
export function fittedCurve(
  typical: readonly CurvePoint[],
  captured: { readonly utilization: number; readonly borrowApy: number; readonly supplyApy: number },
): RateCurve {
  const { utilization } = captured;
  const apr = Math.log1p(captured.borrowApy);
  const before = curveApr(typical, utilization);
  const used = utilization > 0.001;
  // Steepness is limited; the rest is charged at every utilization.
  const scale = used && before > 0 ? Math.min(4, apr / before) : 1;
  const raise = apr - before * scale;
  const { take } = rateCurve([]);
  const supplied = Math.log1p(captured.supplyApy);
  return rateCurve(
    typical.map(([x, y]): CurvePoint => [x, Math.max(0, y * scale + raise)]),
    { hostFixed: used ? Math.min(apr, Math.max(0, apr - supplied / (utilization * (1 - take)))) : apr },
  );
}
