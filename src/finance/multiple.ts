// A plain factor or count: leverage, cover, days, years. It has no unit to confuse, so it stays a number, but a finite one.

/** A finite number, or undefined for NaN, infinities and missing. −0 becomes 0. */
export function multiple(value: number | null | undefined): number | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return Number.isFinite(plain) ? plain : undefined;
}

/** Whether a number can be a leverage: at least 1, which is none. */
export function isLeverage(leverage: number | undefined): leverage is number {
  return leverage !== undefined && Number.isFinite(leverage) && leverage >= 1;
}

/** Sources round their limits: a leverage limit counts as higher than its LTV allows only beyond this share of it. */
export const limitTolerance = 0.01;
