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
export function faultRepeated(
  query: QueryText,
  names: readonly string[],
  fault: ToldFault,
  remedy = "Give it once.",
): void {
  for (const name of names) {
    const count = query.getAll(name).length;
    if (count > 1) fault(name, `${name} is given ${count} times. ${remedy}`);
  }
}

/** A value from outside, cut and quoted for a message. */
export function quoted(text: string): string {
  return `"${text.slice(0, 60)}"`;
}

/** Reads one of some words, which may be left out; undefined as well where a fault was told. */
export function readWord<Word extends string>(
  query: QueryText,
  name: string,
  words: readonly Word[],
  fault: ToldFault,
): Word | undefined {
  const given = query.get(name);
  const found = words.find((word) => word === given);
  if (given !== null && found === undefined)
    fault(name, `${name} is ${quoted(given)}. Use ${words.join(" or ")}.`);
  return found;
}

/** Reads `limit`, a whole number from 1 on, which may be left out; undefined as well where a fault was told. */
export function readLimit(query: QueryText, most: number, fault: ToldFault): number | undefined {
  const text = query.get("limit");
  if (text === null) return undefined;
  const limit = Number(text);
  if (/^\d{1,4}$/.test(text) && limit >= 1 && limit <= most) return limit;
  fault("limit", `limit is ${quoted(text)}. Give a whole number from 1 to ${most}.`);
  return undefined;
}

/** Reads a list of ids, each once; empty where none is named. */
export function readIds(query: QueryText, name: string, most: number, fault: ToldFault): readonly string[] {
  const ids = [...new Set((query.get(name) ?? "").split(",").filter((id) => id !== ""))];
  if (ids.length > most) fault(name, `${name} has ${ids.length} ids. Ask for at most ${most} at once.`);
  return ids;
}

// Half of a surrogate pair, which no encoder takes. A cursor from outside may hold one.
const loneSurrogates = /\p{Surrogate}/gu;

/**
 * Writes pairs as a query string without the question mark; what is undefined is left out. Commas stay readable: they are legal
 * there. What is no valid Unicode becomes the replacement character, as URLSearchParams does it.
 */
export function writeQueryText(
  pairs: readonly (readonly [name: string, value: string | undefined])[],
): string {
  return pairs
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = value.replaceAll(loneSurrogates, "\uFFFD");
      return `${name}=${encodeURIComponent(text).replaceAll("%2C", ",")}`;
    })
    .join("&");
}

/** A part of an address, decoded once; undefined where it is not encoded rightly. */
export function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
