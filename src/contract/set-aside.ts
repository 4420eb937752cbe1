import { z } from "./zod.ts";
import { setAsideHeader, setAsideReportHeader } from "./problems.ts";
import { maxMarketsByType, type RejectedMarket } from "./markets-page.ts";
import { decodeOnce, parseJson } from "./query-text.ts";

/** `index` is the position in the page, starting at 0. */
export const setAsideReportSchema = z.array(
  z.looseObject({ index: z.number(), id: z.optional(z.string()), path: z.string(), reason: z.string() }),
);

// Proxies allow 4 KB for all headers together.
const maxReportLength = 2000;
const maxReportedTextLength = 60;

/** Headers with the number of markets set aside, and with as many examples as fit. */
export function writeSetAside(count: number, examples: readonly RejectedMarket[]): Record<string, string> {
  if (count === 0) return {};
  const sent = examples.map(({ index, id, path, reason }) => ({
    index,
    id: id?.slice(0, maxReportedTextLength),
    path: path.slice(0, maxReportedTextLength),
    reason: reason.slice(0, maxReportedTextLength),
  }));
  const reports = sent.map((_, last) => encodeURIComponent(JSON.stringify(sent.slice(0, last + 1))));
  const report = reports.findLast(({ length }) => length <= maxReportLength) ?? "";
  return { [setAsideHeader]: String(count), [setAsideReportHeader]: report };
}

/** The service names only the first few; the others get index −1 and no id. Ignores unreadable or absurd headers. */
export function readSetAside(headers: { get(name: string): string | null }): readonly RejectedMarket[] {
  const report =
    setAsideReportSchema.safeParse(parseJson(decodeOnce(headers.get(setAsideReportHeader) ?? "") ?? ""))
      .data ?? [];
  const named = report.map(({ index, id, path, reason }) => ({ index, id, path, reason }));
  const count = Number(headers.get(setAsideHeader) ?? 0);
  // No list that the service sends is longer.
  return count <= maxMarketsByType ? withUnnamed(named, count, "was set aside by the service") : named;
}

/** The first few markets are `named`; the others get index −1 and `reason`. */
export function withUnnamed(
  named: readonly RejectedMarket[],
  count: number,
  reason: string,
): readonly RejectedMarket[] {
  const unnamed = { index: -1, id: undefined, path: "", reason };
  return [...named, ...Array.from({ length: Math.max(0, count - named.length) }, () => unnamed)];
}
