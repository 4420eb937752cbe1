// Cursors of sources that split their lists into pages themselves.
import * as z from "zod/mini";
import { parseJson } from "../../contract/query-text.ts";
import { tagOf } from "./source-response.ts";
import { SourceError } from "./market-source.ts";

interface Cursor {
  /** Identifies the version of the list being paged. */
  readonly snapshot: string;
  readonly position: number;
}

const cursorSchema = z.tuple([z.string(), z.int().check(z.nonnegative()), z.string()]);

/** `query` contains every parameter except the cursor, in canonical form. */
export function writeCursor({ snapshot, position }: Cursor, query: string): string {
  return Buffer.from(JSON.stringify([snapshot, position, tagOf(query)])).toString("base64url");
}

/** @throws SourceError if the cursor was created for another query */
export function readCursor(text: string, query: string): Cursor {
  const parts = cursorSchema.safeParse(parseJson(Buffer.from(text, "base64url").toString()));
  const [snapshot = "", position = 0, own] = parts.data ?? [];
  if (own === tagOf(query)) return { snapshot, position };
  throw new SourceError(
    "cursor-refused",
    "cursor was not issued by this service for this query. Send it exactly as received, with the other parameters as on the first page, or leave it out to start again.",
  );
}

export function cursorExpired(): SourceError {
  return new SourceError("cursor-refused", "cursor has expired. Leave it out to start again.");
}
