// Where the marks of an axis stand.

/** How far a step may be from one, two or five of a power of ten, since 0.1 is not a tenth in binary. */
const slack = 1e-9;

/** Round values in low…high, at most `count` + 1 of them: steps of 1, 2 or 5 of a power of ten. Zero is one where it is inside. */
export function axisMarks(low: number, high: number, count: number): readonly number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span) || count < 1) return [];
  const power = 10 ** Math.floor(Math.log10(span / count));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power * (1 + slack) >= span / count) ?? 10;
  const step = factor * power;
  const marks: number[] = [];
  // Adding nothing turns minus zero into zero.
  for (let at = Math.ceil(low / step - slack); at <= high / step + slack; at += 1) marks.push(at * step + 0);
  return marks;
}

/** The powers of ten from the one at or below the least value to the one at or above the greatest. */
export function decades(least: number, most: number): readonly number[] {
  if (!(least > 0) || !(most >= least) || !Number.isFinite(most)) return [];
  const first = Math.floor(Math.log10(least) + slack);
  const last = Math.max(first + 1, Math.ceil(Math.log10(most) - slack));
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
}
