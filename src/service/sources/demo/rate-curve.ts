// From utilization to rates: the piecewise linear curve a lending program charges by, and how it compounds.
import type { CurvePoint } from "./facts/curves.ts";

/** How a program turns a simple annual rate into a yield: per slot (practically continuous) or per hour. */
type Compounding = "continuous" | "hourly";

/**
 * borrow APR = curve(U) · borrowFactor + borrowFixed; supply APR = (curve(U) − hostFixed) · U · (1 − take).
 * Kamino: factor 1, take 0.1. marginfi: the borrower pays the fees on top, so take is 0 and factor is 1 + fee share.
 */
export interface RateCurve {
  readonly points: readonly CurvePoint[];
  readonly compounding: Compounding;
  readonly take: number;
  readonly hostFixed: number;
  readonly borrowFactor: number;
  readonly borrowFixed: number;
}

/** The simple annual rate of a curve at a utilization; flat beyond its ends. */
export function curveApr(points: readonly CurvePoint[], utilization: number): number {
  let [fromX, fromY] = points[0] ?? [0, 0];
  for (const [x, y] of points) {
    if (utilization <= x) {
      if (x === fromX) return y;
      return fromY + ((y - fromY) * (utilization - fromX)) / (x - fromX);
    }
    fromX = x;
    fromY = y;
  }
  return fromY;
}

/** Yield of a simple annual rate: e^r − 1, or (1 + r/8760)^8760 − 1. Fractions. */
export function aprToYield(apr: number, compounding: Compounding): number {
  return compounding === "continuous" ? Math.expm1(apr) : Math.expm1(8760 * Math.log1p(apr / 8760));
}

/** What borrowers pay at a utilization, as a yearly fraction. */
export function borrowYield(curve: RateCurve, utilization: number): number {
  return aprToYield(
    curveApr(curve.points, utilization) * curve.borrowFactor + curve.borrowFixed,
    curve.compounding,
  );
}

/** What suppliers earn at a utilization, as a yearly fraction. */
export function supplyYield(curve: RateCurve, utilization: number): number {
  const apr = (curveApr(curve.points, utilization) - curve.hostFixed) * utilization * (1 - curve.take);
  return aprToYield(Math.max(0, apr), curve.compounding);
}

/** The highest simple rate that borrowers bear before they repay. */
const bearableApr = 0.65;

/** The utilization at which a curve reaches what borrowers bear; 1 when it never does. */
export function highestUtilization(curve: RateCurve): number {
  const apr = (utilization: number): number =>
    curveApr(curve.points, utilization) * curve.borrowFactor + curve.borrowFixed;
  if (apr(1) <= bearableApr) return 0.995;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (apr(middle) > bearableApr) high = middle;
    else low = middle;
  }
  return low;
}

/**
 * Fits a program's typical curve to a captured reserve: scaled (and, where that is not enough, raised) so that it charges the
 * captured borrow rate at the captured utilization, with the host's share such that suppliers earn the captured rate.
 */
export function fittedCurve(
  typical: readonly CurvePoint[],
  captured: { readonly utilization: number; readonly borrowApy: number; readonly supplyApy: number },
): RateCurve {
  const take = 0.1;
  const apr = Math.log1p(captured.borrowApy);
  const before = curveApr(typical, captured.utilization);
  const used = captured.utilization > 0.001;
  // A curve is made steeper only so far; what is still missing is charged at every utilization.
  const scale = used && before > 0 ? Math.min(4, apr / before) : 1;
  const raise = apr - before * scale;
  const points = typical.map(([x, y]): CurvePoint => [x, Math.max(0, y * scale + raise)]);
  const supplied = Math.log1p(captured.supplyApy);
  const hostFixed = used
    ? Math.min(apr, Math.max(0, apr - supplied / (captured.utilization * (1 - take))))
    : apr;
  return { points, compounding: "continuous", take, hostFixed, borrowFactor: 1, borrowFixed: 0 };
}
