import { z } from "../zod.ts";
import { number } from "../market-schema.ts";
import { responseParser } from "../markets-page.ts";
import { maxLimit } from "../markets-request.ts";

/** Complete UTC days. */
export const trendDays = 90;
/** Few enough points to draw in a cell. */
export const daysPerTrendPoint = 3;
export const trendPoints = trendDays / daysPerTrendPoint;
/** With fewer known days, calling figures "90 days" would be misleading. */
export const minTrendDays = 75;

const points = z.array(z.nullable(z.number())).check(z.maxLength(trendPoints));

/**
 * Fractions per year, oldest point first; null is a gap.
 * - `apy` includes rewards (for loops the net rate); `base` is empty where the history does not split the rate
 * - `average` is the mean of the known days
 * - `daysAboveBase` is the share of days with `apy` at or above today's base rate
 */
const marketTrendSchema = z.looseObject({
  id: z.string(),
  low90d: number,
  high90d: number,
  average: number,
  daysAboveBase: number,
  apy: points,
  base: points,
});
export type MarketTrend = z.infer<typeof marketTrendSchema>;

/**
 * Omits markets without a deposit rate (perpetual, prediction). If `pending`, also omits markets whose history is
 * still being read: request again in a minute. `cursor` comes from the markets page.
 */
export const trendsPageSchema = z.looseObject({
  markets: z.array(marketTrendSchema).check(z.maxLength(maxLimit)),
  pending: z.optional(z.literal(true)),
  cursor: z.nullable(z.string()),
});
export type TrendsPage = z.infer<typeof trendsPageSchema>;

export const parseTrendsPage = responseParser(trendsPageSchema, "{markets, cursor}");
