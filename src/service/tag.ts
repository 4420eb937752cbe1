import { createHash } from "node:crypto";

export function tagOf(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 27);
}
