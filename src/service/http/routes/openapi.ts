// The OpenAPI document, generated from the contract's own schemas so that it cannot drift from what is checked.
import * as z from "zod/mini";
import { apiErrorCodes, clientKeyHeader } from "../../../contract/api-error.ts";
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
import { apiErrorSchema, dashboardConfigSchema } from "../../../contract/plain/body-schemas.ts";
import { answerHeaders, errorMeanings, operations, type Operation } from "./operations.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const marketSchemas = {
  LendingMarket: lendingMarketSchema,
  YieldMarket: yieldMarketSchema,
  LoopMarket: loopMarketSchema,
  PerpetualMarket: perpetualMarketSchema,
  PredictionMarket: predictionMarketSchema,
  OtherMarket: otherMarketSchema,
} as const;

const marketsPageSchema = z.looseObject({
  markets: z.array(
    z.union([
      lendingMarketSchema,
      yieldMarketSchema,
      loopMarketSchema,
      perpetualMarketSchema,
      predictionMarketSchema,
      otherMarketSchema,
    ]),
  ),
  cursor: z.nullable(z.string()),
});

/** The contract's schemas by the names the document gives them. */
export function createComponentSchemas(): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  const named = {
    MarketsPage: marketsPageSchema,
    ...marketSchemas,
    Provider: providerSchema,
    Token: tokenSchema,
    Reward: rewardSchema,
    History: historyBodySchema,
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
    paths: Object.fromEntries(operations.map((operation) => [operation.path, { get: describe(operation) }])),
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
    "x-error-codes": apiErrorCodes,
  };
}

function describe(operation: Operation): Record<string, unknown> {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    security: operation.needsKey ? [{ clientKey: [] }] : [],
    parameters: operation.parameters.map(({ name, required, description, schema, example }) => ({
      name,
      in: "query",
      required,
      description,
      schema,
      example,
    })),
    responses: {
      "200": {
        description: operation.answer.description,
        headers: operation.needsKey
          ? Object.fromEntries(
              answerHeaders.map(({ name, description }) => [
                name,
                { description, schema: { type: "string" } },
              ]),
            )
          : {},
        content: jsonOf(operation.answer.schema),
      },
      ...Object.fromEntries(
        operation.errors.map((status) => [
          String(status),
          { description: errorMeanings[status] ?? "Failed.", content: jsonOf("ApiError") },
        ]),
      ),
    },
  };
}

function jsonOf(schema: string): Record<string, unknown> {
  return { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } };
}
