// The part of URLSearchParams that both runtimes have and this folder may not name: it knows neither DOM nor Node.

/** A parsed query string, such as a URLSearchParams. */
export interface QueryText {
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
}

/** Writes pairs as a query string without the question mark. Commas stay readable: they are legal there. */
export function writeQueryText(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`)
    .join("&");
}
