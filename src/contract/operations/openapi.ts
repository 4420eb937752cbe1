// The OpenAPI document of all operations.
import { z } from "../zod.ts";
import * as market from "../market-schema.ts";
import { apiErrorSchema } from "../markets-page.ts";
import { clientKeyHeader, setAsideHeader, setAsideReportHeader, staleHeader } from "../problems.ts";
import { parameterNotes, type Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { describedPositionSchema } from "./position-operations.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schemas that other parts reference, named after the operation that first uses them. Others are inlined. */
const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  ApiError: apiErrorSchema,
  LendingMarket: market.marketSchemas.lending,
  YieldMarket: market.marketSchemas.yield,
  LoopMarket: market.marketSchemas.loop,
  PerpetualMarket: market.marketSchemas.perpetual,
  PredictionMarket: market.marketSchemas.prediction,
  OtherMarket: market.marketSchemas.other,
  Provider: market.providerSchema,
  Token: market.tokenSchema,
  Reward: market.rewardSchema,
  Position: describedPositionSchema,
}))
  names.add(schema, { id });
for (const [id, { response, body }] of Object.entries(operations))
  for (const schema of [response.schema, body?.schema])
    if (schema !== undefined && !names.has(schema))
      names.add(schema, {
        id: `${id.charAt(0).toUpperCase()}${id.slice(1)}${schema === body?.schema ? "Body" : ""}`,
      });

const referenceTo = (id: string): string => `#/components/schemas/${id}`;

export function createOpenApi(): Readonly<Record<string, unknown>> {
  const { schemas } = z.toJSONSchema(names, { io: "input", uri: referenceTo });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, operation] of Object.entries(operations))
    (paths[operation.path] ??= {})[operation.method ?? "get"] = describe(id, operation);
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
    paths,
    components: {
      securitySchemes: {
        clientKey: {
          type: "apiKey",
          in: "header",
          name: clientKeyHeader,
          description: "A key issued by the operator.",
        },
      },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([id, schema]) => [id, insideDocument(schema)]),
      ),
    },
  };
}

/** Drops `$schema` and `$id`, which are for schemas in files of their own. */
function insideDocument({ $schema: _schema, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function describe(id: string, operation: Operation): Record<string, unknown> {
  const { summary, description, response, body, errors, isPublic } = operation;
  const isTagged = response.isTagged === true;
  const failures = errors.map((status) => {
    const headers = mayWait.has(status) ? headersOf(retryAfter) : undefined;
    return [
      status,
      { description: errorMeanings[status] ?? "Failed.", headers, content: jsonOf(apiErrorSchema) },
    ];
  });
  return {
    operationId: id,
    summary,
    description,
    security: isPublic === true ? [] : [{ clientKey: [] }],
    parameters: describeParameters(operation),
    requestBody: body && { required: true, description: describeBounds(body), content: jsonOf(body.schema) },
    responses: {
      [response.status ?? 200]: {
        description: response.description,
        headers: isTagged ? headersOf(responseHeaders) : undefined,
        content: response.schema === undefined ? exported : jsonOf(response.schema),
      },
      304: isTagged
        ? { description: "The content identified by If-None-Match is still current." }
        : undefined,
      ...Object.fromEntries(failures),
      default: { description: otherErrors, content: jsonOf(apiErrorSchema) },
    },
  };
}

function describeBounds({ bounds: { bytes, values, depth } }: NonNullable<Operation["body"]>): string {
  return `At most ${bytes} bytes and ${values} values, nested at most ${depth} deep.`;
}

function describeParameters({ parameters }: Operation): readonly Record<string, unknown>[] {
  const { required = [] } = z.toJSONSchema(parameters, { io: "input" });
  return Object.entries(parameters.shape).map(([name, schema]) => {
    const notes = parameterNotes.get(schema);
    return {
      name,
      in: notes?.in ?? "query",
      required: required.includes(name),
      description: notes?.description,
      schema: notes?.schema ?? insideDocument(z.toJSONSchema(schema, { io: "input" })),
      example: notes?.example,
    };
  });
}

const exported = {
  "text/csv": { schema: { type: "string" } },
  "application/vnd.apache.parquet": {},
};

function headersOf(headers: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
}

function jsonOf(schema: z.core.$ZodType): Record<string, unknown> {
  const { id = "" } = names.get(schema) ?? {};
  return { "application/json": { schema: { $ref: referenceTo(id) } } };
}

/** Statuses whose responses may have a Retry-After. */
const mayWait = new Set([429, 502, 503, 504]);
const retryAfter = { "Retry-After": "Seconds to wait before the next request." };

const responseHeaders = {
  Age: "The age of the data in seconds.",
  [staleHeader]: "1 if the upstream did not answer and cached data is sent.",
  [setAsideHeader]: "How many markets or positions could not be read and are not in the answer.",
  [setAsideReportHeader]:
    "The first few of them as percent-encoded JSON: a list of index, id, path and reason.",
  ETag: "Identifies the content; send it back in If-None-Match to get 304 if nothing changed.",
};

const errorMeanings: Readonly<Record<number, string>> = {
  400: "The request is invalid; the message names every fault. Code bad-request, or cursor-refused: start again from the first page.",
  401: `The header ${clientKeyHeader} is missing or its key is unknown. Code key-refused.`,
  403: "This key may not do that: it is publicly known, or no more keys can store rules. Code forbidden.",
  404: "Not found: no such address or id, or the source does not offer it. Code not-found.",
  408: "The body took too long to arrive. Code request-timeout.",
  409: "The stored rules have changed since that revision. Read them again. Code conflict.",
  413: "The body is too large. Code too-large.",
  415: "The content-type of the body is not JSON. Code bad-request.",
  429: "Too many requests. Retry-After says how many seconds to wait. Code rate-limited.",
  502: "The upstream refused the gateway's key (code upstream-key-refused), sent something unreadable (upstream-unreadable) or is configured wrongly (upstream-unavailable).",
  503: "The upstream cannot be reached or fails. Retry-After may say when to try again. Code upstream-unavailable; record-unavailable where the record cannot be read.",
  504: "The upstream took too long. Code upstream-timeout.",
};

const otherErrors =
  "Any other failure, in the same format: 404, 405, 413, 414 or 431 for a request that is too large or not described here; 500, code internal, for a defect of the service.";
