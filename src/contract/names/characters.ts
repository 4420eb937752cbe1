// What may be in a text from outside, and how it is cut.

/** Whether a text has no half of a surrogate pair: JSON may have one, UTF-8 cannot, and every database stores another text. */
export function isWellFormed(text: string): boolean {
  // Not String.isWellFormed, which browsers have had only since 2023.
  return !/\p{Surrogate}/u.test(text);
}

/**
 * What is drawn as nothing, or changes how others are drawn, as the inside of a character class (flag u): controls, bidi and format
 * characters, halves of surrogate pairs, zero-width, tag and filler characters.
 */
export const unseenCharacters = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}`;

/** The first so many units of a text, and no half of a surrogate pair at the cut. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

/** The letter of a monogram; empty for an empty text. */
export function firstLetter(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase();
}
