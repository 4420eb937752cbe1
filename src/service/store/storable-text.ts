import { isWellFormed } from "../../contract/names/characters.ts";

/** A Postgres index entry takes 2700 bytes, and a character up to four. */
const longestId = 300;

/** Whether a market can have this id: Postgres stores no zero byte and no half of a surrogate pair. */
export function isStorableId(id: string): boolean {
  return id.length <= longestId && isStorable(id);
}

export function isStorable(text: string): boolean {
  return !text.includes("\0") && isWellFormed(text);
}
