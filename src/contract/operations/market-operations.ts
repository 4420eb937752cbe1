import { z } from "../zod.ts";
import { historyBodySchema, historyResolutions, maxHistoryMarkets, type HistoryRequest } from "../history.ts";
import { isMarketType, knownProviders, marketTypes, predictionStatuses } from "../market.ts";
import { marketSchemas } from "../market-schema.ts";
import { defaultLimit, isMintAddress, maxLimit, type MarketsRequest } from "../markets-request.ts";
import { parseJson } from "../query-text.ts";
import { trendsPageSchema } from "../trends/market-trends.ts";
import { parameterNotes, tagged, pastWeight, type Operation } from "./operation.ts";
import {
  cursor,
  exampleMarketId,
  limit,
  noParameters,
  ours,
  parameter,
  quoted,
  requiredIds,
  rule,
  sourceErrors,
  span,
  spanRule,
} from "./parameters.ts";

export const anyMarketSchema = z.union(Object.values(marketSchemas));
const marketsPageSchema = z.looseObject({
  markets: z.array(anyMarketSchema),
  cursor: z.nullable(z.string()),
});
const marketsByTypeSchema = z.looseObject({
  lending: z.array(marketSchemas.lending),
  yield: z.array(marketSchemas.yield),
  loop: z.array(marketSchemas.loop),
  perpetual: z.array(marketSchemas.perpetual),
});

const separated = "separated by commas";

function splitList(text: string): readonly string[] {
  return [...new Set(text.split(",").map((item) => item.trim()))];
}

function listOf<Item extends string>(isItem: (item: string) => item is Item, otherwise: string) {
  return parameter((text, fault) => {
    const given = splitList(text);
    for (const item of given) if (!isItem(item)) fault(`has ${quoted(item)}, which is not a ${otherwise}.`);
    return given.filter(isItem);
  });
}

const type = listOf(isMarketType, `market type. Use ${marketTypes.join(", ")}`);
const asset = listOf(
  (item): item is string => isMintAddress(item),
  "token mint address (base58 of 32 bytes)",
);

const provider = parameter((text, fault) => {
  const given = splitList(text);
  if (given.includes("")) fault("has an empty item. Give provider ids separated by commas.");
  return given;
});

const filtersSchema = z.looseObject({
  prediction: z.optional(z.looseObject({ status: z.optional(z.unknown()) })),
});
const exampleFilters = '{"prediction":{"status":"open"}}';

const filters = parameter((text, fault) => {
  const parsed = filtersSchema.safeParse(parseJson(text));
  if (!parsed.success)
    fault(`is not a JSON object of filters. Send one such as ${exampleFilters}, URL-encoded.`);
  const wanted = parsed.data?.prediction?.status;
  if (wanted === undefined) return undefined;
  const given: readonly unknown[] = Array.isArray(wanted) ? [...new Set(wanted)] : [wanted];
  const use = `Use ${predictionStatuses.join(", ")}.`;
  if (given.length === 0) fault(`has an empty list as prediction.status. ${use}`);
  return given.flatMap((item) => {
    const status = predictionStatuses.find((known) => known === item);
    if (status !== undefined) return status;
    fault(
      `has the prediction.status ${quoted(typeof item === "string" ? item : JSON.stringify(item))}. ${use}`,
    );
    return [];
  });
});

const marketsParameters = z.object({
  type: z.optional(type).register(parameterNotes, {
    description: `Market types, ${separated}: ${marketTypes.join(", ")}. Absent: all types, including unknown ones.`,
    example: "lending,yield",
  }),
  provider: z.optional(provider).register(parameterNotes, {
    description: `Provider ids, ${separated}, such as ${knownProviders.join(", ")}. Other ids are allowed and may match nothing.`,
    example: "kamino",
  }),
  asset: z.optional(asset).register(parameterNotes, {
    description: `Token mint addresses in base58, ${separated}. Needs an explicit type without prediction.`,
    example: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  }),
  cursor: cursor("The cursor of the previous page. It belongs to the request it came from."),
  limit: limit("markets", maxLimit, defaultLimit),
  filters: z.optional(filters).register(parameterNotes, {
    description: `A JSON object, URL-encoded. prediction.status is one of ${predictionStatuses.join(", ")} or a list of them; open when absent.`,
    example: exampleFilters,
  }),
});

const marketsRequest: z.ZodMiniType<MarketsRequest> = z.pipe(
  marketsParameters.check(
    rule(({ type: types, asset: assets }, fault) => {
      if (assets === undefined) return;
      if (types === undefined)
        fault(
          "asset",
          "needs an explicit type without prediction. Add type=lending,yield,loop,perpetual or some of these.",
        );
      else if (types.includes("prediction"))
        fault("asset", "is not supported for prediction markets. Take prediction out of type.");
    }),
  ),
  z.transform(({ type: types, provider: providers, asset: assets, filters: statuses, ...rest }) => ({
    types,
    providers,
    assets,
    statuses,
    ...rest,
  })),
);

export const listMarkets: Operation<MarketsRequest> = {
  path: "/v0/markets",
  summary: "List markets, page by page",
  description:
    "One page of markets and the cursor of the next. There is no order and no total: pass the cursor back until it is null.",
  parameters: marketsParameters,
  request: marketsRequest,
  response: tagged(marketsPageSchema, "A page of markets."),
  errors: [400, 401, 429, 502, 503, 504],
};

export const marketsHistory: Operation<HistoryRequest> = {
  path: "/v0/markets/history",
  summary: "History of up to twenty markets",
  description: "Deposit rate and deposits over time. An unknown value is null.",
  parameters: z
    .object({
      marketIds: requiredIds("market ids", maxHistoryMarkets, exampleMarketId),
      ...span(historyResolutions, "the source's own"),
    })
    .check(spanRule),
  response: tagged(historyBodySchema, "The history of each known market."),
  errors: sourceErrors,
  weight: (request) => pastWeight(request.marketIds.length, request),
};

export const marketsTrends: Operation<MarketsRequest> = {
  path: "/v0/markets/trends",
  summary: "Trends of a page of markets over 90 days",
  description: `Takes the parameters of /v0/markets and answers for the markets of the same page: the lowest daily deposit APY, the share of days at or above today's base rate, and thirty points for a sparkline. ${ours}`,
  parameters: marketsParameters,
  request: marketsRequest,
  response: tagged(trendsPageSchema, "The trend of each market that has a rate."),
  errors: [400, 401, 429, 502, 503, 504],
  // A page may require that many histories to be read.
  weight: ({ limit: pageSize = defaultLimit }) => Math.ceil(pageSize / maxHistoryMarkets),
};

export const listMarketsByType: Operation = {
  path: "/v0/marketsByType",
  summary: "All markets except prediction markets, by type",
  description: "One list for each type, without pages. A list under any other name is an unknown type.",
  parameters: noParameters,
  response: tagged(marketsByTypeSchema, "The markets of each type."),
  errors: sourceErrors,
};
