/** JSON may contain half a surrogate pair; UTF-8 cannot, so a database would store another text. */
export function isWellFormed(text: string): boolean {
  // Browsers have String.isWellFormed only since 2023.
  return !/\p{Surrogate}/u.test(text);
}

// For a character class with flag u: characters that are invisible or change others, such as bidi controls and tags.
export const unseenCharacters = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}`;

/** Never cuts a surrogate pair. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

export function firstLetter(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase();
}
