// The leverage of a loop's rate.
import { leverageLimit } from "../../../finance/debt/leverage.ts";
import { limitTolerance } from "../../../finance/multiple.ts";
import type { MarketRow } from "../market-row.ts";
import { formatMultiple, formatRate } from "../../format/number.ts";

/** The leverage a loop's rate is quoted at, where its extra data names one that it allows. */
export function namedLeverage(loop: MarketRow): number | undefined {
  const data = loop.raw.additionalData;
  const named: unknown =
    typeof data === "object" && data !== null ? Reflect.get(data, "leverage") : undefined;
  return typeof named === "number" &&
    named > 1 &&
    named <= (leverageLimit(loop) ?? named) * (1 + limitTolerance)
    ? named
    : undefined;
}

/** The leverage that a loop's rate is quoted at, beside the rate: "at 2.6 ×". Undefined for other markets, and without a rate. */
export function leverageText(row: MarketRow): string | undefined {
  if (row.kind !== "loop" || row.depositApy === undefined) return undefined;
  const leverage = namedLeverage(row);
  return leverage === undefined ? "leverage unknown" : `at ${formatMultiple(leverage).text}`;
}

/** A market's deposit rate as text, a loop's with its leverage: "5.31 %", "36.67 % at 2.6 ×". */
export function quotedRate(row: MarketRow): string | undefined {
  const rate = formatRate(row.depositApy)?.text;
  const leverage = leverageText(row);
  if (rate === undefined || leverage === undefined) return rate;
  return `${rate}${namedLeverage(row) === undefined ? "," : ""} ${leverage}`;
}

/** "JLP / USDC, Kamino · JLP Market (at 2.6 ×)": a name beside its rate. */
export function withLeverage(name: string, row: MarketRow): string {
  const leverage = leverageText(row);
  return leverage === undefined ? name : `${name} (${leverage})`;
}
