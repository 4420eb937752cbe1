import { usd, type Usd } from "../../contract/units.ts";

/** Rounds an estimate to the few digits it is good for. */
export function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** Rounded down, so that a loan needs no more than its collateral. */
export function wholeUsd(value: number | undefined): Usd | undefined {
  if (value === undefined) return undefined;
  return usd(value < 100 ? Math.floor(value * 100) / 100 : Math.floor(value));
}
