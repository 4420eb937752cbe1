// The operations of the API in words, for the OpenAPI document.
import {
  clientKeyHeader,
  setAsideHeader,
  setAsideReportHeader,
  staleHeader,
} from "../../../contract/problems.ts";
import { alertsKeyHeader, maximumServedEvents, mostServed } from "../../../contract/alerts/served.ts";
import {
  defaultAssets,
  exampleAssetId,
  longestSearch,
  maximumAssets,
} from "../../../contract/assets/assets-request.ts";
import { historyResolutions, maximumHistoryMarkets } from "../../../contract/history.ts";
import { knownProviders, marketTypes, predictionStatuses } from "../../../contract/market.ts";
import { defaultLimit, maximumLimit } from "../../../contract/markets-request.ts";
import {
  changeWindows,
  defaultEvents,
  exportFormats,
  exportResolutions,
  maximumExportMarkets,
} from "../../../contract/record/record-request.ts";
import { mostRecordItems } from "../../../contract/record/record-parts.ts";
import { positionTypes } from "../../../contract/positions/position.ts";
import {
  defaultPositionResolution,
  maximumPositionIds,
  positionResolutions,
} from "../../../contract/positions/positions-request.ts";
import { defaultExportResolution, mostExportRows } from "../../record/export.ts";

export interface Parameter {
  readonly name: string;
  /** Absent: in the query. */
  readonly in?: "path" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: string;
}

export interface Operation {
  readonly id: string;
  /** Absent: get. */
  readonly method?: "post" | "put" | "delete";
  /** Below /api. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  /** What the body is. */
  readonly answer: {
    /** Absent: the body is a file. */
    readonly schema?: string;
    readonly description: string;
    readonly status?: 202;
    /** Whether it is data with an age and a tag, and 304 for whoever has it. */
    readonly isTagged?: boolean;
  };
  /** The schema of the request's body. */
  readonly body?: string;
  readonly errors: readonly number[];
}

const exampleMarketId = "jupiter.earn.SOL";
const commaList = "separated by commas";
const wallet = (name: string): Parameter => ({
  name,
  required: true,
  description: "The address of one wallet, in base58. Ask for several wallets one by one.",
  schema: { type: "string" },
  example: "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176",
});
const span = (steps: readonly string[], absent: string): readonly Parameter[] => [
  {
    name: "startTime",
    required: true,
    description: "The beginning: an RFC 3339 date or date-time.",
    schema: { type: "string" },
    example: "2026-10-01T00:00:00Z",
  },
  {
    name: "endTime",
    required: false,
    description: "The end, not before startTime. Absent: now.",
    schema: { type: "string" },
  },
  {
    name: "resolution",
    required: false,
    description: `The step of an even grid. Absent: ${absent}.`,
    schema: { type: "string", enum: steps },
  },
];
const assetId: Parameter = {
  name: "id",
  in: "path",
  required: true,
  description: "The chain and the token's address with a colon between them, percent-encoded.",
  schema: { type: "string" },
  example: exampleAssetId,
};
const assetLimit: Parameter = {
  name: "limit",
  required: false,
  description: "How many assets an answer may have.",
  schema: { type: "integer", minimum: 1, maximum: maximumAssets, default: defaultAssets },
};
const recorded = "Where this service keeps a record; else 404.";
const alertsKey: Parameter = {
  name: alertsKeyHeader,
  in: "header",
  required: true,
  description:
    "Whose rules: 128 random bits as 32 lower-case hexadecimal digits, made up by the caller and kept by it. The service stores a hash.",
  schema: { type: "string", pattern: "^[0-9a-f]{32}$" },
  example: "0123456789abcdef0123456789abcdef",
};
const ours = "The shape of the answer is this service's own.";

const marketsParameters: readonly Parameter[] = [
  {
    name: "type",
    required: false,
    description: `Market types, ${commaList}: ${marketTypes.join(", ")}. Absent: all types, also ones not known yet.`,
    schema: { type: "string" },
    example: "lending,yield",
  },
  {
    name: "provider",
    required: false,
    description: `Provider ids, ${commaList}, such as ${knownProviders.join(", ")}. Other ids are allowed and may match nothing.`,
    schema: { type: "string" },
    example: "kamino",
  },
  {
    name: "asset",
    required: false,
    description: `Token mint addresses in base58, ${commaList}. Needs an explicit type without prediction.`,
    schema: { type: "string" },
    example: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  },
  {
    name: "cursor",
    required: false,
    description: "The cursor of the previous page. It belongs to the request it came from.",
    schema: { type: "string", minLength: 1 },
  },
  {
    name: "limit",
    required: false,
    description: "How many markets a page may have.",
    schema: { type: "integer", minimum: 1, maximum: maximumLimit, default: defaultLimit },
    example: String(maximumLimit),
  },
  {
    name: "filters",
    required: false,
    description: `A JSON object, URL-encoded. prediction.status is one of ${predictionStatuses.join(", ")} or a list of them; open when absent.`,
    schema: { type: "string" },
    example: '{"prediction":{"status":"open"}}',
  },
];

