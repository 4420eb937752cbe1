// Points of moments → means of hours and days, weighted by time.
import { pointFields, type Point, type PointField } from "./point.ts";
import { Series } from "./series.ts";

/**
 * The mean of each figure over each step. A value holds from its moment to the next point, but no longer than `hold`: after that
 * nobody knows. A figure is weighed by the time for which it was known; `coverage` is the share of the step for which there
 * was any point. A step without one has no mean.
 * @param points from at least `hold` before `from` on
 * @param from where the first step begins, and `to` where the last one ends; whole seconds, as are `step` and `hold`
 */
export function rollUp(points: Series, from: number, to: number, step: number, hold: number): Series {
  const means = new Series();
  const sums = new Map<PointField, { sum: number; seconds: number }>();
  let covered = 0;
  let start = from;
  const finish = (): void => {
    if (covered > 0) {
      const point: { [Field in PointField]?: number } = { coverage: Math.min(1, covered / step) };
      for (const [field, { sum, seconds }] of sums) point[field] = sum / seconds;
      means.push(start, point);
    }
    sums.clear();
    covered = 0;
  };
  const columns = pointFields.flatMap((field) => {
    const column = field === "coverage" ? undefined : points.columns.get(field);
    return column === undefined ? [] : [{ field, column }];
  });
  for (const [index, time] of points.times.entries()) {
    const end = Math.min(points.times[index + 1] ?? Infinity, time + hold, to);
    let at = Math.max(time, from);
    if (at >= end) continue;
    // What says nothing is the end of what was said before it.
    if (columns.every(({ column }) => column.at(index) === undefined)) continue;
    while (at < end) {
      for (; at >= start + step; start += step) finish();
      const until = Math.min(end, start + step);
      const seconds = until - at;
      covered += seconds;
      for (const { field, column } of columns) {
        const value = column.at(index);
        if (value === undefined) continue;
        const known = sums.get(field);
        if (known === undefined) sums.set(field, { sum: value * seconds, seconds });
        else {
          known.sum += value * seconds;
          known.seconds += seconds;
        }
      }
      at = until;
    }
  }
  finish();
  return means;
}

/** The mean of a stretch of time, and undefined where nothing is known of it. */
export function meanOf(points: Series, from: number, to: number, hold: number): Point | undefined {
  const means = rollUp(points, from, to, to - from, hold);
  return means.length === 0 ? undefined : means.pointAt(0);
}
