// The operations of the API in words, for the OpenAPI document.
import {
  clientKeyHeader,
  setAsideHeader,
  setAsideReportHeader,
  staleHeader,
} from "../../../contract/api-error.ts";
import { historyResolutions, maximumHistoryMarkets } from "../../../contract/history.ts";
import { knownProviders, marketTypes, predictionStatuses } from "../../../contract/market.ts";
import { defaultLimit, maximumLimit } from "../../../contract/markets-request.ts";

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: string;
}

export interface Operation {
  readonly id: string;
  /** Below /api. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  /** The schema's name and what the body is. */
  readonly answer: { readonly schema: string; readonly description: string };
  readonly errors: readonly number[];
}

const commaList = "separated by commas";

export const operations: readonly Operation[] = [
  {
    id: "listMarkets",
    path: "/v0/markets",
    summary: "List markets, page by page",
    description:
      "One page of markets and the cursor of the next. There is no order and no total: pass the cursor back until it is null.",
    needsKey: true,
    parameters: [
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
    ],
    answer: { schema: "MarketsPage", description: "A page of markets." },
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
      },
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
        description: "The step of an even grid. Absent: as the source keeps it.",
        schema: { type: "string", enum: historyResolutions },
      },
    ],
    answer: { schema: "History", description: "The history of each market that is known." },
    errors: [400, 401, 404, 429, 502, 503, 504],
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

/** Headers of a successful answer with markets or history. */
export const answerHeaders: readonly AnswerHeader[] = [
  { name: "Age", description: "The age of the data in seconds." },
  { name: staleHeader, description: "1 when upstream did not answer and kept data is sent." },
  { name: setAsideHeader, description: "How many markets of this page could not be read and are not in it." },
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
  404: "There is nothing at this address. Code not-found.",
  429: "Asked too often. Retry-After says how many seconds to wait. Code rate-limited.",
  502: "Upstream refused the gateway's key (code upstream-key-refused), sent something unreadable (upstream-unreadable) or is configured wrongly (upstream-unavailable).",
  503: "Upstream cannot be reached or fails. Retry-After may say when to come back. Code upstream-unavailable.",
  504: "Upstream took too long. Code upstream-timeout.",
};
