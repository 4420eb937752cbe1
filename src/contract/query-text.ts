// Not URLSearchParams, because it encodes commas.

/** Skips undefined values. Replaces invalid Unicode by U+FFFD, as URLSearchParams does. */
export function writeQueryText(
  pairs: readonly (readonly [name: string, value: string | undefined])[],
): string {
  const given = pairs.flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value.toWellFormed()).replaceAll("%2C", ",")}`,
  );
  return given.join("&");
}

/** Joins lists by commas. Skips undefined values. */
export function writeQuery(
  values: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): string {
  return writeQueryText(Object.entries(values).map(([name, value]) => [name, value?.toString()]));
}

/** Undefined if the encoding is invalid. */
export function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Undefined if the text is not JSON, such as the empty text of a missing header or stored value. */
export function parseJson(text: string): unknown {
  // Not left to JSON.parse, whose errors are slow: V8 parses the calling code again to locate them.
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
