// The part of URLSearchParams that both runtimes have and this folder may not name: it knows neither DOM nor Node.

/** A parsed query string, such as a URLSearchParams. */
export interface QueryText {
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
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
