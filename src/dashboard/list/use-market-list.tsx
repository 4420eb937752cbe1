// What table and cards share: keys, selecting, starring and overlays.
import { X } from "lucide-react";
import { useCallback, useEffect, useMemo, useState, type RefObject } from "react";
import { formatCount } from "../../domain/format/number.ts";
import { openAlertForm } from "../data/alerts/alert-draft.ts";
import { fullText, useSelectedMarkets } from "../data/storage/selected-markets.ts";
import { useStars } from "../data/storage/stars.ts";
import { LazyHelpDialog } from "./help/lazy-help-dialog.tsx";
import { Button, IconButton } from "../ui/fields/button.tsx";
import { useAnnounce } from "../ui/page/live-region.tsx";
import { useSameFields } from "../data/use-stable.ts";
import type { CellContext } from "./market-cells.tsx";
import { focusFilters, focusHolding, focusSearch } from "./toolbar/focus-search.ts";
import { marketAfter, useListKeys, type ListCommand } from "./keyboard.ts";
import type { MarketListProps } from "./market-list.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { focusedIn, marketIdAt, useListFocus, type ListContainer } from "./list-focus.ts";
import { useRatePopover } from "./rate-popover/use-rate-popover.tsx";
import { useCellTooltip } from "./row/use-cell-tooltip.tsx";
// Imported here: imported from table and cards, it would make phones load the table's code.
import "./list.css";

export const provisionalNote = "The order is provisional: markets are still loading.";

export function useMarketList(
  {
    rows,
    columns,
    context,
    maxRate,
    provisional,
    changedIds,
    blocked,
    outcomes,
    side,
    hasOneToken,
    awaitsTrends,
    awaitsLoops,
    onOpen,
    onCompare,
  }: MarketListProps,
  list: ListContainer,
) {
  const { container } = list;
  const { starred, toggle: onToggleStar } = useStars();
  const { picks, toggle: togglePick } = useSelectedMarkets();
  const announce = useAnnounce();
  const onTogglePick = useCallback(
    (id: string): boolean => {
      const isToggled = togglePick(id);
      if (!isToggled) announce(fullText);
      return isToggled;
    },
    [togglePick, announce],
  );
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** Number of rows that find in page can see; undefined while the note is hidden. */
  const [findable, setFindable] = useState<number | undefined>(undefined);

  const onLinkClick = useCallback<CellContext["onLinkClick"]>(
    (event) => {
      const id = event.currentTarget.dataset["market"] ?? marketIdAt(event.currentTarget);
      if (id === undefined || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      onOpen(id);
    },
    [onOpen],
  );
  const [onRateClick, ratePopover] = useRatePopover({ rows, context, onLinkClick });
  const judging = useMemo(() => ({ ...context, side }), [context, side]);
  const failedCheckSentences = useFailedCheckSentences(columns.includes("doubts"));
  const tooltip = useCellTooltip({ rows, container, context: judging, failedCheckSentences });
  const cells = useSameFields<CellContext>({
    context: judging,
    hasOneToken,
    awaitsTrends,
    awaitsLoops,
    blocked,
    outcomes,
    maxRate,
    onLinkClick,
    onTogglePick,
    onToggleStar,
    onRateClick,
    failedCheckSentences,
  });
  const picked = useMemo(() => new Set(picks), [picks]);
  const blockedFrom = useMemo(() => {
    // Blocked rows come last, and there are few, so search from the end.
    const from = rows.findLastIndex(({ id }) => !blocked.has(id)) + 1;
    return from === rows.length ? undefined : from;
  }, [rows, blocked]);

  const focus = useListFocus(rows, list);

  const run = (command: ListCommand): boolean => {
    const act: Partial<Record<ListCommand, (() => void) | undefined>> = {
      search: focusSearch,
      filters: focusFilters,
      holding: focusHolding,
      comparison: onCompare,
      help: () => setHelpOpen(true),
      find: () => {
        const rendered = container.current?.querySelectorAll("a.market-link").length ?? 0;
        setFindable(rendered < rows.length ? rendered : undefined);
      },
    };
    if (command in act) {
      act[command]?.();
      return act[command] !== undefined;
    }
    const at = rows.findIndex((row) => row.id === focus.active());
    const to = marketAfter(command, at, { count: rows.length, page: list.page() });
    if (to !== undefined) {
      focus.moveTo(to);
      return true;
    }
    const pointed = container.current?.querySelector<HTMLElement>("[data-row]:hover");
    const id = focusedIn(container.current)?.dataset["id"] ?? pointed?.dataset["id"] ?? focus.active();
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) return false;
    if (command === "details") {
      if (list.onDetails === undefined) return false;
      const areShown = list.onDetails(row.id);
      announce(`${marketName(row)}: ${areShown ? "details shown" : "details hidden"}`);
    } else if (command === "compare") {
      if (onTogglePick(row.id))
        announce(
          `${marketName(row)}: ${picks.includes(row.id) ? "removed from compare" : "added to compare"}`,
        );
    } else if (command === "alert") openAlertForm({ kind: "market", row });
    else {
      onToggleStar(row.id);
      announce(`${marketName(row)}: ${starred.has(row.id) ? "star removed" : "starred"}`);
    }
    return true;
  };
  useListKeys(() => container.current, run);
  useFlash(container, changedIds);

  const opened = (
    <>
      {ratePopover}
      {tooltip}
      {findable === undefined ? null : (
        // The browser's find in page sees only rows near the viewport.
        <div className="absolute bottom-3 left-1/2 z-10 flex max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-3 rounded-panel bg-raised py-2 pr-2 pl-4 text-small shadow-float print:hidden forced-colors:border">
          <output>
            Find in page searches {formatCount(findable).text} of {formatCount(rows.length).text} {list.kind}.
            Press <kbd className="rounded-item border border-line2 px-1 font-sans">/</kbd> to search all.
          </output>
          <Button
            onClick={() => {
              setFindable(undefined);
              focusSearch();
            }}
          >
            Search all
          </Button>
          <IconButton label="Close the note" onClick={() => setFindable(undefined)} icon={<X />} />
        </div>
      )}
      {isHelpOpen ? <LazyHelpDialog onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
  return {
    cells,
    picked,
    starred,
    opened,
    focus,
    orderNote: provisional ? { "aria-description": provisionalNote } : {},
    blockedFrom,
  };
}

function useFailedCheckSentences(enabled: boolean): CellContext["failedCheckSentences"] {
  const [sentences, setSentences] = useState<CellContext["failedCheckSentences"]>(undefined);
  useEffect(() => {
    if (!enabled) return;
    import("../../domain/market/assess/check-words.ts").then(
      (words) => setSentences(() => words.failedCheckSentences),
      // Not reported: the cell still shows the count, and the market's page has the sentences.
      () => undefined,
    );
  }, [enabled]);
  return sentences;
}

/** Flashes changed rows once per refresh, not when they are scrolled into view later or with reduced motion. */
function useFlash(region: RefObject<HTMLElement | null>, changedIds: ReadonlySet<string>): void {
  useEffect(() => {
    if (changedIds.size === 0 || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const row of region.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []) {
      if (changedIds.has(row.dataset["id"] ?? "")) {
        // The wrapper around a card belongs to the list, so the card itself flashes.
        (row.querySelector(".market-card") ?? row).animate([{ backgroundColor: "var(--selected)" }, {}], {
          duration: 600,
          easing: "ease-out",
        });
      }
    }
  }, [region, changedIds]);
}
