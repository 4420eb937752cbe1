// The OpenAPI document, generated from the contract's own schemas so that it cannot drift from what is checked.
import * as z from "zod/mini";
import { servedEventsSchema, servedRulesSchema } from "../../../contract/alerts/served.ts";
import { sendRequestSchema } from "../../../contract/alerts/send.ts";
import { apiErrors, clientKeyHeader } from "../../../contract/problems.ts";
import { assetHistorySchema, assetSchema, assetsBodySchema } from "../../../contract/assets/asset.ts";
import { historyBodySchema } from "../../../contract/history.ts";
import {
  lendingMarketSchema,
  loopMarketSchema,
  otherMarketSchema,
  perpetualMarketSchema,
  predictionMarketSchema,
  providerSchema,
  rewardSchema,
  tokenSchema,
  yieldMarketSchema,
} from "../../../contract/market-schema.ts";
import { dashboardConfigSchema } from "../../../contract/dashboard-config.ts";
import { apiErrorSchema } from "../../../contract/markets-page.ts";
import { pnlBodySchema } from "../../../contract/positions/pnl.ts";
import { positionHistoryBodySchema } from "../../../contract/positions/position-history.ts";
import { positionSchema } from "../../../contract/positions/position.ts";
import { marketChangesSchema } from "../../../contract/record/market-changes.ts";
import { recordChangesSchema } from "../../../contract/record/record-changes.ts";
import { recordSummarySchema } from "../../../contract/record/record-summary.ts";
import { trendsPageSchema } from "../../../contract/trends/market-trends.ts";
import {
  answerHeaders,
  errorMeanings,
  operations,
  otherErrors,
  type AnswerHeader,
  type Operation,
} from "./operations.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

const marketSchemas = {
  LendingMarket: lendingMarketSchema,
  YieldMarket: yieldMarketSchema,
  LoopMarket: loopMarketSchema,
  PerpetualMarket: perpetualMarketSchema,
  PredictionMarket: predictionMarketSchema,
  OtherMarket: otherMarketSchema,
} as const;

const anyMarketSchema = z.union([
  lendingMarketSchema,
  yieldMarketSchema,
  loopMarketSchema,
  perpetualMarketSchema,
  predictionMarketSchema,
  otherMarketSchema,
]);
const marketsPageSchema = z.looseObject({
  markets: z.array(anyMarketSchema),
  cursor: z.nullable(z.string()),
});
const marketsByTypeSchema = z.looseObject({
  lending: z.array(lendingMarketSchema),
  yield: z.array(yieldMarketSchema),
  loop: z.array(loopMarketSchema),
  perpetual: z.array(perpetualMarketSchema),
});
// In the contract the market inside is unknown: it is judged on its own.
const describedPositionSchema = z.extend(positionSchema, { market: z.optional(anyMarketSchema) });
const positionsSchema = z.looseObject({ positions: z.array(describedPositionSchema) });
const sentSchema = z.object({ status: z.literal("accepted") });

/** The contract's schemas by the names the document gives them. */
function createComponentSchemas(): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  const named = {
    MarketsPage: marketsPageSchema,
    ...marketSchemas,
    Provider: providerSchema,
    Token: tokenSchema,
    Reward: rewardSchema,
    History: historyBodySchema,
    TrendsPage: trendsPageSchema,
    MarketsByType: marketsByTypeSchema,
    Positions: positionsSchema,
    Position: describedPositionSchema,
    PositionHistory: positionHistoryBodySchema,
    Pnl: pnlBodySchema,
    Assets: assetsBodySchema,
    Asset: assetSchema,
    AssetHistory: assetHistorySchema,
    RecordChanges: recordChangesSchema,
    MarketChanges: marketChangesSchema,
    RecordSummary: recordSummarySchema,
    AlertRules: servedRulesSchema,
    AlertEvents: servedEventsSchema,
    SendRequest: sendRequestSchema,
    Sent: sentSchema,
    DashboardConfig: dashboardConfigSchema,
    ApiError: apiErrorSchema,
  };
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    uri: (id) => `#/components/schemas/${id}`,
  });
  // Inside the document the schemas are found by their place; the two marks of a file of its own would mislead readers.
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
  );
}

/** The whole document, as OpenAPI 3.1. */
export function createOpenApi(): Readonly<Record<string, unknown>> {
  return {
    openapi: "3.1.0",
    info: {
      title: "Yieldboard markets service",
      version: "0",
      description:
        "Lists lending, yield, loop, perpetual and prediction markets on Solana. Rates are fractions per year: 0.0534 is 5.34 %. depositApy and borrowApy include rewards, the base rates do not.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api" }],
    paths: describePaths(),
    components: {
      securitySchemes: {
        clientKey: {
          type: "apiKey",
          in: "header",
          name: clientKeyHeader,
          description: "A key of the operator's.",
        },
      },
      schemas: createComponentSchemas(),
    },
    "x-error-codes": Object.keys(apiErrors),
  };
}

function describePaths(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {});
    methods[operation.method ?? "get"] = describe(operation);
  }
  return paths;
}

function describe(operation: Operation): Record<string, unknown> {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    security: operation.needsKey ? [{ clientKey: [] }] : [],
    parameters: operation.parameters.map(({ name, in: place, required, description, schema, example }) => ({
      name,
      in: place ?? "query",
      required,
      description,
      schema,
      example,
    })),
    ...(operation.body === undefined
      ? {}
      : { requestBody: { required: true, content: jsonOf(operation.body) } }),
    responses: {
      [operation.answer.status ?? 200]: {
        description: operation.answer.description,
        ...(operation.answer.isTagged === true ? { headers: headersOf(answerHeaders) } : {}),
        content: operation.answer.schema === undefined ? exported : jsonOf(operation.answer.schema),
      },
      ...(operation.answer.isTagged === true
        ? { 304: { description: "What If-None-Match names is still what there is." } }
        : {}),
      ...Object.fromEntries(
        operation.errors.map((status) => [
          String(status),
          {
            description: errorMeanings[status] ?? "Failed.",
            ...(mayWait.has(status) ? { headers: headersOf([retryAfter]) } : {}),
            content: jsonOf("ApiError"),
          },
        ]),
      ),
      default: { description: otherErrors, content: jsonOf("ApiError") },
    },
  };
}

/** Errors that may say when to come back. */
const mayWait = new Set([429, 502, 503, 504]);
const retryAfter: AnswerHeader = { name: "Retry-After", description: "Seconds to wait before asking again." };
const exported = {
  "text/csv": { schema: { type: "string" } },
  "application/vnd.apache.parquet": {},
};

function headersOf(headers: readonly AnswerHeader[]): Record<string, unknown> {
  return Object.fromEntries(
    headers.map(({ name, description }) => [name, { description, schema: { type: "string" } }]),
  );
}

function jsonOf(schema: string): Record<string, unknown> {
  return { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } };
}
