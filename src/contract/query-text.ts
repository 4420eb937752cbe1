// Not URLSearchParams, because it encodes commas.
import { replaceLoneSurrogates } from "./names/characters.ts";

/** Skips undefined values. Replaces invalid Unicode by U+FFFD, as URLSearchParams does. */
export function writeQueryText(
  pairs: readonly (readonly [name: string, value: string | undefined])[],
): string {
  return pairs
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = encodeURIComponent(replaceLoneSurrogates(value, "\uFFFD"));
      return `${name}=${text.replaceAll("%2C", ",")}`;
    })
    .join("&");
}

/** Joins lists by commas. Skips empty and undefined values. */
export function writeQuery(
  values: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string {
  return writeQueryText(
    Object.entries(values).map(([name, value]) => [
      name,
      value === undefined || typeof value === "string" ? value : String(value),
    ]),
  );
}

/** Undefined if the encoding is invalid. */
export function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
