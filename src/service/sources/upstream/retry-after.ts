// Retry-After in both of its forms.

/** However long the upstream wants to be left alone, it is asked again after this: it may have been a mistake. */
const longestWaitMs = 120_000;

/**
 * How long to wait, in milliseconds, at most two minutes. A date is read against the same answer's Date header, because the
 * upstream's clock and ours may disagree by more than the wait.
 * @returns undefined when the header is absent or says nothing readable
 */
export function readRetryAfter(
  retryAfter: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, longestWaitMs);
  // Date.parse alone would take "-5" for a year.
  const until = /^[A-Z][a-z]{2,8}[ ,]/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const upstreamNow = date === undefined ? Number.NaN : Date.parse(date);
  const wait = until - (Number.isNaN(upstreamNow) ? now : upstreamNow);
  return Math.min(Math.max(wait, 0), longestWaitMs);
}
