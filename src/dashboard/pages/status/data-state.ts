// State of the loaded data, for the status pill and its panel.
import { CircleCheck, Clock, Contrast, TriangleAlert, WifiOff, type LucideIcon } from "lucide-react";
import { faultText, fill, problems, type Fault } from "../../../contract/problems.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { formatAge, formatClock, oldAfterMs } from "../../../domain/format/time.ts";

/** Each state has its own shape, so that color is never the only sign. */
const icons = {
  Complete: CircleCheck,
  Partial: Contrast,
  Loading: Clock,
  Stale: Clock,
  Offline: WifiOff,
  Failed: TriangleAlert,
} as const satisfies Readonly<Record<string, LucideIcon>>;

type DataWord = keyof typeof icons;

export interface DataStatusProps {
  readonly result: MarketsResult | undefined;
  readonly onRefresh: () => void;
}

interface StateFact {
  readonly text: string;
  /** For narrower screens, which otherwise do not show the fact. */
  readonly short?: string | undefined;
}

/** `now` is used for ages. With `online: false`, no more data can arrive. */
export function dataState(result: MarketsResult | undefined, now: number, online: boolean) {
  if (result === undefined && !online) return danger("Offline", [], "There is no network.");
  if (result === undefined || (result.phase === "loading" && result.rows.length === 0))
    return neutral("Loading", [{ text: "first page" }], "The first page is loading.");
  const { error, readAt, failedPage, loadingPage } = result;
  const time = formatClock(readAt, now);
  // The view may show fewer.
  const count: StateFact = { text: `${formatCount(result.rows.length).text} loaded` };
  const read: StateFact = {
    text: `read ${formatAge(readAt, now)}`,
    short: formatAge(readAt, now, "short"),
  };
  const isOffline = error?.kind === "offline";
  if (result.phase === "failed") {
    const sentence = error === undefined ? "Nothing was loaded." : sentenceOf(error, time);
    if (isOffline) return danger("Offline", [], sentence);
    const why = error === undefined ? "nothing loaded" : (problems[error.kind].word ?? "fault");
    return danger("Failed", [{ text: why }], sentence);
  }
  if (isOffline)
    return danger("Offline", [count, read], `${sentenceOf(error, time)} Showing data read at ${time}.`);
  if (result.stale) {
    const stale = danger("Stale", [count, read], sentenceOf({ kind: "stale" }, time));
    return now - (readAt ?? 0) < oldAfterMs ? { ...stale, tone: "neutral" as const } : stale;
  }
  if (failedPage !== undefined)
    return danger(
      "Partial",
      [count, { text: `page ${failedPage} missing`, short: `page ${failedPage}` }],
      sentenceOf({ kind: "page-missing", page: failedPage }, time),
    );
  const whyEarly = earlyEndOf(result);
  if (whyEarly !== undefined)
    return danger("Partial", [count, { text: "stopped early", short: "stopped" }, read], whyEarly);
  if (result.phase === "complete") {
    const sentence = result.exact
      ? "All pages are loaded. The order is final."
      : "Showing earlier data while this list loads.";
    return neutral("Complete", [count, ...unreadFacts(result), read], sentence);
  }
  const coming: StateFact =
    loadingPage === undefined
      ? { text: "waiting" }
      : { text: `page ${loadingPage} loading`, short: `page ${loadingPage}` };
  return neutral("Partial", [count, coming], "More pages are loading. Until then the order is provisional.");
}

/** "3 could not be read": even a complete list may lack markets. */
function unreadFacts({ rejected }: MarketsResult): readonly StateFact[] {
  if (rejected.length === 0) return [];
  const count = formatCount(rejected.length).text;
  return [{ text: `${count} could not be read`, short: `${count} unreadable` }];
}

function neutral(word: DataWord, facts: readonly StateFact[], sentence: string) {
  return { word, Icon: icons[word], tone: "neutral", facts, sentence } as const;
}

function danger(word: DataWord, facts: readonly StateFact[], sentence: string) {
  return { word, Icon: icons[word], tone: "danger", facts, sentence } as const;
}

const earlyEnds: Partial<Record<NonNullable<MarketsResult["ended"]>, string>> = {
  "repeated-cursor":
    "The source sent the same cursor twice, so loading stopped there. Markets may be missing.",
  bound: "Loading stopped at the maximum number of pages. Markets are missing.",
};

/** Why loading stopped before the last page. Undefined if it did not. */
export function earlyEndOf({ ended }: Pick<MarketsResult, "ended">): string | undefined {
  return ended && earlyEnds[ended];
}

function sentenceOf(fault: Fault, time: string): string {
  const title = fill(problems[fault.kind].title, {
    what: "a list of markets",
    page: fault.page,
    time,
  });
  return `${title}. ${faultText(fault)}`;
}
