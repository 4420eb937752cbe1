// Queries of addresses, written so that the service reads back the same. The browser's own URLSearchParams would encode commas.
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

/** A request as a query string without the question mark: lists separated by commas; what is undefined or empty is left out. */
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

/** A part of an address, decoded once; undefined where it is not encoded rightly. */
export function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