export const operations: readonly Operation[] = [
  {
    id: "listMarkets",
    path: "/v0/markets",
    summary: "List markets, page by page",
    description:
      "One page of markets and the cursor of the next. There is no order and no total: pass the cursor back until it is null.",
    needsKey: true,
    parameters: marketsParameters,
    answer: { isTagged: true, schema: "MarketsPage", description: "A page of markets." },
    errors: [400, 401, 429, 502, 503, 504],
  },
  {
    id: "marketsHistory",
    path: "/v0/markets/history",
    summary: "The past of up to twenty markets",
    description: "Deposit rate and deposits over time. A value that is not known is null.",
    needsKey: true,
    parameters: [
      {
        name: "marketIds",
        required: true,
        description: `Market ids, ${commaList}, at most ${maximumHistoryMarkets}.`,
        schema: { type: "string", minLength: 1 },
        example: exampleMarketId,
      },
      ...span(historyResolutions, "as the source keeps it"),
    ],
    answer: { isTagged: true, schema: "History", description: "The history of each market that is known." },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "marketsTrends",
    path: "/v0/markets/trends",
    summary: "The last 90 days of a page of markets, in short",
    description: `Takes the parameters of /v0/markets and answers for the markets of the same page: the lowest daily deposit APY, the share of days at or above today's base rate, and thirty points for a sparkline. ${ours}`,
    needsKey: true,
    parameters: marketsParameters,
    answer: {
      isTagged: true,
      schema: "TrendsPage",
      description: "The trend of each market that has a rate.",
    },
    errors: [400, 401, 429, 502, 503, 504],
  },
  {
    id: "listMarketsByType",
    path: "/v0/marketsByType",
    summary: "All markets but prediction markets, by type",
    description: "One list for each type, without pages. A list of another name is a type not known yet.",
    needsKey: true,
    parameters: [],
    answer: { isTagged: true, schema: "MarketsByType", description: "The markets of each type." },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "listPositions",
    path: "/v0/positions/owners",
    summary: "What a wallet holds and owes",
    description:
      "Positions of every type with their markets. ltv is a percentage with lending (46.2 is 46.2 %) and a fraction with loops (0.462). A wallet that is not known has none.",
    needsKey: true,
    parameters: [
      wallet("walletAddresses"),
      {
        name: "bundleIds",
        required: false,
        description: `Bundle ids, ${commaList}, at most ${maximumPositionIds}: only positions of these. With prediction a bundle is an event, with lending one loan and its collateral. Absent: all positions.`,
        schema: { type: "string" },
      },
      {
        name: "type",
        required: false,
        description: "One type of position. Absent: all types, also ones not known yet.",
        schema: { type: "string", enum: positionTypes },
      },
    ],
    answer: { isTagged: true, schema: "Positions", description: "The positions of the wallet." },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "positionsHistory",
    path: "/v0/positions/history",
    summary: "What a wallet's positions were worth",
    description: "Amounts in whole tokens and in USD over time. A value that is not known is null.",
    needsKey: true,
    parameters: [
      wallet("walletAddress"),
      {
        name: "positionIds",
        required: false,
        description: `Position ids, ${commaList}, at most ${maximumPositionIds}. Absent: all positions.`,
        schema: { type: "string" },
      },
      ...span(positionResolutions, defaultPositionResolution),
    ],
    answer: {
      isTagged: true,
      schema: "PositionHistory",
      description: "The past of each position that is known.",
    },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "positionsPnl",
    path: "/v0/positions/pnl",
    summary: "Profit and loss of a wallet",
    description: "In USD, realized and unrealized, closed positions included.",
    needsKey: true,
    parameters: [wallet("walletAddresses")],
    answer: { isTagged: true, schema: "Pnl", description: "The sums, and the parts they are made of." },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "searchAssets",
    path: "/v0/search",
    summary: "Find assets by name, ticker or tag",
    description: `The best match comes first. ${ours}`,
    needsKey: true,
    parameters: [
      {
        name: "query",
        required: true,
        description: "A name, a ticker or a tag.",
        schema: { type: "string", minLength: 1, maxLength: longestSearch },
        example: "usdc",
      },
      assetLimit,
    ],
    answer: { isTagged: true, schema: "Assets", description: "The assets that match." },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "listAssets",
    path: "/v0/assets",
    summary: "List assets, page by page",
    description: `Pass the cursor back until it is null or absent. ${ours}`,
    needsKey: true,
    parameters: [
      {
        name: "cursor",
        required: false,
        description: "The cursor of the previous page.",
        schema: { type: "string", minLength: 1 },
      },
      assetLimit,
    ],
    answer: { isTagged: true, schema: "Assets", description: "A page of assets." },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "getAsset",
    path: "/v0/assets/{id}",
    summary: "One asset and its price",
    description: ours,
    needsKey: true,
    parameters: [assetId],
    answer: { isTagged: true, schema: "Asset", description: "The asset." },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "assetHistory",
    path: "/v0/assets/{id}/history",
    summary: "What an asset has cost",
    description: `Prices in USD over time. A price that is not known is null. ${ours}`,
    needsKey: true,
    parameters: [assetId, ...span(historyResolutions, "as the source keeps it")],
    answer: { isTagged: true, schema: "AssetHistory", description: "The prices of the asset." },
    errors: [400, 401, 404, 429, 502, 503, 504],
  },
  {
    id: "listChanges",
    path: "/v0/changes",
    summary: "What changed in all markets",
    description: `Moves of rates, deposits in and out by tokens, limits and terms, new and gone markets, over a day or another time. ${recorded} ${ours}`,
    needsKey: true,
    parameters: [
      {
        name: "since",
        required: false,
        description: `${changeWindows.join(" or ")} up to the last walk, or an RFC 3339 date or date-time at most 31 days back. Absent: ${changeWindows[0]}.`,
        schema: { type: "string", default: changeWindows[0] },
        example: "7d",
      },
      {
        name: "until",
        required: false,
        description: "The end, with a since that is a moment. Absent: the last walk.",
        schema: { type: "string" },
      },
    ],
    answer: { isTagged: true, schema: "RecordChanges", description: "What changed." },
    errors: [400, 401, 404, 429, 503],
  },
  {
    id: "marketChanges",
    path: "/v0/markets/{id}/changes",
    summary: "What the record tells of one market",
    description: `Events, tokens in and out, recorded averages, and how much of the time is known. ${recorded} ${ours}`,
    needsKey: true,
    parameters: [
      {
        name: "id",
        in: "path",
        required: true,
        description: "A market's id, percent-encoded.",
        schema: { type: "string" },
        example: exampleMarketId,
      },
      {
        name: "until",
        required: false,
        description:
          "Events before this RFC 3339 moment only: the `before` of the answer with those after them.",
        schema: { type: "string" },
      },
      {
        name: "limit",
        required: false,
        description: "How many events.",
        schema: { type: "integer", minimum: 1, maximum: mostRecordItems, default: defaultEvents },
      },
    ],
    answer: { isTagged: true, schema: "MarketChanges", description: "What is known of the market's past." },
    errors: [400, 401, 404, 429, 503],
  },
  {
    id: "recordSummary",
    path: "/v0/record/summary",
    summary: "What the record tells of every market, in short",
    description: `When each was seen first, its flow of 30 days and its recorded averages. ${recorded} ${ours}`,
    needsKey: true,
    parameters: [],
    answer: { isTagged: true, schema: "RecordSummary", description: "All markets that are not gone." },
    errors: [401, 404, 429, 503],
  },
  {
    id: "exportRecord",
    path: "/v0/record/export",
    summary: "The record as a file",
    description: `CSV (RFC 4180) or Parquet, sent while it is made: a file that breaks off is not whole. Stretch by stretch of days, in each one market after another from the oldest point on; what is not known is empty. At most ${mostExportRows} rows. ${recorded} ${ours}`,
    needsKey: true,
    parameters: [
      {
        name: "format",
        required: true,
        description: "The kind of file.",
        schema: { type: "string", enum: exportFormats },
        example: "csv",
      },
      {
        name: "from",
        required: true,
        description: "The beginning: an RFC 3339 date or date-time.",
        schema: { type: "string" },
        example: "2026-10-01",
      },
      {
        name: "to",
        required: false,
        description: "The end, not included. Absent: the last walk.",
        schema: { type: "string" },
      },
      {
        name: "resolution",
        required: false,
        description: "raw are the points as they were recorded, the others means weighed by time.",
        schema: { type: "string", enum: exportResolutions, default: defaultExportResolution },
      },
      {
        name: "marketIds",
        required: false,
        description: `Market ids, ${commaList}, at most ${maximumExportMarkets}. Absent: all markets.`,
        schema: { type: "string" },
      },
    ],
    answer: { description: "CSV: a line of names and a line for each point. Parquet: the same columns." },
    errors: [400, 401, 404, 429, 503],
  },
  {
    id: "sendMessage",
    method: "post",
    path: "/v2/{appId}/send",
    summary: "Send a message to wallets",
    description:
      "Needs a key of the operator's own. Everything is checked before anything is sent. Where an error does not say that nothing was sent, sending again may send twice.",
    needsKey: true,
    parameters: [
      {
        name: "appId",
        in: "path",
        required: true,
        description: "The id of the app that the service sends for.",
        schema: { type: "string", format: "uuid" },
      },
    ],
    body: "SendRequest",
    answer: { schema: "Sent", description: "The message was taken.", status: 202 },
    errors: [400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504],
  },
  {
    id: "alertRules",
    path: "/v0/alerts/rules",
    summary: "The alert rules of a key",
    description: `Rules that the service judges with every walk it records. ${ours}`,
    needsKey: true,
    parameters: [alertsKey],
    answer: { schema: "AlertRules", description: "All rules of the key." },
    errors: [400, 401, 404, 429, 503],
  },
  {
    id: "putAlertRules",
    method: "put",
    path: "/v0/alerts/rules",
    summary: "Keep alert rules",
    description: `Takes the place of all rules of the key. All are judged here with every walk over all markets but paused ones, views without a filter, and of a key more than ${mostServed.views} views, or ${mostServed.filterText} characters of filters, and the loans of more than ${mostServed.wallets} wallets. Where the service sends alerts, rules may name one wallet in sendTo, the same in all of them; quiet says when nothing is sent, digest when views are; what is told at the same later time is one message. A key nobody has used for 90 days is forgotten. ${ours}`,
    needsKey: true,
    parameters: [alertsKey],
    body: "AlertRules",
    answer: { schema: "AlertRules", description: "All rules of the key." },
    errors: [400, 401, 403, 404, 408, 413, 415, 429, 503],
  },
  {
    id: "deleteAlertRules",
    method: "delete",
    path: "/v0/alerts/rules",
    summary: "Forget a key, its alert rules and what rang",
    description: ours,
    needsKey: true,
    parameters: [alertsKey],
    answer: { schema: "AlertRules", description: "No rules." },
    errors: [400, 401, 404, 429, 503],
  },
  {
    id: "alertEvents",
    path: "/v0/alerts/events",
    summary: "What rang",
    description: `Events of a key after a cursor, the oldest first. Of each key the newest ${maximumServedEvents} are kept. A rule rings once for a crossing. ${ours}`,
    needsKey: true,
    parameters: [
      alertsKey,
      {
        name: "after",
        required: false,
        description: "The cursor of the answer before. Absent: all events that are kept.",
        schema: { type: "string" },
      },
    ],
    answer: { schema: "AlertEvents", description: "The events, and the cursor of what comes after them." },
    errors: [400, 401, 404, 429, 503],
  },
  {
    id: "dashboardConfig",
    path: "/dashboard",
    summary: "What the dashboard must know before it can ask",
    description: "The source, the key for browsers and the page that action links open.",
    needsKey: false,
    parameters: [],
    answer: { schema: "DashboardConfig", description: "The settings of the dashboard." },
    errors: [429],
  },
];

