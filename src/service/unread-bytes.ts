// Responses that clients have not read yet stay in memory, so they are limited per caller and in total.
import { min, sum } from "d3-array";

interface Bounds {
  readonly inTotal: number;
  readonly perCaller: number;
}

interface Connection {
  /** Bytes not yet handed to the operating system. */
  queuedBytes(): number;
  close(): void;
}

interface Reader {
  readonly caller: string;
  readonly since: number;
  readonly release: () => void;
  /** May be closed to make room. */
  readonly connection: Connection;
}

/** Without a grace period, readers that reconnect at once would disconnect one another. */
const graceMs = 5000;
/** Large responses may use seven eighths, so that small ones rarely need to disconnect a reader. */
const forLarge = 7 / 8;
const largeShare = 1 / 64;

export type UnreadBytes = ReturnType<typeof createUnreadBytes>;

/** Disconnects the slowest readers when the total exceeds its bound. */
export function createUnreadBytes(limits: Bounds) {
  const perCaller = new Map<string, number>();
  /** A body with several readers is in memory only once. */
  const bodies = new Map<Uint8Array, Set<Reader>>();
  let inTotal = 0;

  const owedBy = (caller: string): number => perCaller.get(caller) ?? 0;
  const count = (caller: string, bytes: number): void => {
    const owed = owedBy(caller) + bytes;
    if (owed > 0) perCaller.set(caller, owed);
    else perCaller.delete(caller);
  };

  /**
   * Closes the bodies whose fastest reader needs longest, as many as needed, or none if that frees too little. Spares
   * readers in their first five seconds, unless they owe more than the caller.
   */
  const free = (bytes: number, callerOwes: number): boolean => {
    const now = performance.now();
    const msLeft = ({ caller, since, connection }: Reader, size: number): number => {
      const ageMs = now - since;
      if (ageMs < graceMs && owedBy(caller) <= callerOwes) return 0;
      const queued = connection.queuedBytes();
      return (queued * Math.max(ageMs, 1)) / Math.max(size - queued, 1);
    };
    const victims = Array.from(bodies, ([{ length: size }, readers]) => {
      return { size, readers, msLeft: min(readers, (reader) => msLeft(reader, size)) ?? 0 };
    }).filter((victim) => victim.msLeft > 0);
    if (sum(victims, ({ size }) => size) < bytes) return false;
    let missing = bytes;
    for (const { size, readers } of victims.toSorted((a, b) => b.msLeft - a.msLeft)) {
      if (missing <= 0) break;
      missing -= size;
      for (const { connection, release } of readers) {
        release();
        connection.close();
      }
    }
    return true;
  };

  return {
    refuses(caller: string, body?: Uint8Array): keyof Bounds | undefined {
      const owed = owedBy(caller);
      if (owed >= limits.perCaller) return "perCaller";
      const bytes = body?.length ?? 0;
      const isLarge = owed + bytes > limits.inTotal * largeShare;
      const bound = limits.inTotal * (isLarge ? forLarge : 1);
      const tooMany = inTotal + (body === undefined || bodies.has(body) ? 0 : bytes) - bound;
      return tooMany <= 0 || free(tooMany, owed + bytes) ? undefined : "inTotal";
    },

    /** Counts a body until the returned function is called. */
    hold(caller: string, body: Uint8Array, connection: Connection): () => void {
      const bytes = body.length;
      const readers = bodies.get(body) ?? new Set();
      const release = (): void => {
        if (!readers.delete(reader)) return;
        count(caller, -bytes);
        if (readers.size > 0) return;
        bodies.delete(body);
        inTotal -= bytes;
      };
      const reader: Reader = { caller, since: performance.now(), release, connection };
      if (readers.size === 0) {
        bodies.set(body, readers);
        inTotal += bytes;
      }
      readers.add(reader);
      count(caller, bytes);
      return release;
    },
  };
}
