import type { SetAside } from "../../contract/markets-page.ts";
import { hash } from "node:crypto";

export interface Call {
  /** Fires when the caller leaves. */
  readonly signal: AbortSignal;
  /** Opaque; only used to share slots fairly. */
  readonly caller: string;
  /** Background work leaves part of a limited source to callers who wait, and accepts partial responses. */
  readonly inBackground?: true;
}

export interface SourceResponse {
  /** Equal exactly when bodies are equal. A valid ETag once quoted. */
  readonly tag: string;
  /** JSON in UTF-8. May be slow, so call it only if no body with this tag is cached. Rejects like the source. */
  readonly bytes: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
  /** Whole seconds, when the response is created. */
  readonly ageSeconds: number;
  /** The source could not be reached, so this is cached data. */
  readonly stale: boolean;
  /** Markets of this page that could not be read. */
  readonly setAside: SetAside;
  /** For a history read in the background: ids whose history could not be read now, and should be requested again. */
  readonly unread?: readonly string[];
}

export const nothingSetAside: SetAside = { count: 0, examples: [] };

/** Fresh and with nothing set aside, unless `facts` say otherwise. */
export function responseOfBytes(
  bytes: Buffer<ArrayBuffer>,
  facts: Pick<SourceResponse, "ageSeconds"> & Partial<SourceResponse>,
): SourceResponse {
  const tag = facts.tag ?? tagOf(bytes);
  return { bytes: () => bytes, stale: false, setAside: nothingSetAside, ...facts, tag };
}

export function tagOf(content: Buffer | string): string {
  return hash("sha256", content, "base64url").slice(0, 27);
}

/** Assumed overhead of a cache entry, so that many small entries count too. */
export const entryBytes = 1000;
