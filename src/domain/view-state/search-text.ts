// The search part of an address: taken apart and put together. It is read with or without its question mark, and written
// without.
import { decodeOnce, writeQueryText } from "../../contract/query-text.ts";

interface Parameter {
  /** Between the ampersands, still encoded. */
  readonly raw: string;
  readonly name: string;
  readonly text: string;
}

/** The parameters of a search text, in their order, repeated ones included. A badly encoded one is kept undecoded. */
export function parametersOf(search: string): readonly Parameter[] {
  return bareSearch(search)
    .split("&")
    .filter((raw) => raw !== "")
    .map((raw) => {
      const equals = raw.indexOf("=");
      return equals < 0
        ? { raw, name: decoded(raw), text: "" }
        : { raw, name: decoded(raw.slice(0, equals)), text: decoded(raw.slice(equals + 1)) };
    });
}

/** The text of a parameter; of a repeated one the first counts. */
export function readParameter(search: string, name: string): string | undefined {
  return parametersOf(search).find((parameter) => parameter.name === name)?.text;
}

/**
 * The search text with parameters set, or taken out where their text is undefined. They come first, in the order given; all
 * others follow letter by letter as they were.
 */
export function withParameters(
  search: string,
  own: readonly (readonly [name: string, text: string | undefined])[],
): string {
  const names = new Set(own.map(([name]) => name));
  const others = parametersOf(search).flatMap(({ name, raw }) => (names.has(name) ? [] : [raw]));
  const written = [writeQueryText(own), ...others].filter((part) => part !== "").join("&");
  // A foreign name may begin with a question mark, which at the front would be taken for the one that begins the search.
  return written.startsWith("?") ? `&${written}` : written;
}

export function bareSearch(search: string): string {
  return search.startsWith("?") ? search.slice(1) : search;
}

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  return decodeOnce(spaced) ?? spaced;
}
