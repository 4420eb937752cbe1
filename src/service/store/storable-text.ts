import { isWellFormed } from "../../contract/names/characters.ts";

/** A Postgres index entry holds 2700 bytes, and a character takes up to four. */
const longestId = 300;

/** Postgres rejects zero bytes and lone surrogates. */
export function isStorableId(id: string): boolean {
  return id.length <= longestId && isStorable(id);
}

export function isStorable(text: string): boolean {
  return !text.includes("\0") && isWellFormed(text);
}
