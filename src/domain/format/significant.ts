/** Rounds an estimate to the few digits it is good for. */
export function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
