// Checks the envelope strictly, and each market by itself.
import { z } from "./zod.ts";
import { marketSchemas } from "./market-schema.ts";
import type { ReadMarket } from "./market.ts";
import { maxLimit } from "./markets-request.ts";
import { cutText } from "./names/characters.ts";
import { fieldOf } from "./names/field-of.ts";

/** `error` is the status text. `code` is one of `apiErrors`, or one that a newer service has added. */
export const apiErrorSchema = z.looseObject({
  statusCode: z.number(),
  message: z.string(),
  error: z.string(),
  code: z.optional(z.string()),
});

/** A market that could not be read. The rest of its page is kept. */
export interface RejectedMarket {
  readonly index: number;
  readonly id?: string | undefined;
  /** Such as `rewards.0.apy`. Empty if the market is not an object. */
  readonly path: string;
  readonly reason: string;
}

/** The number of markets that could not be read, and the first few. */
export interface SetAside {
  readonly count: number;
  readonly examples: readonly RejectedMarket[];
}

const maxExamples = 5;

/** The message names the field and the value found. */
export class UnreadableResponseError extends Error {
  override readonly name = "UnreadableResponseError";
}

const envelopeSchema = z.looseObject({ markets: z.array(z.unknown()), cursor: z.nullable(z.string()) });
const typedSchema = z.object({ type: z.string().check(z.minLength(1)) });

/** The cursor is null on the last page, also if sent as "", which no request can pass on. @throws UnreadableResponseError if the envelope is wrong or too long */
export function parseMarketsPage(body: unknown) {
  const { candidates, cursor } = readEnvelope(body);
  const { items, setAside } = readEach(candidates, readMarket);
  return { markets: items, cursor, setAside };
}

const marketsPerStep = 50;

/** Like parseMarketsPage, with a `pause` between steps, so that reading a page does not block a browser's input. */
export async function parseMarketsPageInSteps(
  body: unknown,
  pause: () => Promise<void>,
): Promise<ReturnType<typeof parseMarketsPage>> {
  const { candidates, cursor } = readEnvelope(body);
  const markets: ReadMarket[] = [];
  const examples: RejectedMarket[] = [];
  for (let from = 0; from < candidates.length; from += marketsPerStep) {
    if (from > 0) await pause();
    const step = candidates.slice(from, from + marketsPerStep);
    const { items, setAside } = readEach(step, readMarket, { firstIndex: from });
    markets.push(...items);
    examples.push(...setAside.examples);
  }
  const count = candidates.length - markets.length;
  return { markets, cursor, setAside: { count, examples: examples.slice(0, maxExamples) } };
}

function readEnvelope(body: unknown) {
  const { markets: candidates, cursor } = parseResponse(envelopeSchema, "{markets, cursor}", body);
  if (candidates.length > maxLimit)
    throw new UnreadableResponseError(
      `Expected {markets, cursor}: markets has ${candidates.length} items, more than the ${maxLimit} of the largest page.`,
    );
  return { candidates, cursor: cursor === "" ? null : cursor };
}

/** Reads each candidate by itself, and describes the first few faults. */
export function readEach<Item>(
  candidates: readonly unknown[],
  read: (candidate: unknown) => ParseResult<Item>,
  { idField = "id", firstIndex = 0 } = {},
) {
  const items: Item[] = [];
  const examples: RejectedMarket[] = [];
  candidates.forEach((candidate, index) => {
    const reading = read(candidate);
    if (reading.success) items.push(reading.data);
    else if (examples.length < maxExamples) {
      const id = fieldOf(candidate, idField);
      examples.push({
        index: firstIndex + index,
        id: typeof id === "string" ? id : undefined,
        ...reading.fault,
      });
    }
  });
  return { items, setAside: { count: candidates.length - items.length, examples } };
}

/** GET /v0/marketsByType leaves out prediction markets. */
export const listedTypes = ["lending", "yield", "loop", "perpetual"] as const;
export const maxMarketsByType = 5000;

const list = z.array(z.unknown());
const byTypeSchema = z.looseObject({ lending: list, yield: list, loop: list, perpetual: list });

/**
 * `lists` may contain lists that an upstream has added. Paths in `setAside` begin with the name of their list.
 * @throws UnreadableResponseError if one of `listedTypes` is missing, or there are too many markets
 */
