// The parts of the page that load separately, and which of them load first.
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { phoneQuery } from "../../ui/page/media-query.ts";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { currentSearch } from "../../view-state/address.ts";
import { AnswerFrame } from "./answer/answer-frame.tsx";

const fading = ["", "opacity-80", "opacity-65", "opacity-50", "opacity-35", "opacity-20"] as const;
const list = {
  waiting: (
    <div aria-hidden="true" className="min-h-dvh md:min-h-0 md:flex-1">
      {fading.map((opacity) => (
        <div key={opacity} className={`flex h-10 items-center gap-2.5 border-b border-line px-4 ${opacity}`}>
          <span className="size-[26px] rounded-full bg-track" />
          <span className="h-2 w-28 rounded-full bg-track" />
        </div>
      ))}
    </div>
  ),
};
// Only one of table and cards is loaded.
export const MarketsTable = lazyPart(
  async () => (await import("../../list/table/markets-table.tsx")).MarketsTable,
  list,
);
export const MarketCards = lazyPart(
  async () => (await import("../../list/cards/market-cards.tsx")).MarketCards,
  list,
);
export const MarketsToolbar = lazyPart(
  async () => (await import("./tools/markets-toolbar.tsx")).MarketsToolbar,
  {
    waiting: <div className="h-[41px] shrink-0 border-b border-line2" />,
  },
);
export const PhoneToolbar = lazyPart(async () => (await import("./tools/phone-toolbar.tsx")).PhoneToolbar);
export const FilterPanel = lazyPart(
  async () => (await import("../../list/panel/filter-panel.tsx")).FilterPanel,
);
export const Hero = lazyPart(async () => (await import("./hero.tsx")).Hero);
export const BorrowFinder = lazyPart(async () => (await import("./borrow-finder.tsx")).BorrowFinder);
export const Answer = lazyPart(async () => (await import("./answer/answer.tsx")).Answer, {
  waiting: <AnswerFrame />,
});
fetchLater(Hero, BorrowFinder, Answer);

// Loaded early, because after a failure the network may be gone.
export const Problem = lazyPart(async () => (await import("../../ui/marks/problem.tsx")).Problem);
export const ListProblem = lazyPart(async () => (await import("../status/list-problem.tsx")).ListProblem);

export const UnknownAssets = lazyPart(async () => (await import("./list/unknown-assets.tsx")).UnknownAssets);
export const RecordBanner = lazyPart(async () => (await import("../record/record-banner.tsx")).RecordBanner);
export const NoResults = lazyPart(async () => (await import("./no-results.tsx")).NoResults);
export const ExcludedLine = lazyPart(async () => (await import("./excluded-markets.tsx")).ExcludedLine);
export const CompareTray = lazyPart(async () => (await import("./compare-tray.tsx")).CompareTray);
export const ListChangesPanel = lazyPart(
  async () => (await import("./changes/list-changes-panel.tsx")).ListChangesPanel,
);

/** Runs alongside the first request for markets. Never rejects: the list reports what is missing. */
export async function preloadList(): Promise<void> {
  void Problem.preload();
  void ListProblem.preload();
  void ExcludedLine.preload();
  const borrows = new URLSearchParams(currentSearch()).get("view") === "borrow";
  const parts = [
    ...(matchMedia(phoneQuery).matches
      ? [MarketCards, PhoneToolbar]
      : [MarketsTable, MarketsToolbar, FilterPanel]),
    borrows ? BorrowFinder : Hero,
  ];
  await Promise.all(parts.map((part) => part.preload()));
}
