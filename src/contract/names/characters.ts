// Half of a surrogate pair. JSON may contain it but UTF-8 cannot: encoders throw, and databases would store another
// text. Browsers have String.isWellFormed only since 2023.
const loneSurrogates = /\p{Surrogate}/gu;

export function isWellFormed(text: string): boolean {
  return text.search(loneSurrogates) < 0;
}

export function replaceLoneSurrogates(text: string, replacement: string): string {
  return text.replaceAll(loneSurrogates, replacement);
}

// For a character class with flag u. These characters are invisible or change others, such as bidi controls and tags.
export const unseenCharacters = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}`;

/** Shortens a text without splitting a surrogate pair. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

export function firstLetter(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase();
}
