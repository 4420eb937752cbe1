// What an operation of the API is, and how a request to one is read. The browser's bundle has none of this: it writes requests with
// the functions of the `…-request.ts` files.
import "../no-code-generation.ts";
import * as z from "zod/mini";

/** What the documentation says of a parameter. */
export interface ParameterNotes {
  readonly description: string;
  /** Absent: in the query. */
  readonly in?: "path" | "header";
  readonly example?: string;
  /** Parameters are read as texts; this says what such a text is, where its schema does not. */
  readonly schema?: Readonly<Record<string, unknown>>;
}

export const parameterNotes = z.registry<ParameterNotes>();

export interface Operation<Request = unknown> {
  readonly id: string;
  /** Absent: get. */
  readonly method?: "post" | "put" | "delete";
  /** Below /api; ids as `{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Needs no key. */
  readonly isPublic?: true;
  /** The parameters by name, as texts, each with its notes. */
  readonly parameters: z.ZodMiniObject;
  /** Reads the parameters. */
  readonly request: z.ZodMiniType<Request>;
  readonly body?: z.ZodMiniType;
  readonly answer: {
    /** Absent: the body is a file. */
    readonly schema?: z.ZodMiniType;
    readonly description: string;
    readonly status?: 202;
    /** The answer is data with an age and an ETag: 304 for a caller that has it. */
    readonly isTagged?: true;
  };
  readonly errors: readonly number[];
}

/** One broken rule: the parameter, and a sentence with what was found and what to send instead. */
export interface RequestFault {
  readonly parameter: string;
  readonly message: string;
}

/** What a request says, or every rule that it breaks. */
export type Reading<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

/** The part of URLSearchParams that is used here; this folder knows neither DOM nor Node. */
export interface QueryText {
  getAll(name: string): string[];
}

/** Reads a request. Parameters that the operation does not have are ignored. */
export function readRequest<Request>(
  { parameters, request }: Pick<Operation<Request>, "parameters" | "request">,
  query: QueryText,
  path: Readonly<Record<string, string>> = {},
): Reading<Request> {
  const faults: RequestFault[] = [];
  const given: Record<string, string> = { ...path };
  for (const name of Object.keys(parameters.shape)) {
    const [text, ...more] = query.getAll(name);
    if (text !== undefined) given[name] = text;
    if (more.length > 0)
      faults.push({
        parameter: name,
        message: `${name} is given ${more.length + 1} times. Give it once, several values separated by commas.`,
      });
  }
  const result = request.safeParse(given);
  if (result.success && faults.length === 0) return { ok: true, request: result.data };
  for (const {
    path: [parameter],
    message,
  } of result.error?.issues ?? [])
    faults.push({ parameter: String(parameter), message: `${String(parameter)} ${message}` });
  return { ok: false, faults };
}

/** A message names this many faults, and counts the others: an answer stays small however much is wrong. */
const mostFaults = 5;

export function describeFaults(faults: readonly RequestFault[]): string {
  const named = faults.slice(0, mostFaults).map((fault) => fault.message);
  const others = faults.length - named.length;
  return [...named, ...(others > 0 ? [`There are ${others} more faults.`] : [])].join(" ");
}
