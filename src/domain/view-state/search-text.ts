// Reads a query with or without the question mark, and writes it without.
import { decodeOnce, writeQueryText } from "../../contract/query-text.ts";
import { maxTextLength, type ParametersFor } from "../market/filters/parameters.ts";

/** In order, with duplicates. A badly encoded value stays encoded. */
export function parametersOf(search: string) {
  return withoutQuestionMark(search)
    .split("&")
    .filter((raw) => raw !== "")
    .map((raw) => {
      const equals = raw.indexOf("=");
      return equals < 0
        ? { raw, name: decoded(raw), text: "" }
        : { raw, name: decoded(raw.slice(0, equals)), text: decoded(raw.slice(equals + 1)) };
    });
}

export function readParameter(search: string, name: string): string | undefined {
  return parametersOf(search).find((parameter) => parameter.name === name)?.text;
}

/** A value that is missing or cannot be read is taken from `initial`. */
export function readValues<Values extends object>(
  parameters: ParametersFor<Values>,
  search: string,
  initial: Values,
): Values {
  const texts = new Map<string, string>();
  for (const { name, text } of parametersOf(search))
    if (!texts.has(name) && text.length <= maxTextLength) texts.set(name, text);
  const values = { ...initial };
  for (const field in parameters) {
    const text = texts.get(parameters[field].name);
    const value = text === undefined ? undefined : parameters[field].read(text);
    if (value !== undefined) values[field] = value;
  }
  return values;
}

/** Given parameters come first; all others follow unchanged. Undefined removes a parameter. */
export function withParameters(
  search: string,
  own: readonly (readonly [name: string, text: string | undefined])[],
): string {
  const names = new Set(own.map(([name]) => name));
  const others = parametersOf(search).flatMap(({ name, raw }) => (names.has(name) ? [] : [raw]));
  const written = [writeQueryText(own), ...others].filter((part) => part !== "").join("&");
  // A leading question mark would be dropped, so protect one that belongs to an unknown parameter's name.
  return written.startsWith("?") ? `&${written}` : written;
}

export function withoutQuestionMark(search: string): string {
  return search.startsWith("?") ? search.slice(1) : search;
}

function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  return decodeOnce(spaced) ?? spaced;
}
