// The report on markets that the service set aside, as it travels in two headers beside a page.
import "./no-code-generation.ts";
import * as z from "zod/mini";
import { setAsideHeader, setAsideReportHeader } from "./api-error.ts";
import type { RejectedMarket } from "./markets-page.ts";

const reportSchema = z.array(
  z.looseObject({ index: z.number(), id: z.optional(z.string()), path: z.string(), reason: z.string() }),
);
/** A page has at most 200 markets, so a larger number is no number of markets. */
const mostOnAPage = 200;

/**
 * Reads the two headers. The service names only the first few markets; the others are counted, with index −1 and no id.
 * Headers that cannot be read say nothing.
 */
export function readSetAside(headers: { get(name: string): string | null }): readonly RejectedMarket[] {
  const report = reportSchema.safeParse(readJson(headers.get(setAsideReportHeader)));
  const named = (report.data ?? []).map(({ index, id, path, reason }) => ({ index, id, path, reason }));
  const count = Number(headers.get(setAsideHeader) ?? 0);
  const unnamed = count > 0 && count <= mostOnAPage ? Math.max(0, Math.floor(count) - named.length) : 0;
  const unknown = { index: -1, id: undefined, path: "", reason: "was set aside by the service" };
  return [...named, ...Array.from({ length: unnamed }, () => unknown)];
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(decodeURIComponent(text ?? ""));
  } catch {
    return undefined;
  }
}
