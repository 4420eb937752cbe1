// Points of moments → means of hours and days, weighted by time.
import { pointFields, type PointField } from "./point.ts";
import { Series } from "./series.ts";

/**
 * The mean of each figure over each step. A value holds from its moment to the next point, but no longer than `hold`: after that
 * nobody knows. A figure is weighed by the time for which it was known; `coverage` is the share of the step for which there
 * was any point. A step without one has no mean.
 * @param points from at least `hold` before `from` on
 * @param from where the first step begins, and `to` where the last one ends; whole seconds, as are `step` and `hold`
 */
export function rollUp(points: Series, from: number, to: number, step: number, hold: number): Series {
  const means = new Series(Math.min(points.length, Math.ceil((to - from) / step)));
  const columns = pointFields.flatMap((field) => {
    const column = field === "coverage" ? undefined : points.columns.get(field);
    return column === undefined ? [] : [{ field, column, sum: 0, seconds: 0 }];
  });
  let covered = 0;
  let start = from;
  const finish = (): void => {
    if (covered === 0) return;
    const point: { [Field in PointField]?: number } = { coverage: Math.min(1, covered / step) };
    for (const known of columns) {
      if (known.seconds > 0) point[known.field] = known.sum / known.seconds;
      known.sum = 0;
      known.seconds = 0;
    }
    means.push(start, point);
    covered = 0;
  };
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
      for (const known of columns) {
        const value = known.column.at(index);
        if (value === undefined) continue;
        known.sum += value * seconds;
        known.seconds += seconds;
      }
      at = until;
    }
  }
  finish();
  return means;
}
