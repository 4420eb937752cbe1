// Only the service parses requests with these. The browser uses the writers in the `…-request.ts` files instead.
import { z } from "../zod.ts";
import { dayMs, hourMs } from "../units.ts";

interface ParameterNotes {
  readonly description: string;
  /** Defaults to the query. */
  readonly in?: "path" | "header";
  readonly example?: string | number;
  /** Describes the text if the zod schema does not. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

export const parameterNotes = z.registry<ParameterNotes>();

export interface JsonBounds {
  /** Size after decompression. */
  readonly bytes: number;
  readonly values: number;
  readonly depth: number;
}

interface OperationFacts<Request> {
  /** Defaults to get. */
  readonly method?: "post" | "put" | "delete";
  /** Path below /api, with ids as `{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isPublic?: true;
  readonly body?: { readonly schema: z.ZodMiniType; readonly bounds: JsonBounds };
  readonly response: {
    /** Without a schema, the response is a file. */
    readonly schema?: z.ZodMiniType;
    readonly description: string;
    readonly status?: 202;
    readonly isTagged?: true;
  };
  readonly errors: readonly number[];
  /** How many requests it counts as; one by default. */
  weight?(request: Request): number;
}

/** The request is what the parameters give, unless `request` makes it from them. */
export type Operation<Request = unknown> = OperationFacts<Request> &
  (
    | { readonly parameters: z.ZodMiniObject & z.ZodMiniType<Request>; readonly request?: undefined }
    | { readonly parameters: z.ZodMiniObject; readonly request: z.ZodMiniType<Request> }
  );

/** A response with an age and an ETag, and a 304 if the caller already has it. */
export function tagged(schema: z.ZodMiniType, description: string) {
  return { isTagged: true, schema, description } as const;
}

/** Each fault is a sentence for the caller. */
export type ParsedRequest<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Only what is needed of URLSearchParams: this folder has neither DOM nor Node types. */
interface QueryText {
  getAll(name: string): string[];
}

/** Ignores unknown parameters. */
export function readRequest<Request>(
  { parameters, request }: Operation<Request>,
  query: QueryText,
  path: Readonly<Record<string, string>> = {},
): ParsedRequest<Request> {
  const faults: string[] = [];
  const given: Record<string, string> = { ...path };
  for (const name of Object.keys(parameters.shape)) {
    if (Object.hasOwn(path, name)) continue;
    const [text, ...more] = query.getAll(name);
    if (text !== undefined) given[name] = text;
    if (more.length > 0)
      faults.push(
        `${name} is given ${more.length + 1} times. Give it once, with values separated by commas.`,
      );
  }
  const schema: z.ZodMiniType<Request> = request === undefined ? parameters : request;
  const result = schema.safeParse(given);
  if (result.success && faults.length === 0) return { ok: true, request: result.data };
  for (const issue of result.error?.issues ?? []) faults.push(`${String(issue.path[0])} ${issue.message}`);
  return { ok: false, faults };
}

/** Keeps responses small if much is wrong. Further faults are counted. */
const maxFaults = 5;

export function describeFaults(faults: readonly string[]): string {
  const named = faults.slice(0, maxFaults);
  const others = faults.length - named.length;
  return [...named, ...(others > 0 ? [`There are ${others} more faults.`] : [])].join(" ");
}

/** Weight of responses that are computed once per poll for all callers. */
export const sharedWeight = 2;
export const ownWeight = 10;

const monthMs = 30 * dayMs;
const heaviestPast = 300;

/** One per item and started month. Steps below an hour multiply that by how many more points they have. */
export function pastWeight(
  things: number,
  { startTime, endTime = Date.now() }: { readonly startTime: number; readonly endTime?: number | undefined },
  stepMs = hourMs,
): number {
  const months = Math.max(1, Math.ceil(((endTime - startTime) / monthMs) * Math.max(1, hourMs / stepMs)));
  return Math.min(heaviestPast, things * months);
}
