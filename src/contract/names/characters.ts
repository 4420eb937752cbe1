// Characters allowed in texts from outside, and how to cut them.

/** JSON may hold half a surrogate pair; UTF-8 cannot, and databases then store another text. */
export function isWellFormed(text: string): boolean {
  // Not String.isWellFormed, which browsers have had only since 2023.
  return !/\p{Surrogate}/u.test(text);
}

/**
 * Invisible characters and ones that change others, for a character class with flag u: controls, bidi and format
 * characters, lone surrogates, zero-width, tag and filler characters.
 */
export const unseenCharacters = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}`;

/** Never leaves half a surrogate pair at the cut. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

/** For a monogram; empty for an empty text. */
export function firstLetter(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase();
}
