// Which markets a store can name. Others are served like any, and not recorded: one of them must not cost the walk it came with.
import type { SeenMarket } from "./point.ts";

/** An index of Postgres takes 2700 bytes, and a letter may have four. */
const longestId = 300;

/** Whether there may be a market of this id: no text in Postgres has a zero byte. */
export function isNameable(id: string): boolean {
  return id.length <= longestId && !id.includes("\0");
}

export function isRecordable({ id, type, provider }: SeenMarket): boolean {
  return isNameable(id) && !type.includes("\0") && !provider.includes("\0");
}