export interface AnswerHeader {
  readonly name: string;
  readonly description: string;
}

/** Headers of a successful answer from the source. */
export const answerHeaders: readonly AnswerHeader[] = [
  { name: "Age", description: "The age of the data in seconds." },
  { name: staleHeader, description: "1 when upstream did not answer and kept data is sent." },
  {
    name: setAsideHeader,
    description: "How many markets or positions could not be read and are not in the answer.",
  },
  {
    name: setAsideReportHeader,
    description: "The first of them as percent-encoded JSON: a list of index, id, path and reason.",
  },
  {
    name: "ETag",
    description: "Names the content; send it back in If-None-Match to get 304 when nothing changed.",
  },
];

/** What each status of an error means. */
export const errorMeanings: Readonly<Record<number, string>> = {
  400: "A rule of the request is broken; the message names each. Code bad-request, or cursor-refused: start again from the first page.",
  401: `The header ${clientKeyHeader} is missing or its key is not known. Code key-refused.`,
  403: "This key may not do that: it is known to everybody, or no more keys can keep rules. Code forbidden.",
  404: "There is nothing at this address, nothing of this id, or the source does not offer this. Code not-found.",
  408: "The body took too long to arrive. Code request-timeout.",
  413: "The body is too large. Code too-large.",
  415: "The body is no JSON by its content-type. Code bad-request.",
  429: "Asked too often. Retry-After says how many seconds to wait. Code rate-limited.",
  502: "Upstream refused the gateway's key (code upstream-key-refused), sent something unreadable (upstream-unreadable) or is configured wrongly (upstream-unavailable).",
  503: "Upstream cannot be reached or fails. Retry-After may say when to come back. Code upstream-unavailable; record-unavailable where it is the record that cannot be read.",
  504: "Upstream took too long. Code upstream-timeout.",
};

/** What may be answered to any request, for reasons that lie in none of the parameters. */
export const otherErrors =
  "Another failure, in the same shape: 404, 405, 413, 414 or 431 for a request that is none of those here, or too large; 500, code internal, for a mistake of the service.";
