// The loop over the pages of a request, outside React: asks for one page after another, judges and flattens each, and says now
// and then what is in.
import type { DashboardConfig } from "../../../../contract/dashboard-config.ts";
import type { MarketsRequest } from "../../../../contract/markets-request.ts";
import { againstBefore, type WalkedPage } from "../join-pages.ts";
import type { MarketRow } from "../market-row.ts";
import { LoadError, readMarketsPage, requestMarketsPage, type ArrivedPage } from "../markets-client.ts";
import type { WalkProgress } from "./walk-progress.ts";

/** More pages than any list has: 200,000 markets. A source that never ends stops here. */
export const maximumPages = 1_000;
/** The first page is shown at once, later ones together: to draw a list again costs more than to read a page. */
export const publishEveryMs = 400;
/** How often a walk whose cursor is refused half way begins again by itself. A source that refuses each is left alone. */
const maximumRestarts = 2;

/** How far a walk is. */
export interface WalkData {
  readonly pages: readonly WalkedPage[];
  /** The page on its way; undefined in a walk that has ended. */
  readonly loadingPage: number | undefined;
  /** Whether that page belongs to a walk anew behind these pages, which will take their place when it is complete. */
  readonly behind: boolean;
}

/** Why a complete walk ended. Only a null cursor says that nothing is missing. */
export type WalkEnd = "null-cursor" | "repeated-cursor" | "bound";

interface WalkCall {
  readonly config: DashboardConfig;
  readonly request: MarketsRequest;
  /** What is in already. A walk goes on after its last page; one that has ended begins anew. */
  readonly known: WalkData | undefined;
  /** Begins anew even where the walk could go on. */
  readonly anew: boolean;
  /** The rows known before this walk, by id: what arrives unchanged keeps its row. */
  readonly before: ReadonlyMap<string, MarketRow>;
  readonly progress: WalkProgress;
  readonly signal: AbortSignal;
  /** What a page waits for before it is read; undefined: nothing. */
  readonly held: () => Promise<void> | undefined;
  /** Hears what is in: at the first page, then as time passes, and before a wait after a failure. */
  readonly publish: (data: WalkData) => void;
}

/**
 * Walks to the end.
 * @throws what the last attempt at a page threw, with all pages before it published, or the signal's reason
 */
export async function walkPages(call: WalkCall): Promise<WalkData> {
  let shown = call.known?.pages ?? [];
  let behind = shown.length > 0 && (call.anew || endOf(shown) !== undefined);
  for (let restarts = 0; ; restarts += 1) {
    const keep = (data: WalkData): void => {
      shown = data.pages;
      call.publish(data);
    };
    try {
      return {
        pages: await walkOnce({ ...call, publish: keep }, shown, behind),
        loadingPage: undefined,
        behind: false,
      };
    } catch (error) {
      if (!isCursorRefusal(error) || restarts === maximumRestarts) throw error;
      behind = true;
    }
  }
}

async function walkOnce(
  { config, request, before, progress, signal, held, publish }: WalkCall,
  shown: readonly WalkedPage[],
  behind: boolean,
): Promise<readonly WalkedPage[]> {
  const pages = behind ? [] : [...shown];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let publishedAt = Number.NEGATIVE_INFINITY;
  const publishNow = (): void => {
    clearTimeout(timer);
    timer = undefined;
    publishedAt = performance.now();
    publish({ pages: behind ? shown : [...pages], loadingPage: pages.length + 1, behind });
  };
  const publishInTime = (): void => {
    const waitMs = publishedAt + publishEveryMs - performance.now();
    if (waitMs <= 0) publishNow();
    else timer ??= setTimeout(publishNow, waitMs);
  };
  const ask = (cursor: string | undefined, page: number): Promise<ArrivedPage> =>
    requestMarketsPage(config, cursor === undefined ? request : { ...request, cursor }, { page, signal });

  let ahead: Promise<ArrivedPage> | undefined;
  if (behind) publishNow();
  try {
    while (endOf(pages) === undefined) {
      const page = pages.length + 1;
      const cursor = pages.at(-1)?.cursor ?? undefined;
      const loaded = await progress.persist(page, signal, async () => {
        const arriving = ahead ?? ask(cursor, page);
        // A page that failed when it was asked for ahead is asked for again, not waited for again.
        ahead = undefined;
        try {
          const arrived = await arriving;
          const { nextCursor } = arrived;
          if (
            nextCursor !== undefined &&
            page < maximumPages &&
            pages.every((one) => one.cursor !== nextCursor)
          ) {
            ahead = ask(nextCursor, page + 1);
            ahead.catch(() => undefined);
          }
          await held();
          return await readMarketsPage(arrived);
        } catch (error) {
          if (timer !== undefined) publishNow();
          throw error;
        }
      });
      pages.push(againstBefore(loaded, before));
      publishInTime();
    }
  } finally {
    clearTimeout(timer);
  }
  return pages;
}

/** Why a walk ends after its last page; undefined when it goes on. */
export function endOf(pages: readonly WalkedPage[]): WalkEnd | undefined {
  const cursor = pages.at(-1)?.cursor;
  if (cursor === undefined) return undefined;
  if (cursor === null || cursor === "") return "null-cursor";
  if (pages.findIndex((page) => page.cursor === cursor) < pages.length - 1) return "repeated-cursor";
  return pages.length >= maximumPages ? "bound" : undefined;
}

/** A cursor belongs to one snapshot of the source. When that is gone, the pages after it can only be had by a new walk. */
function isCursorRefusal(error: unknown): boolean {
  return error instanceof LoadError && error.kind === "refused" && error.status === 400 && error.page > 1;
}
