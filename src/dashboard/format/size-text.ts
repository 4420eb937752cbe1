import type { Usd } from "../../contract/units.ts";
import { formatUsd } from "./number.ts";

/** "$250k": a size inside a sentence or header, where a decimal that is zero says nothing. */
export function sizeText(size: Usd): string {
  const { sign, prefix, digits, unit } = formatUsd(size);
  return `${sign}${prefix}${digits.replace(/\.0$/, "")}${unit}`;
}
