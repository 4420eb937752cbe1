// The envelope is checked strictly, each market on its own.
import "./no-code-generation.ts";
import * as z from "zod/mini";
import {
  lendingMarketSchema,
  loopMarketSchema,
  otherMarketSchema,
  perpetualMarketSchema,
  predictionMarketSchema,
  yieldMarketSchema,
} from "./market-schema.ts";
import type { Market, ReadMarket } from "./market.ts";
import { maximumLimit } from "./markets-request.ts";
import { cutText } from "./names/characters.ts";

/** `error` is the name of the status, `code` one of `apiErrors` or something a newer service added. */
export const apiErrorSchema = z.looseObject({
  statusCode: z.number(),
  message: z.string(),
  error: z.string(),
  code: z.optional(z.string()),
});

/** The rest of the page is kept. */
export interface RejectedMarket {
  readonly index: number;
  readonly id: string | undefined;
  /** Such as `rewards.0.apy`; empty when the market is no object. */
  readonly path: string;
  readonly reason: string;
}

export interface MarketsPage {
  readonly markets: readonly ReadMarket[];
  /** Null on the last page. */
  readonly cursor: string | null;
  readonly rejectedCount: number;
  /** The first few only. */
  readonly rejected: readonly RejectedMarket[];
}

const mostExamples = 5;

export interface MarketsBody {
  readonly markets: readonly Market[];
  readonly cursor: string | null;
}

/** The message names the field and what was found. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";
}

const envelopeSchema = z.looseObject({ markets: z.array(z.unknown()), cursor: z.nullable(z.string()) });
const typedSchema = z.looseObject({ type: z.string().check(z.minLength(1)) });
const identifiedSchema = z.looseObject({ id: z.string() });

/** @throws UnreadableAnswerError when the envelope is wrong, or longer than any page */
export function parseMarketsPage(body: unknown): MarketsPage {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) {
    const fault = describeFault(envelope.error, body);
    throw new UnreadableAnswerError(
      `Expected {markets, cursor}: ${fault.path === "" ? "the answer" : fault.path} ${fault.reason}.`,
    );
  }
  const candidates = envelope.data.markets;
  if (candidates.length > maximumLimit)
    throw new UnreadableAnswerError(
      `Expected {markets, cursor}: markets has ${candidates.length} items, more than the ${maximumLimit} of the largest page.`,
    );
  const { markets, rejectedCount, rejected } = readMarkets(candidates);
  return { markets, cursor: envelope.data.cursor, rejectedCount, rejected };
}

function readMarkets(candidates: readonly unknown[]): Omit<MarketsPage, "cursor"> {
  const markets: ReadMarket[] = [];
  const rejected: RejectedMarket[] = [];
  candidates.forEach((candidate, index) => {
    const read = readMarket(candidate);
    if (read.success) markets.push(read.data);
    else if (rejected.length < mostExamples)
      rejected.push({ index, id: identifiedSchema.safeParse(candidate).data?.id, ...read.fault });
  });
  return { markets, rejectedCount: candidates.length - markets.length, rejected };
}

/** GET /v0/marketsByType leaves out prediction markets. */
export const listedTypes = ["lending", "yield", "loop", "perpetual"] as const;
export const mostMarketsByType = 5000;

export interface MarketsByType {
  /** May include lists an upstream has added. */
  readonly lists: ReadonlyMap<string, readonly ReadMarket[]>;
  readonly rejectedCount: number;
  /** Paths begin with the name of their list. */
  readonly rejected: readonly RejectedMarket[];
}

const list = z.array(z.unknown());
const byTypeSchema = z.looseObject({ lending: list, yield: list, loop: list, perpetual: list });

/** @throws UnreadableAnswerError when one of `listedTypes` is missing, or a list is too long */
export function parseMarketsByType(body: unknown): MarketsByType {
  const envelope = byTypeSchema.safeParse(body);
  if (!envelope.success) {
    const fault = describeFault(envelope.error, body);
    throw new UnreadableAnswerError(
      `Expected {${listedTypes.join(", ")}}: ${fault.path === "" ? "the answer" : fault.path} ${fault.reason}.`,
    );
  }
  const given = Object.entries(envelope.data).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value] as const] : [],
  );
  const count = given.reduce((sum, [, markets]) => sum + markets.length, 0);
  if (count > mostMarketsByType)
    throw new UnreadableAnswerError(
      `Expected {${listedTypes.join(", ")}}: there are ${count} markets, more than the ${mostMarketsByType} of the largest listing.`,
    );
  const read = given.map(([name, candidates]) => [name, readMarkets(candidates)] as const);
  return {
    lists: new Map(read.map(([name, { markets }]) => [name, markets])),
    rejectedCount: read.reduce((sum, [, { rejectedCount }]) => sum + rejectedCount, 0),
    rejected: read
      .flatMap(([name, { rejected }]) =>
        rejected.map((fault) => ({ ...fault, path: fault.path === "" ? name : `${name}.${fault.path}` })),
      )
      .slice(0, mostExamples),
  };
}

type Reading =
  | { readonly success: true; readonly data: ReadMarket }
  | { readonly success: false; readonly fault: { readonly path: string; readonly reason: string } };

const readers = new Map<string, (candidate: unknown) => Reading>([
  ["lending", reader(lendingMarketSchema, (market) => ({ kind: "lending", market }))],
  ["yield", reader(yieldMarketSchema, (market) => ({ kind: "yield", market }))],
  ["loop", reader(loopMarketSchema, (market) => ({ kind: "loop", market }))],
  ["perpetual", reader(perpetualMarketSchema, (market) => ({ kind: "perpetual", market }))],
  ["prediction", reader(predictionMarketSchema, (market) => ({ kind: "prediction", market }))],
]);
const readOther = reader(otherMarketSchema, (market) => ({ kind: "other", market }));

export function readMarket(candidate: unknown): Reading {
  const typed = typedSchema.safeParse(candidate);
  return typed.success
    ? (readers.get(typed.data.type) ?? readOther)(candidate)
    : { success: false, fault: describeFault(typed.error, candidate) };
}

function reader<Schema extends z.ZodMiniType>(
  schema: Schema,
  tag: (market: z.output<Schema>) => ReadMarket,
): (candidate: unknown) => Reading {
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

/** `expected` completes the error message: "{data: {markets}}". */
export function parseAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  expected: string,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { path, reason } = describeFault(result.error, body);
  throw new UnreadableAnswerError(`Expected ${expected}: ${path === "" ? "the answer" : path} ${reason}.`);
}

export function describeIssue(issue: z.core.$ZodIssue, input: unknown): { path: string; reason: string } {
  const found = valueAt(input, issue.path);
  const path = issue.path.map(String).join(".");
  if (found === undefined) return { path, reason: "is missing" };
  const reason: unknown = issue.code === "custom" ? issue.params?.["reason"] : undefined;
  if (typeof reason === "string") return { path, reason };
  const expected = expectation(issue);
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

function expectation(issue: z.core.$ZodIssue): string | undefined {
  return issue.code === "invalid_type" ? words.get(issue.expected) : undefined;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Outside data is cut, never echoed in full. */
function shown(value: unknown): string {
  if (typeof value === "string") return value === "" ? "an empty text" : `the text "${cutText(value, 40)}"`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : "an object";
}
