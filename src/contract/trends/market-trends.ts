// GET /v0/markets/trends: the last 90 days of the markets of a page, in short. The shape is this service's own.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { number } from "../market-schema.ts";
import { parseAnswer } from "../markets-page.ts";
import { maximumLimit } from "../markets-request.ts";

/** The complete UTC days that a trend covers. */
export const trendDays = 90;
/** A trend is short enough to draw in a cell: each point is the mean of this many days. */
export const daysPerTrendPoint = 3;
export const trendPoints = trendDays / daysPerTrendPoint;
/** With fewer known days than this, a low or a share of days would describe another period than its name says. */
export const leastTrendDays = 75;

const points = z.array(z.nullable(z.number())).check(z.maxLength(trendPoints));

/**
 * Rates are fractions per year, oldest point first; null is a gap.
 * - `apy` is what depositors got, rewards included: the net rate of a loop
 * - `base` is the part without rewards; empty where the history doesn't split the rate
 * - `low90d` and `high90d` are the lowest and highest daily `apy`, `daysAboveBase` the share of days on which `apy` was at least today's base rate. They are
 *   absent with fewer than 75 known days; `daysAboveBase` also without a base rate.
 */
const marketTrendSchema = z.looseObject({
  id: z.string(),
  low90d: number,
  high90d: number,
  daysAboveBase: number,
  apy: points,
  base: points,
});
export type MarketTrend = z.infer<typeof marketTrendSchema>;

/** Markets without a deposit rate (perpetual, prediction) are left out. `cursor` is the cursor of the markets page. */
export const trendsPageSchema = z.looseObject({
  markets: z.array(marketTrendSchema).check(z.maxLength(maximumLimit)),
  cursor: z.nullable(z.string()),
});
export type TrendsPage = z.infer<typeof trendsPageSchema>;

/** @throws UnreadableAnswerError when the answer has another shape, with the path of the first fault */
export function parseTrendsPage(body: unknown): TrendsPage {
  return parseAnswer(trendsPageSchema, "{markets, cursor}", body);
}
