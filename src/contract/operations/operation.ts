// Only the service parses requests with these; the browser's bundle uses the writers of the `…-request.ts` files.
import { z } from "../zod.ts";

interface ParameterNotes {
  readonly description: string;
  /** Absent: query. */
  readonly in?: "path" | "header";
  readonly example?: string;
  /** Describes the text where the zod schema does not. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

export const parameterNotes = z.registry<ParameterNotes>();

export interface JsonBounds {
  /** After decompression. */
  readonly bytes: number;
  readonly values: number;
  readonly depth: number;
}

export interface Operation<Request = unknown> {
  readonly id: string;
  /** Absent: get. */
  readonly method?: "post" | "put" | "delete";
  /** Below /api; ids as `{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly isPublic?: true;
  readonly parameters: z.ZodMiniObject;
  readonly request: z.ZodMiniType<Request>;
  readonly body?: { readonly schema: z.ZodMiniType; readonly bounds: JsonBounds };
  readonly answer: {
    /** Absent: a file. */
    readonly schema?: z.ZodMiniType;
    readonly description: string;
    readonly status?: 202;
    readonly isTagged?: true;
  };
  readonly errors: readonly number[];
  /** How many requests it counts as. Absent: one. */
  weight?(request: Request): number;
}

/** An answer with an age and an ETag, and 304 on a match. */
export function tagged(schema: z.ZodMiniType, description: string) {
  return { isTagged: true, schema, description } as const;
}

/** Each fault is a sentence. */
export type Reading<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly faults: readonly string[] };

/** This folder has neither DOM nor Node types. */
interface QueryText {
  getAll(name: string): string[];
}

/** Ignores unknown parameters. */
export function readRequest<Request>(
  { parameters, request }: Pick<Operation<Request>, "parameters" | "request">,
  query: QueryText,
  path: Readonly<Record<string, string>> = {},
): Reading<Request> {
  const faults: string[] = [];
  const given: Record<string, string> = { ...path };
  for (const name of Object.keys(parameters.shape)) {
    const [text, ...more] = query.getAll(name);
    if (text !== undefined) given[name] = text;
    if (more.length > 0)
      faults.push(
        `${name} is given ${more.length + 1} times. Give it once, with values separated by commas.`,
      );
  }
  const result = request.safeParse(given);
  if (result.success && faults.length === 0) return { ok: true, request: result.data };
  for (const issue of result.error?.issues ?? []) faults.push(`${String(issue.path[0])} ${issue.message}`);
  return { ok: false, faults };
}

/** Keeps answers small however much is wrong; the other faults are counted. */
const mostFaults = 5;

export function describeFaults(faults: readonly string[]): string {
  const named = faults.slice(0, mostFaults);
  const others = faults.length - named.length;
  return [...named, ...(others > 0 ? [`There are ${others} more faults.`] : [])].join(" ");
}