export function parseMarketsByType(body: unknown) {
  const shape = `{${listedTypes.join(", ")}}`;
  const given = Object.entries(parseResponse(byTypeSchema, shape, body)).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value] as const] : [],
  );
  const count = given.reduce((sum, [, markets]) => sum + markets.length, 0);
  if (count > maxMarketsByType)
    throw new UnreadableResponseError(
      `Expected ${shape}: there are ${count} markets, more than the ${maxMarketsByType} of the largest listing.`,
    );
  const lists = new Map<string, readonly ReadMarket[]>();
  const examples: RejectedMarket[] = [];
  let rejected = 0;
  for (const [name, candidates] of given) {
    const { items, setAside } = readEach(candidates, readMarket);
    lists.set(name, items);
    rejected += setAside.count;
    for (const fault of setAside.examples)
      examples.push({ ...fault, path: fault.path === "" ? name : `${name}.${fault.path}` });
  }
  return { lists, setAside: { count: rejected, examples: examples.slice(0, maxExamples) } };
}

export type ParseResult<Item> =
  | { readonly success: true; readonly data: Item }
  | { readonly success: false; readonly fault: { readonly path: string; readonly reason: string } };

const readers = new Map<string, (candidate: unknown) => ParseResult<ReadMarket>>([
  ["lending", reader(marketSchemas.lending, (market) => ({ kind: "lending", market }))],
  ["yield", reader(marketSchemas.yield, (market) => ({ kind: "yield", market }))],
  ["loop", reader(marketSchemas.loop, (market) => ({ kind: "loop", market }))],
  ["perpetual", reader(marketSchemas.perpetual, (market) => ({ kind: "perpetual", market }))],
  ["prediction", reader(marketSchemas.prediction, (market) => ({ kind: "prediction", market }))],
]);
const readOther = reader(marketSchemas.other, (market): ReadMarket => ({ kind: "other", market }));

export function readMarket(candidate: unknown): ParseResult<ReadMarket> {
  const typed = typedSchema.safeParse(candidate);
  return typed.success
    ? (readers.get(typed.data.type) ?? readOther)(candidate)
    : { success: false, fault: describeFault(typed.error, candidate) };
}

export function reader<Schema extends z.ZodMiniType, Item>(
  schema: Schema,
  tag: (read: z.output<Schema>) => Item,
): (candidate: unknown) => ParseResult<Item> {
  return (candidate) => {
    const result = schema.safeParse(candidate);
    return result.success
      ? { success: true, data: tag(result.data) }
      : { success: false, fault: describeFault(result.error, candidate) };
  };
}

export function describeFault(error: z.core.$ZodError, input: unknown): { path: string; reason: string } {
  const issue = error.issues[0];
  return issue === undefined ? { path: "", reason: "cannot be read" } : describeIssue(issue, input);
}

/** `expected` completes the error message, such as "{data: {markets}}". */
export function parseResponse<Schema extends z.ZodMiniType>(
  schema: Schema,
  expected: string,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { path, reason } = describeFault(result.error, body);
  throw new UnreadableResponseError(`Expected ${expected}: ${path === "" ? "the answer" : path} ${reason}.`);
}

/** @throws UnreadableResponseError with the path of the first fault */
export function responseParser<Schema extends z.ZodMiniType>(
  schema: Schema,
  expected: string,
): (body: unknown) => z.output<Schema> {
  return (body) => parseResponse(schema, expected, body);
}

export function describeIssue(issue: z.core.$ZodIssue, input: unknown): { path: string; reason: string } {
  const found = issue.path.reduce(fieldOf, input);
  const path = issue.path.map(String).join(".");
  if (found === undefined) return { path, reason: "is missing" };
  const reason: unknown = issue.code === "custom" ? issue.params?.["reason"] : undefined;
  if (typeof reason === "string") return { path, reason };
  const expected = issue.code === "invalid_type" ? words.get(issue.expected) : undefined;
  return {
    path,
    reason:
      expected === undefined ? `is not valid: found ${shown(found)}` : `is ${shown(found)}, not ${expected}`,
  };
}

const words = new Map<string, string>([
  ["number", "a number"],
  ["string", "a text"],
  ["array", "a list"],
  ["object", "an object"],
  ["record", "an object"],
]);

/** Shortens outside data for messages, so that it is never echoed in full. */
function shown(value: unknown): string {
  if (typeof value === "string") return value === "" ? "an empty text" : `the text "${cutText(value, 40)}"`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : "an object";
}
