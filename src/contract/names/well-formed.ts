/** Whether a text has no half of a surrogate pair: JSON may have one, UTF-8 cannot, and every database stores another text. */
export function isWellFormed(text: string): boolean {
  // Not String.isWellFormed, which browsers have had only since 2023.
  return !/\p{Surrogate}/u.test(text);
}
