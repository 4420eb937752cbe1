import { fieldOf } from "../../../contract/names/field-of.ts";
import { leverageLimit, limitTolerance } from "../../../finance/debt/leverage.ts";
import type { MarketRow } from "../market-row.ts";
import { formatMultiple, formatRate } from "../../format/number.ts";

/** The leverage that a loop's extra data names. Undefined unless the loop allows it. */
export function namedLeverage(loop: MarketRow): number | undefined {
  const named = fieldOf(loop.raw.additionalData, "leverage");
  return loop.kind === "loop" &&
    typeof named === "number" &&
    named > 1 &&
    named <= (leverageLimit(loop) ?? named) * (1 + limitTolerance)
    ? named
    : undefined;
}

/** "at 2.6 ×". Undefined for other markets, and without a rate. */
export function leverageText(row: MarketRow): string | undefined {
  if (row.kind !== "loop" || row.depositApy === undefined) return undefined;
  const leverage = namedLeverage(row);
  return leverage === undefined ? "leverage unknown" : `at ${formatMultiple(leverage).text}`;
}

/** "5.31 %", or for a loop "36.67 % at 2.6 ×". */
export function quotedRate(row: MarketRow): string | undefined {
  const rate = formatRate(row.depositApy)?.text;
  const leverage = leverageText(row);
  if (rate === undefined || leverage === undefined) return rate;
  return `${rate}${namedLeverage(row) === undefined ? "," : ""} ${leverage}`;
}

export function withLeverage(name: string, row: MarketRow): string {
  const leverage = leverageText(row);
  return leverage === undefined ? name : `${name} (${leverage})`;
}
