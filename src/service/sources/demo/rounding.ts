// Totals are sums of rounded parts, so they add up to the last digit. `+ 0` turns −0 into 0.
const round = (value: number, scale: number): number => Math.round(value * scale) / scale + 0;

export const roundRate = (value: number): number => round(value, 1e8);
export const roundUsd = (value: number): number => round(value, 100);
export const roundAmount = (value: number, decimals: number): number =>
  round(value, 10 ** Math.min(9, decimals));
export const roundShare = (value: number): number => round(value, 1e4);
export const roundRatio = (value: number): number => round(value, 1e6);
/** Ten significant digits, for bitcoin and meme coins alike. */
export const roundPrice = (price: number): number => Number(price.toPrecision(10));
