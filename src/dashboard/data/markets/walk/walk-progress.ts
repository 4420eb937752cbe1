// What a walk does about a page that failed: what went wrong, and when it tries again.
import { millis, type Millis } from "../../../../contract/units.ts";
import { LoadError, mayHavePassed } from "../markets-client.ts";

export interface ProgressSnapshot {
  /** The page that is tried again; undefined while nothing has failed or the next attempt is waited for. */
  readonly loadingPage: number | undefined;
  /** The last failure of the page that is being loaded; gone once it is in. */
  readonly error: LoadError | undefined;
  /** When the next attempt is planned; undefined while none is, or while one is running. */
  readonly nextRetryAt: Millis | undefined;
}

const idle: ProgressSnapshot = { loadingPage: undefined, error: undefined, nextRetryAt: undefined };

/** Automatic attempts after the first one. */
export const maximumRetries = 5;
const firstDelayMs = 1_000;

/** The progress of one walk. Lives as long as that is kept; views subscribe to it. */
export class WalkProgress {
  #snapshot = idle;
  #turn: object = {};
  readonly #listeners = new Set<() => void>();
  #release: ((how: "again" | "stop") => void) | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ProgressSnapshot => this.#snapshot;

  /** Whether an attempt is planned, so that there is something to end. */
  get waiting(): boolean {
    return this.#release !== undefined;
  }

  /** Ends the waiting by trying at once, or by giving up. */
  end(how: "again" | "stop"): void {
    this.#release?.(how);
  }

  /**
   * Runs `attempt` until it succeeds. After a timeout, an unavailable service or a rate limit it waits and tries again, at
   * most five times; without a network it waits until there is one.
   * @throws what the last attempt threw, or the signal's reason
   */
  async persist<T>(page: number, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    // An attempt that was abandoned may still have something to say; only the last one is heard.
    const turn = {};
    this.#turn = turn;
    const show = (snapshot: ProgressSnapshot): void => {
      if (this.#turn === turn) this.#show(snapshot);
    };
    show(idle);
    try {
      for (let retries = 0; ;) {
        try {
          const result = await attempt();
          show(idle);
          return result;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof LoadError)) throw error;
          const delayMs = delayAfter(error, retries);
          if (delayMs === undefined) throw error;
          if (delayMs !== "until online") retries += 1;
          if ((await this.#wait(error, delayMs, signal)) === "stop") throw error;
          show({ loadingPage: page, error, nextRetryAt: undefined });
        }
      }
    } catch (error) {
      show(idle);
      throw error;
    }
  }

  #wait(error: LoadError, delayMs: number | "until online", signal: AbortSignal): Promise<"again" | "stop"> {
    const nextRetryAt = delayMs === "until online" ? undefined : millis(Date.now() + delayMs);
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        window.removeEventListener("online", onOnline);
        signal.removeEventListener("abort", onAbort);
        this.#release = undefined;
        settle();
      };
      const onOnline = (): void => finish(() => resolve("again"));
      const onAbort = (): void => finish(() => reject(asError(signal.reason)));
      const timer = delayMs === "until online" ? undefined : setTimeout(onOnline, delayMs);
      window.addEventListener("online", onOnline);
      signal.addEventListener("abort", onAbort);
      this.#release = (how) => finish(() => resolve(how));
      this.#show({ loadingPage: undefined, error, nextRetryAt });
    });
  }

  #show(snapshot: ProgressSnapshot): void {
    const { loadingPage, error, nextRetryAt } = this.#snapshot;
    if (
      snapshot.loadingPage === loadingPage &&
      snapshot.error === error &&
      snapshot.nextRetryAt === nextRetryAt
    )
      return;
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

/** How long to wait before the next attempt; undefined when another attempt would fail alike or there were enough. */
function delayAfter(error: LoadError, retries: number): number | "until online" | undefined {
  if (error.kind === "offline") return "until online";
  if (!mayHavePassed(error) || retries >= maximumRetries) return undefined;
  // Spread by a fifth both ways, so that many browsers do not come back at the same moment.
  const spread = 0.8 + Math.random() * 0.4;
  return error.retryAfterMs ?? firstDelayMs * 2 ** retries * spread;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("The walk was aborted.", "AbortError");
}
