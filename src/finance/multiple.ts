/** Undefined for NaN and infinities; −0 becomes 0. */
export function multiple(value: number | null | undefined): number | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return Number.isFinite(plain) ? plain : undefined;
}

/** 1 is no loop, but valid. */
export function isLeverage(leverage: number | undefined): leverage is number {
  return leverage !== undefined && Number.isFinite(leverage) && leverage >= 1;
}

/** Sources round their limits, so leverage and LTV contradict each other only beyond this share. */
export const limitTolerance = 0.01;
