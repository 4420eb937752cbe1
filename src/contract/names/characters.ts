/** JSON may contain half of a surrogate pair but UTF-8 cannot: encoders throw, and databases would store another text. */
export function withoutLoneSurrogates(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "");
}

// For a character class with flag u. These characters are invisible or change others, such as bidi controls and tags.
export const unseenCharacters = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}`;

/** Shortens a text without splitting a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}

export function firstLetter(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase();
}
