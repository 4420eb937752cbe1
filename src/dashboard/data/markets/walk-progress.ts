// What a walk is doing right now: the page that is asked for, the failure it waits after, and the page asked for ahead.
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { millis, type Millis } from "../../../contract/units.ts";
import { LoadError, mayHavePassed, type ArrivedPage } from "./markets-client.ts";
import type { MarketRow } from "./market-row.ts";

export interface ProgressSnapshot {
  readonly loadingPage: number | undefined;
  /** The last failure of the page that is being loaded; gone once it is in. */
  readonly error: LoadError | undefined;
  /** When the next attempt is planned; undefined while none is, or while one is running. */
  readonly nextRetryAt: Millis | undefined;
}

const idle: ProgressSnapshot = { loadingPage: undefined, error: undefined, nextRetryAt: undefined };

/** Automatic attempts after the first one. */
export const maximumRetries = 5;
/** How often a walk whose cursor is refused half way begins again by itself. */
const maximumRestarts = 2;
const firstDelayMs = 1_000;

/** The progress of one walk. Lives as long as its request is in the cache; views subscribe to it. */
export class WalkProgress {
  readonly request: MarketsRequest;
  /** The rows known before the present walk began, by id: what arrives unchanged keeps its row. */
  before: ReadonlyMap<string, MarketRow> = new Map();

  constructor(request: MarketsRequest) {
    this.request = request;
  }

  #restarts = 0;
  #viewers = 0;
  #entered = false;
  #snapshot = idle;
  #turn: object = {};
  readonly #listeners = new Set<() => void>();
  #release: ((how: "again" | "stop") => void) | undefined;
  #ahead:
    | { readonly cursor: string; readonly page: Promise<ArrivedPage>; readonly controller: AbortController }
    | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ProgressSnapshot => this.#snapshot;

  /** Whether this walk was shown and no view shows it any more. */
  get left(): boolean {
    return this.#entered && this.#viewers === 0;
  }

  /** A view shows this walk, until it calls the function it gets. The last to leave ends the request made ahead. */
  enter(): () => void {
    this.#viewers += 1;
    this.#entered = true;
    return () => {
      this.#viewers -= 1;
      if (this.#viewers === 0) this.dropAhead();
    };
  }

  /** Whether the walk may begin again by itself after its cursor was refused. A source that refuses each is left alone. */
  get mayRestart(): boolean {
    return this.#restarts < maximumRestarts;
  }

  restart(): void {
    this.#restarts += 1;
  }

  /** The walk is complete: what was kept for its next page is not needed any more. */
  settle(): void {
    this.#restarts = 0;
    this.before = new Map();
    this.dropAhead();
    this.#show(idle);
  }

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
    show({ loadingPage: page, error: undefined, nextRetryAt: undefined });
    try {
      for (let retries = 0; ;) {
        try {
          const result = await attempt();
          // The page stays named until the next one is asked for: between two pages there is nothing to tell.
          show({ loadingPage: page, error: undefined, nextRetryAt: undefined });
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

  /** Asks for the next page before it is needed. A failure is kept until the page is taken. */
  askAhead(cursor: string, ask: (signal: AbortSignal) => Promise<ArrivedPage>): void {
    if (this.#ahead?.cursor === cursor) return;
    this.dropAhead();
    const controller = new AbortController();
    const page = ask(controller.signal);
    page.catch(() => undefined);
    this.#ahead = { cursor, page, controller };
  }

  /** The page asked for ahead, if it is the one with this cursor; it is given once. The signal aborts it as well. */
  takeAhead(cursor: string | undefined, signal: AbortSignal): Promise<ArrivedPage> | undefined {
    const ahead = this.#ahead;
    if (ahead === undefined) return undefined;
    if (ahead.cursor !== cursor) {
      this.dropAhead();
      return undefined;
    }
    this.#ahead = undefined;
    const abort = (): void => ahead.controller.abort(signal.reason);
    signal.addEventListener("abort", abort);
    return ahead.page.finally(() => signal.removeEventListener("abort", abort));
  }

  dropAhead(): void {
    this.#ahead?.controller.abort();
    this.#ahead = undefined;
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
