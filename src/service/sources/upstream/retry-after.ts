/** A longer wait may be a mistake. */
const longestWaitMs = 120_000;

/** A date is read relative to the Date header, because clocks differ. Milliseconds; undefined if absent or invalid. */
export function readRetryAfter(
  retryAfter: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, longestWaitMs);
  // Date.parse takes "-5" for a year.
  const until = /^[A-Z][a-z]{2,8}[ ,]/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const upstreamNow = date === undefined ? Number.NaN : Date.parse(date);
  const wait = until - (Number.isNaN(upstreamNow) ? now : upstreamNow);
  return Math.min(Math.max(wait, 0), longestWaitMs);
}
