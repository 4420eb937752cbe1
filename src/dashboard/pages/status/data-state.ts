// How the data is, in one word and a few facts: what the status pill, its panel and the announcements say.
import type { MarketsWalk } from "../../data/markets/markets-walk.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { formatAge, formatClock, formatUntil } from "../../format/time.ts";
import { failureWords } from "./failure-words.ts";
import type { PillFact, PillTone } from "../../ui/marks/pill.tsx";

export type DataWord = "Loading" | "Partial" | "Complete" | "Stale" | "Failed" | "Offline";

export interface DataState {
  readonly word: DataWord;
  readonly tone: PillTone;
  readonly facts: readonly PillFact[];
  /** The whole truth in a sentence or two. */
  readonly sentence: string;
}

/** @param now milliseconds since the epoch, for ages */
export function dataState(walk: MarketsWalk | undefined, now: number): DataState {
  if (walk === undefined || (walk.phase === "loading" && walk.rows.length === 0))
    return {
      word: "Loading",
      tone: "neutral",
      facts: [{ text: "first page", short: "" }],
      sentence: "The first page is on its way.",
    };
  const { error, rows } = walk;
  const count: PillFact = { text: countMarkets(rows.length) };
  const read: PillFact = {
    text: `read ${formatAge(walk.readAt, now)}`,
    short: formatAge(walk.readAt, now, "short"),
  };
  if (walk.phase === "failed")
    return error?.kind === "offline"
      ? {
          word: "Offline",
          tone: "danger",
          facts: [],
          sentence: "There is no network. The data is read as soon as the connection is back.",
        }
      : {
          word: "Failed",
          tone: "danger",
          facts: [
            { text: error === undefined ? "nothing loaded" : failureWords[error.kind].word, short: "" },
          ],
          sentence: `Nothing was loaded. ${error?.message ?? ""}`.trim(),
        };
  if (error?.kind === "offline")
    return {
      word: "Offline",
      tone: "danger",
      facts: [count, read],
      sentence: `There is no network. What is shown was read at ${formatClock(walk.readAt)}.`,
    };
  if (walk.stale)
    return {
      word: "Stale",
      tone: "danger",
      facts: [count, read],
      sentence: `The source does not answer, so older data is shown. It was read at ${formatClock(walk.readAt)}.`,
    };
  if (walk.failedPage !== undefined)
    return {
      word: "Partial",
      tone: "danger",
      facts: [count, { text: `page ${walk.failedPage} missing`, short: `page ${walk.failedPage}` }],
      sentence: `Page ${walk.failedPage} did not arrive. The markets on it and after it are missing, so the order is provisional.`,
    };
  if (walk.phase === "complete")
    return {
      word: "Complete",
      tone: "neutral",
      facts: [count, read],
      sentence: completeSentence(walk),
    };
  return {
    word: "Partial",
    tone: "neutral",
    facts: [
      count,
      {
        text: walk.loadingPage === undefined ? "waiting" : `page ${walk.loadingPage} on its way`,
        short: walk.loadingPage === undefined ? "" : `page ${walk.loadingPage}`,
      },
    ],
    sentence: "More pages are on their way. Until all are in, the order is provisional.",
  };
}

function completeSentence(walk: MarketsWalk): string {
  switch (walk.ended) {
    case "repeated-cursor":
      return "The source sent the same cursor twice, so reading stopped there. Markets may be missing.";
    case "bound":
      return "Reading stopped at the greatest number of pages this dashboard reads. Markets are missing.";
    case "null-cursor":
    case undefined:
      return walk.exact
        ? "All pages are in. The order is final."
        : "Shown from what was loaded before, while the exact request runs.";
    default:
      return walk.ended satisfies never;
  }
}

/** "Next try in 18 s." or nothing when none is planned. */
export function nextTrySentence(walk: MarketsWalk, now: number): string | undefined {
  return walk.nextRetryAt === undefined ? undefined : `Next try ${formatUntil(walk.nextRetryAt, now)}.`;
}
