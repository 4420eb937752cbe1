import { curveFacts, known, type RateCurve } from "./facts.ts";

export const curveNamed = (name: string): RateCurve => known(curveFacts.curves[name], name);

/** Simple annual rate. The curve is flat beyond its ends. */
export function curveApr(points: RateCurve["points"], utilization: number): number {
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
function aprToYield(apr: number, compounding: RateCurve["compounding"]): number {
  return compounding === "continuous" ? Math.expm1(apr) : Math.expm1(8760 * Math.log1p(apr / 8760));
}

function borrowApr(
  { points, borrowFactor, borrowFixed }: RateCurve,
  utilization: number,
  apr = curveApr(points, utilization),
): number {
  return apr * borrowFactor + borrowFixed;
}

/** Pass `apr` from the curve if both yields are needed, to look it up only once. */
export function borrowYield(curve: RateCurve, utilization: number, apr?: number): number {
  return aprToYield(borrowApr(curve, utilization, apr), curve.compounding);
}

export function supplyYield(
  curve: RateCurve,
  utilization: number,
  apr = curveApr(curve.points, utilization),
): number {
  const earned = (apr - curve.hostFixed) * utilization * (1 - curve.take);
  return aprToYield(Math.max(0, earned), curve.compounding);
}

/** Above this simple rate, borrowers repay. */
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

/** Scales (and raises) a typical curve to the captured borrow rate; the host's share makes the supply rate fit. */
export function fittedCurve(
  typical: RateCurve,
  captured: { readonly utilization: number; readonly borrowApy: number; readonly supplyApy: number },
): RateCurve {
  const { utilization } = captured;
  const apr = Math.log1p(captured.borrowApy);
  const before = curveApr(typical.points, utilization);
  const used = utilization > 0.001;
  // The curve must not get too steep; the rest is charged at every utilization.
  const scale = used && before > 0 ? Math.min(4, apr / before) : 1;
  const raise = apr - before * scale;
  const supplied = Math.log1p(captured.supplyApy);
  const host = used ? Math.max(0, apr - supplied / (utilization * (1 - typical.take))) : apr;
  return {
    ...typical,
    points: typical.points.map(([x, y]) => [x, Math.max(0, y * scale + raise)]),
    hostFixed: Math.min(apr, host),
  };
}
