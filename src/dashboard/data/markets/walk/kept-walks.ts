// The walks there are: one for each request, with what is in of it, shared by all who show it and kept a while for who comes back.
import { createContext } from "react";
import type { DashboardConfig } from "../../../../contract/dashboard-config.ts";
import { writeMarketsRequest, type MarketsRequest } from "../../../../contract/markets-request.ts";
import { joinPages, type JoinedPages } from "../join-pages.ts";
import type { MarketRow } from "../market-row.ts";
import { endOf, walkPages, type WalkData } from "./walk-pages.ts";
import { WalkProgress } from "./walk-progress.ts";
import { answers, covers } from "./walk-stand-in.ts";

/** Walks kept besides those shown, so that going back is instant and memory stays bounded. */
const keptWalks = 2;
const keptForMs = 30 * 60 * 1000;

interface WalkState {
  /** What is in; undefined before the first page. */
  readonly data: WalkData | undefined;
  /** What ended the last walk; gone as soon as another begins. */
  readonly error: unknown;
  readonly walking: boolean;
  /** When a page was last shown or a walk failed, in milliseconds since the epoch; 0 before. */
  readonly settledAt: number;
}

const untouched: WalkState = { data: undefined, error: undefined, walking: false, settledAt: 0 };

/** The walk of one request. */
class KeptWalk {
  readonly request: MarketsRequest;
  readonly progress = new WalkProgress();
  readonly #walks: KeptWalks;
  readonly #listeners = new Set<() => void>();
  #state = untouched;
  #views = 0;
  #shown = false;
  #under: AbortController | undefined;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(walks: KeptWalks, request: MarketsRequest) {
    this.#walks = walks;
    this.request = request;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): WalkState => this.#state;

  /** Whether it was shown and no view shows it any more. */
  get left(): boolean {
    return this.#shown && this.#views === 0;
  }

  /**
   * Whether the first view to come would let it walk: where nothing is in, or it ended half way. One that could not begin is
   * tried again by whoever shows it again, not by the first to show it.
   */
  get wanted(): boolean {
    const { data, error, walking } = this.#state;
    if (walking || this.#views > 0) return false;
    return data === undefined ? error === undefined || this.#shown : endOf(data.pages) === undefined;
  }

  /** A view shows this walk, until it calls the function it gets. With the last view goes the walk that is under way. */
  show(config: DashboardConfig): () => void {
    const { wanted } = this;
    this.#walks.goOn();
    clearTimeout(this.#forgetting);
    this.#views += 1;
    this.#shown = true;
    if (wanted) this.begin(config);
    return () => {
      this.#views -= 1;
      if (this.#views > 0) return;
      this.#under?.abort();
      this.#under = undefined;
      if (this.#state.walking) this.#set({ walking: false });
      this.#forgetting = setTimeout(() => this.#walks.forget(this), keptForMs);
    };
  }

  /** Walks on from what is in, or anew where that is complete or wished. Does nothing while a walk is under way. */
  begin(config: DashboardConfig, anew = false): void {
    if (this.#state.walking) return;
    const controller = new AbortController();
    this.#under = controller;
    this.#set({ error: undefined, walking: true });
    void this.#walk(config, anew, controller);
  }

  /** Puts what is in already, from elsewhere. */
  put(data: WalkData): void {
    this.#set({ data, settledAt: Date.now() });
  }

  async #walk(config: DashboardConfig, anew: boolean, controller: AbortController): Promise<void> {
    const { signal } = controller;
    const isOurs = (): boolean => this.#under === controller;
    try {
      const data = await walkPages({
        config,
        request: this.request,
        known: this.#state.data,
        anew,
        before: this.#walks.rowsBefore(this),
        progress: this.progress,
        signal,
        held: () => this.#walks.held,
        publish: (part) => {
          if (isOurs()) this.put(part);
        },
      });
      if (isOurs()) this.#set({ data, walking: false, settledAt: Date.now() });
    } catch (error) {
      if (isOurs()) this.#set({ error, walking: false, settledAt: Date.now() });
    }
  }

  #set(change: Partial<WalkState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** All walks of a page. */
export class KeptWalks {
  readonly #walks = new Map<string, KeptWalk>();
  /** What pages wait for before they are read. */
  held: Promise<void> | undefined;
  /** Lets pages be read again. */
  goOn: () => void = () => undefined;

  /** Until a view shows a walk pages arrive, but are not read: the first drawing has the processor to itself. */
  holdUntilShown(): void {
    this.held = new Promise((resolve) => {
      this.goOn = resolve;
    });
  }

  of(request: MarketsRequest): KeptWalk {
    const text = writeMarketsRequest(request);
    const walk = this.#walks.get(text) ?? new KeptWalk(this, request);
    this.#walks.set(text, walk);
    return walk;
  }

  /** The newest complete walk of another request that covers this one. */
  findWider(walk: KeptWalk): JoinedPages | undefined {
    let newest: { readonly joined: JoinedPages; readonly readAt: number } | undefined;
    for (const other of this.#walks.values()) {
      if (other === walk || !covers(other.request, walk.request)) continue;
      const pages = pagesOf(other);
      if (endOf(pages) !== "null-cursor") continue;
      const joined = joinPages(pages);
      if (newest === undefined || (joined.readAt ?? 0) > newest.readAt)
        newest = { joined, readAt: joined.readAt ?? 0 };
    }
    return newest?.joined;
  }

  /** The rows of a wider walk, as far as they answer this request. */
  findStandIn(walk: KeptWalk): JoinedPages | undefined {
    const joined = this.findWider(walk);
    if (joined === undefined) return undefined;
    return {
      ...joined,
      rows: joined.rows.filter((row) => answers(row, walk.request)),
      rejected: [],
      duplicates: 0,
      changedIds: new Set(),
    };
  }

  /** What is known before a walk begins: its own rows from last time, or those that stand in for them. */
  rowsBefore(walk: KeptWalk): ReadonlyMap<string, MarketRow> {
    const pages = pagesOf(walk);
    const known = pages.length > 0 ? joinPages(pages) : this.findStandIn(walk);
    return new Map(known?.rows.map((row) => [row.id, row]));
  }

  /** Drops the walks nobody shows, except the last ones and the longest complete one, which stands in for narrower requests. */
  forgetOld(): void {
    const unseen = [...this.#walks.values()]
      .filter((walk) => walk.left)
      .toSorted((one, other) => other.snapshot().settledAt - one.snapshot().settledAt);
    const longest = Math.max(...unseen.map((walk) => pagesOf(walk).length));
    const kept = unseen.find(
      (walk) => pagesOf(walk).length === longest && endOf(pagesOf(walk)) === "null-cursor",
    );
    for (const [index, walk] of unseen.entries())
      if (!((index < keptWalks && pagesOf(walk).length > 0) || walk === kept)) this.forget(walk);
  }

  forget(walk: KeptWalk): void {
    if (walk.left) this.#walks.delete(writeMarketsRequest(walk.request));
  }
}

/** The walks of this page. */
export const pageWalks = new KeptWalks();
export const KeptWalksContext = createContext(pageWalks);

function pagesOf(walk: KeptWalk): WalkData["pages"] {
  return walk.snapshot().data?.pages ?? [];
}
