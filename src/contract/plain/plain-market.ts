// Reads markets and pages of them that are as they should be, which nearly all are. Of the others nothing is said here but that
// they are not: markets-page.ts judges them.
import type { ReadMarket } from "../market.ts";
import { maximumLimit } from "../markets-request.ts";
import { forms } from "./forms.ts";
import { isObject, plainCheck, type FormOf } from "./plain-check.ts";

type Reader = (candidate: unknown) => ReadMarket | undefined;

const readers = new Map<string, Reader>([
  ["lending", reader(forms.lending, (market) => ({ kind: "lending", market }))],
  ["yield", reader(forms.yield, (market) => ({ kind: "yield", market }))],
  ["loop", reader(forms.loop, (market) => ({ kind: "loop", market }))],
  ["perpetual", reader(forms.perpetual, (market) => ({ kind: "perpetual", market }))],
  ["prediction", reader(forms.prediction, (market) => ({ kind: "prediction", market }))],
]);
const readOther = reader(forms.other, (market) => ({ kind: "other", market }));

function reader<Market>(form: FormOf<Market>, tag: (market: Market) => ReadMarket): Reader {
  const isPlain = plainCheck(form);
  return (candidate) => (isPlain(candidate) ? tag(candidate) : undefined);
}

/** The tagged market; undefined where its schema has to be asked. */
export function readPlainMarket(candidate: unknown): ReadMarket | undefined {
  if (!isObject(candidate) || typeof candidate["type"] !== "string") return undefined;
  return (readers.get(candidate["type"]) ?? readOther)(candidate);
}

/** The markets and the cursor of a page on which nothing is wrong; undefined for every other answer. */
export function readPlainPage(
  body: unknown,
): { readonly markets: readonly ReadMarket[]; readonly cursor: string | null } | undefined {
  if (!isObject(body)) return undefined;
  const { markets: candidates, cursor } = body;
  if (!Array.isArray(candidates) || candidates.length > maximumLimit) return undefined;
  if (typeof cursor !== "string" && cursor !== null) return undefined;
  const markets: ReadMarket[] = [];
  for (const candidate of candidates) {
    const market = readPlainMarket(candidate);
    if (market === undefined) return undefined;
    markets.push(market);
  }
  return { markets, cursor };
}

/**
 * The cursor of the page after this one, from a body that is not judged yet, so that the next page can be asked for while
 * this one is read. Undefined when there is none, or when the body is no page at all.
 */
export function readNextCursor(body: unknown): string | undefined {
  const cursor = isObject(body) ? body["cursor"] : undefined;
  return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}
