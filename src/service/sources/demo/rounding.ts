// The precision at which figures leave the demo. Sums are made of the rounded parts, so that they hold to the last digit.

/** A yearly fraction to 8 decimals: a millionth of a percent. Never −0. */
export function roundRate(value: number): number {
  return Math.round(value * 1e8) / 1e8 + 0;
}

/** USD to the cent. */
export function roundUsd(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

/** Whole tokens to the token's own precision, at most 9 decimals. */
export function roundAmount(value: number, decimals: number): number {
  const scale = 10 ** Math.min(9, decimals);
  return Math.round(value * scale) / scale + 0;
}

/** A share or price to 4 decimals. */
export function roundShare(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}
