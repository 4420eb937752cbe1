// Reads the API like any client, so that a story knows what the page must show without using the page's own code.
import * as z from "zod";
import type { Served } from "../fixtures/program.ts";

const amount = z.number().nullish();
const token = z.looseObject({ address: z.string().nullish(), symbol: z.string().nullish() }).nullish();
const marketSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  provider: z.looseObject({ id: z.string(), name: z.string().nullish() }),
  token,
  tokenA: token,
  depositApy: amount,
  baseDepositApy: amount,
  baseDepositApy180d: amount,
  totalDeposit: amount,
  totalDepositUsd: amount,
  maxDeposit: amount,
  maxLtv: amount,
  yesAsk: amount,
  closeTime: amount,
  liquidity: z.looseObject({ longUsd: amount }).nullish(),
  rewards: z.array(z.unknown()).nullish(),
});
export type ApiMarket = z.infer<typeof marketSchema>;

const pageSchema = z.object({ markets: z.array(marketSchema), cursor: z.string().nullable() });
const configSchema = z.looseObject({ clientKey: z.string() });

/** The types that the page requests by default. */
export const plainTypes = { type: "lending,yield" };

/** Requests a path below /api with the key that browsers get. */
export async function askApi(
  { url }: Served,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { clientKey } = configSchema.parse(await (await fetch(`${url}/api/dashboard`)).json());
  return fetch(`${url}/api${path}`, { headers: { "x-service-client-key": clientKey, ...headers } });
}

const wholeLists = new Map<string, Promise<ApiMarket[]>>();

/** Every market of a query, over all pages. Cached per worker, because a frozen program always gives the same responses. */
export async function readAllMarkets(
  program: Served,
  query: Readonly<Record<string, string>>,
): Promise<ApiMarket[]> {
  const key = `${program.url}?${new URLSearchParams(query).toString()}`;
  const known = wholeLists.get(key) ?? readPages(program, query);
  wholeLists.set(key, known);
  return known;
}

async function readPages(program: Served, query: Readonly<Record<string, string>>): Promise<ApiMarket[]> {
  const markets: ApiMarket[] = [];
  let cursor: string | null = null;
  do {
    const parameters: URLSearchParams = new URLSearchParams({
      ...query,
      limit: "200",
      ...(cursor === null ? {} : { cursor }),
    });
    const response: Response = await askApi(program, `/v0/markets?${parameters.toString()}`);
    if (!response.ok) throw new Error(`The API answered ${response.status}: ${await response.text()}`);
    const page = pageSchema.parse(await response.json());
    markets.push(...page.markets);
    cursor = page.cursor;
  } while (cursor !== null);
  return markets;
}

/** One market of each type, with a rate if its type has one. */
export async function oneOfEachType(program: Served): Promise<ApiMarket[]> {
  const all = await readAllMarkets(program, {});
  const isRated = ({ type, depositApy }: ApiMarket): boolean =>
    type === "perpetual" || type === "prediction" || typeof depositApy === "number";
  return ["lending", "yield", "loop", "perpetual", "prediction"].flatMap(
    (type) => all.find((market) => market.type === type && isRated(market)) ?? [],
  );
}

type Field = "depositApy" | "totalDepositUsd" | "maxLtv";

/** Whether a list shows the market by default: it hides small markets, and only pools can be small. */
export function isShown({ type, totalDepositUsd }: ApiMarket): boolean {
  return (type !== "lending" && type !== "yield") || (totalDepositUsd ?? 0) >= 100_000;
}

/** The markets of a query that a list shows by default. */
export async function readShownMarkets(
  program: Served,
  query: Readonly<Record<string, string>>,
): Promise<ApiMarket[]> {
  return (await readAllMarkets(program, query)).filter(isShown);
}

/** Whether a market takes no deposit. Such markets come after open ones in any order. */
function isFull({ totalDeposit, maxDeposit }: ApiMarket): boolean {
  return typeof totalDeposit === "number" && typeof maxDeposit === "number" && totalDeposit >= maxDeposit;
}

/**
 * Ids in the order of a list of deposits: by value, missing last in both directions, ties by deposits (largest
 * first), then by id. Full markets come after all others.
 */
export function orderedIds(
  markets: readonly ApiMarket[],
  name: Field,
  direction: "ascending" | "descending",
): string[] {
  const sign = direction === "ascending" ? 1 : -1;
  return markets
    .toSorted(
      (a, b) =>
        Number(isFull(a)) - Number(isFull(b)) ||
        compare(a[name], b[name], sign) ||
        compare(a.totalDepositUsd, b.totalDepositUsd, -1) ||
        (a.id < b.id ? -1 : 1),
    )
    .map((market) => market.id);
}

type Known = number | null | undefined;

/** Missing last in both directions; known values ascending for 1, descending for −1. */
function compare(a: Known, b: Known, sign: 1 | -1): number {
  return typeof a === "number" && typeof b === "number"
    ? sign * (a - b)
    : Number(typeof a !== "number") - Number(typeof b !== "number");
}
