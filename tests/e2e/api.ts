// Reads the API as any client would, so that a story can say what the page must show without asking the page's own code.
import * as z from "zod";
import type { Program } from "../fixtures/program.ts";

const amount = z.number().nullish();
const marketSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  productName: z.string().nullish(),
  title: z.string().nullish(),
  status: z.string().nullish(),
  provider: z.looseObject({ id: z.string(), name: z.string().nullish() }),
  token: z.looseObject({ address: z.string().nullish(), symbol: z.string().nullish() }).nullish(),
  depositApy: amount,
  baseDepositApy: amount,
  baseDepositApy30d: amount,
  baseDepositApy90d: amount,
  baseDepositApy180d: amount,
  borrowApy: amount,
  totalDeposit: amount,
  totalDepositUsd: amount,
  totalBorrowUsd: amount,
  maxDeposit: amount,
  maxLtv: amount,
  liquidationLtv: amount,
  maxLeverage: amount,
  volume: amount,
  openInterest: amount,
  totalBorrow: amount,
  maxBorrow: amount,
  baseBorrowApy: amount,
  liquidationPenalty: amount,
  yesBid: amount,
  yesAsk: amount,
  noBid: amount,
  noAsk: amount,
  closeTime: amount,
  expirationTime: amount,
  liquidity: z.looseObject({ longUsd: amount, shortUsd: amount }).nullish(),
  tokenA: z.looseObject({ address: z.string().nullish(), symbol: z.string().nullish() }).nullish(),
  tokenB: z.looseObject({ address: z.string().nullish(), symbol: z.string().nullish() }).nullish(),
  depositApy90d: amount,
  rewards: z
    .array(
      z.looseObject({
        type: z.string().nullish(),
        apy: amount,
        token: z.looseObject({ symbol: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  websiteUrl: z.string().nullish(),
  actions: z.record(z.string(), z.looseObject({ blinkUrl: z.string() })).nullish(),
});
export type ApiMarket = z.infer<typeof marketSchema>;

const pageSchema = z.object({ markets: z.array(marketSchema), cursor: z.string().nullable() });
const configSchema = z.looseObject({ clientKey: z.string() });

/** The types the page requests by default. */
export const plainTypes = { type: "lending,yield" };

/** Asks for a path below /api with the key a browser is given. */
export async function askApi(
  { url }: Program,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { clientKey } = configSchema.parse(await (await fetch(`${url}/api/dashboard`)).json());
  return fetch(`${url}/api${path}`, { headers: { "x-service-client-key": clientKey, ...headers } });
}

const wholeLists = new Map<string, Promise<ApiMarket[]>>();

/** Every market of a query, over all pages. Frozen programs answer alike for ever, so each list is read once per worker. */
export async function readAllMarkets(
  program: Program,
  query: Readonly<Record<string, string>>,
): Promise<ApiMarket[]> {
  const key = `${program.url}?${new URLSearchParams(query).toString()}`;
  const known = wholeLists.get(key) ?? readPages(program, query);
  wholeLists.set(key, known);
  return known;
}

async function readPages(program: Program, query: Readonly<Record<string, string>>): Promise<ApiMarket[]> {
  const markets: ApiMarket[] = [];
  let cursor: string | null = null;
  do {
    const parameters: URLSearchParams = new URLSearchParams({
      ...query,
      limit: "200",
      ...(cursor === null ? {} : { cursor }),
    });
    const answer: Response = await askApi(program, `/v0/markets?${parameters.toString()}`);
    if (!answer.ok) throw new Error(`The API answered ${answer.status}: ${await answer.text()}`);
    const page = pageSchema.parse(await answer.json());
    markets.push(...page.markets);
    cursor = page.cursor;
  } while (cursor !== null);
  return markets;
}

/** One market of each type, with a rate where its type has one. */
export async function oneOfEachType(program: Program): Promise<ApiMarket[]> {
  const all = await readAllMarkets(program, {});
  return ["lending", "yield", "loop", "perpetual", "prediction"].flatMap(
    (type) =>
      all.find(
        (market) =>
          market.type === type &&
          (type === "perpetual" || type === "prediction" || typeof market.depositApy === "number"),
      ) ?? [],
  );
}

const historySchema = z.object({
  data: z.object({
    markets: z.array(
      z.looseObject({
        id: z.string(),
        history: z.array(
          z.looseObject({ timestamp: z.string(), depositApy: amount, totalDepositUsd: amount }),
        ),
      }),
    ),
  }),
});

/** The history of one market as the API gives it. */
export async function readHistory(
  program: Program,
  query: { readonly marketIds: string; readonly startTime: string; readonly resolution: "1h" | "1d" },
): Promise<{ timestamp: string; depositApy: number | undefined; totalDepositUsd: number | undefined }[]> {
  const answer = await askApi(program, `/v0/markets/history?${new URLSearchParams(query).toString()}`);
  const body = historySchema.parse(await answer.json());
  return (body.data.markets[0]?.history ?? []).map(({ timestamp, depositApy, totalDepositUsd }) => ({
    timestamp,
    depositApy: depositApy ?? undefined,
    totalDepositUsd: totalDepositUsd ?? undefined,
  }));
}

export type MarketValue = (market: ApiMarket) => number | undefined;

/** A market's own field; missing and null are undefined. */
export const field =
  (
    name: "depositApy" | "baseDepositApy" | "borrowApy" | "totalDepositUsd" | "totalBorrowUsd" | "maxLtv",
  ): MarketValue =>
  (market) =>
    market[name] ?? undefined;

/** What a list shows unless it is asked for small markets, which only pools can be. */
export function isShown({ type, totalDepositUsd }: ApiMarket): boolean {
  return (type !== "lending" && type !== "yield") || (totalDepositUsd ?? 0) >= 100_000;
}

/** The markets of a query that a list shows by default. */
export async function readShownMarkets(
  program: Program,
  query: Readonly<Record<string, string>>,
): Promise<ApiMarket[]> {
  return (await readAllMarkets(program, query)).filter(isShown);
}

/** Whether a market takes no deposit: such markets come after the open ones, whatever the order. */
function isFull({ totalDeposit, maxDeposit }: ApiMarket): boolean {
  return typeof totalDeposit === "number" && typeof maxDeposit === "number" && totalDeposit >= maxDeposit;
}

/**
 * Ids in the order a list of deposits must have: by value, missing last in both directions, ties by deposits descending, then by id;
 * full markets after all others.
 */
export function orderedIds(
  markets: readonly ApiMarket[],
  value: MarketValue,
  direction: "ascending" | "descending",
): string[] {
  const sign = direction === "ascending" ? 1 : -1;
  return markets
    .toSorted(
      (a, b) =>
        Number(isFull(a)) - Number(isFull(b)) ||
        compare(value(a), value(b), sign) ||
        compare(a.totalDepositUsd ?? undefined, b.totalDepositUsd ?? undefined, -1) ||
        (a.id < b.id ? -1 : 1),
    )
    .map((market) => market.id);
}

/** Missing last whatever the sign; known values ascending for 1, descending for -1. */
function compare(a: number | undefined, b: number | undefined, sign: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return sign * (a - b);
}

/** An order in which a market of the second page belongs among the first few, with its first ids. */
export function lateOrder(
  markets: readonly ApiMarket[],
  few: number,
): { readonly sort: string; readonly ids: readonly string[] } | undefined {
  const late = new Set(markets.slice(200).map((market) => market.id));
  const shown = markets.filter(isShown);
  return (["totalDepositUsd", "totalBorrowUsd", "borrowApy", "depositApy", "maxLtv"] as const)
    .flatMap((name) =>
      (["ascending", "descending"] as const).map((direction) => ({
        sort: direction === "ascending" ? name : `-${name}`,
        ids: orderedIds(shown, field(name), direction).slice(0, few + 3),
      })),
    )
    .find(({ ids }) => ids.slice(0, few).some((id) => late.has(id)));
}
