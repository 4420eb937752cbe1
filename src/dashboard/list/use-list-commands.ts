import { useState } from "react";
import { marketName } from "../../domain/market/market-text.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { openAlertForm } from "../data/alerts/alert-draft.ts";
import { useAnnounce } from "../ui/page/live-region.tsx";
import { focusFilters, focusHolding, focusSearch } from "./toolbar/focus-search.ts";
import { marketAfter, useListKeys, type ListCommand } from "./keyboard.ts";
import { focusedIn, type ListContainer, type useListFocus } from "./list-focus.ts";
import type { MarketListProps } from "./market-list.ts";

interface CommandTargets extends Pick<MarketListProps, "rows" | "onCompare"> {
  readonly list: ListContainer;
  readonly focus: ReturnType<typeof useListFocus>;
  readonly picks: readonly string[];
  readonly onTogglePick: (id: string) => boolean;
  readonly starred: ReadonlySet<string>;
  readonly onToggleStar: (id: string) => void;
}

/** Runs the commands of the keyboard. */
export function useListCommands({
  rows,
  list,
  focus,
  onCompare,
  picks,
  onTogglePick,
  starred,
  onToggleStar,
}: CommandTargets) {
  const { container } = list;
  const announce = useAnnounce();
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** Number of rows that find in page can see; undefined while the note is hidden. */
  const [findable, setFindable] = useState<number | undefined>(undefined);

  const runOnPage = (command: ListCommand): boolean | undefined => {
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
    if (!(command in act)) return undefined;
    act[command]?.();
    return act[command] !== undefined;
  };
  const runOnRow = (command: ListCommand, row: MarketRow): boolean => {
    const name = marketName(row);
    if (command === "details") {
      if (list.onDetails === undefined) return false;
      announce(`${name}: ${list.onDetails(row.id) ? "details shown" : "details hidden"}`);
    } else if (command === "compare") {
      if (onTogglePick(row.id))
        announce(`${name}: ${picks.includes(row.id) ? "removed from compare" : "added to compare"}`);
    } else if (command === "alert") openAlertForm({ kind: "market", row });
    else {
      onToggleStar(row.id);
      announce(`${name}: ${starred.has(row.id) ? "star removed" : "starred"}`);
    }
    return true;
  };
  const run = (command: ListCommand): boolean => {
    const isDone = runOnPage(command);
    if (isDone !== undefined) return isDone;
    const at = rows.findIndex((row) => row.id === focus.active());
    const to = marketAfter(command, at, { count: rows.length, page: list.page() });
    if (to !== undefined) {
      focus.moveTo(to);
      return true;
    }
    const pointed = container.current?.querySelector<HTMLElement>("[data-row]:hover");
    const id = focusedIn(container.current)?.dataset["id"] ?? pointed?.dataset["id"] ?? focus.active();
    const row = rows.find((candidate) => candidate.id === id);
    return row !== undefined && runOnRow(command, row);
  };
  useListKeys(() => container.current, run);
  return {
    findable,
    isHelpOpen,
    closeNote: () => setFindable(undefined),
    closeHelp: () => setHelpOpen(false),
  };
}
