// The leverage of a loop's rate, and how the rate is told with it.
import { leverageLimit } from "../../../finance/debt/leverage.ts";
import { limitTolerance } from "../../../finance/multiple.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
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

/**
 * What a loop's rate says nothing without, to stand beside it: "at 2.6 ×", or that nobody tells it. Undefined for a market that is no
 * loop, and for one without a rate.
 */
export function leverageText(row: MarketRow): string | undefined {
  if (row.kind !== "loop" || row.depositApy === undefined) return undefined;
  const leverage = namedLeverage(row);
  return leverage === undefined ? "leverage not told" : `at ${formatMultiple(leverage).text}`;
}

/** A market's deposit rate in a line of text, of a loop with its leverage: "5.31 %", "36.67 % at 2.6 ×". Undefined without a rate. */
export function quotedRate(row: MarketRow): string | undefined {
  const rate = formatRate(row.depositApy)?.text;
  const leverage = leverageText(row);
  if (rate === undefined || leverage === undefined) return rate;
  return `${rate}${namedLeverage(row) === undefined ? "," : ""} ${leverage}`;
}

/** "JLP / USDC, Kamino · JLP Market (at 2.6 ×)": a name beside which a rate stands. */
export function withLeverage(name: string, row: MarketRow): string {
  const leverage = leverageText(row);
  return leverage === undefined ? name : `${name} (${leverage})`;
}
