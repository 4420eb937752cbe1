import type { SetAside } from "../../contract/markets-page.ts";
import { tagOf } from "../tag.ts";

export interface Call {
  /** Fires when the caller leaves. */
  readonly signal: AbortSignal;
  /** For fair sharing only; opaque. */
  readonly caller: string;
  /** Background work leaves part of a limited source to waiting callers, and accepts partial answers. */
  readonly inBackground?: true;
}

export interface SourceAnswer {
  /** Equal exactly for equal bodies; a valid ETag once quoted. */
  readonly tag: string;
  /** JSON in UTF-8. May be slow: call it only when no body of this tag is cached. Rejects like the source's methods. */
  readonly bytes: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
  /** Whole seconds, as of this answer. */
  readonly ageSeconds: number;
  /** Cached data, because the source could not be reached. */
  readonly stale: boolean;
  /** Markets of this page that could not be read. */
  readonly setAside: SetAside;
  /** Of a history read in the background: the ids whose history could not be read now and should be asked for again. */
  readonly unread?: readonly string[];
}

export const nothingSetAside: SetAside = { count: 0, examples: [] };

/** Fresh and with nothing set aside, unless the facts say so. */
export function answerOfBytes(
  bytes: Buffer<ArrayBuffer>,
  facts: Pick<SourceAnswer, "ageSeconds"> & Partial<SourceAnswer>,
): SourceAnswer {
  const tag = facts.tag ?? tagOf(bytes);
  return { bytes: () => bytes, stale: false, setAside: nothingSetAside, ...facts, tag };
}
