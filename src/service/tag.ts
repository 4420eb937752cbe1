import { createHash } from "node:crypto";

/** A name for a content that is the same for equal contents only; fit for an ETag once quoted. */
export function tagOf(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 27);
}
