import { hash } from "node:crypto";

export function tagOf(content: Buffer | string): string {
  return hash("sha256", content, "base64url").slice(0, 27);
}
