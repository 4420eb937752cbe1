// Queries: how they are read, with every broken rule told, and written. The part of URLSearchParams that both runtimes have and this folder may not name: it knows neither DOM nor Node.

/** A parsed query string, such as a URLSearchParams. */
export interface QueryText {
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
}

/** One broken rule: the parameter, and a sentence with what was found and what to send instead. */
export interface RequestFault {
  readonly parameter: string;
  readonly message: string;
}

/** What a query says, or every rule that it breaks. */
export type Reading<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

export type ToldFault = (parameter: string, message: string) => void;

/** A list of faults, and what adds one. */
export function collectFaults(): { readonly faults: RequestFault[]; readonly fault: ToldFault } {
  const faults: RequestFault[] = [];
  return { faults, fault: (parameter, message) => void faults.push({ parameter, message }) };
}

/** A fault for every parameter that is given more than once. */
export function faultRepeated(query: QueryText, names: readonly string[], fault: ToldFault): void {
  for (const name of names) {
    const count = query.getAll(name).length;
    if (count > 1) fault(name, `${name} is given ${count} times. Give it once.`);
  }
}

// Half of a surrogate pair, which no encoder takes. A cursor from outside may hold one.
const loneSurrogates = /\p{Surrogate}/gu;

/**
 * Writes pairs as a query string without the question mark. Commas stay readable: they are legal there. What is no valid
 * Unicode becomes the replacement character, as URLSearchParams does it.
 */
export function writeQueryText(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs
    .map(([name, value]) => {
      const text = value.replaceAll(loneSurrogates, "\uFFFD");
      return `${name}=${encodeURIComponent(text).replaceAll("%2C", ",")}`;
    })
    .join("&");
}

/** A segment of a path, decoded once; undefined where it is not encoded rightly. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
