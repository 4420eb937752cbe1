/** Rounds an estimate to the few digits it is good for. NaN for zero. */
export function significant(value: number, digits: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - digits + 1);
  return Math.round(value / step) * step;
}
