// Written by hand because URLSearchParams encodes commas.
import { replaceLoneSurrogates } from "./names/characters.ts";

/** Skips undefined values. Like URLSearchParams, it replaces invalid Unicode by U+FFFD. */
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

/** Lists are joined by commas; empty and undefined values are skipped. */
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

/** Undefined for invalid encoding. */
export function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
