/** Estimates are no sharper than a few digits. NaN for zero. */
export function significant(value: number, digits: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - digits + 1);
  return Math.round(value / step) * step;
}
