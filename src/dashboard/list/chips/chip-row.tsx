import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { filterIds, filters, isOn, clearFilters } from "../../../domain/market/filters/filters.ts";
import { resetFilters, filterChips, clearedForSearch } from "../../select/chips.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import type { Selection } from "../../select/select.ts";
import { Button, inlineLinkClass } from "../../ui/fields/button.tsx";
import { Chip } from "./chip.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { hasOwnTypes } from "../../../domain/view-state/views.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { setViewState } from "../../view-state/use-view-state.ts";
import { passFocusToFilters } from "../toolbar/focus-search.ts";
import { observeSize } from "../../ui/page/observe-size.ts";

const HelpHint = lazyPart(async () => (await import("../help/help-hint.tsx")).HelpHint, {
  failed: () => null,
});
const BenchmarkChip = lazyPart(async () => (await import("./benchmark-chip.tsx")).BenchmarkChip);

interface ListFootProps {
  readonly state: ViewState;
  readonly selection: Selection;
  readonly result: MarketsResult;
  readonly provisional?: boolean;
  /** New rows that are held back while the user reads the list. */
  readonly waiting?: number;
  readonly onSortAgain?: () => void;
}

export function ChipRow(
  props: ListFootProps & {
    readonly lookingForBenchmark: boolean;
    readonly beside?: ReactNode;
    /** False on summary pages, which show figures instead of the list. */
    readonly hasList?: boolean;
  },
): ReactNode {
  const { state, selection, lookingForBenchmark, beside, hasList = true } = props;
  const phone = useIsPhone();
  const active = filterChips(state, selection).filter(({ filter }) => !isNamedAbove(filter, state));
  const chips = active.map(({ filter, field, value, help, removal }) => (
    <span key={filter} className="max-w-full shrink-0">
      <Chip field={field} value={value} help={help} onRemove={() => setViewState(removal)} />
    </span>
  ));
  const benchmark =
    state.benchmark === undefined ? null : (
      <span
        className={
          phone ? "max-w-[calc(100vw-32px)] shrink-0" : "max-w-[320px] min-w-0 shrink-0 2xl:max-w-[400px]"
        }
      >
        <BenchmarkChip selection={selection} looking={lookingForBenchmark} />
      </span>
    );
  const clear =
    active.length === 0 ? null : (
      <Button
        variant="quiet"
        size="small"
        className="pointer-coarse:-my-1 pointer-coarse:h-11"
        onClick={() => setViewState(resetFilters(state))}
      >
        Clear filters
      </Button>
    );
  const isEmpty = active.length === 0 && benchmark === null;
  if (phone)
    return (
      <div className="px-4 pt-1.5 pb-0.5">
        <div
          className={classNames(
            "flex flex-wrap items-center justify-between gap-x-3",
            // Reserves the line that follows once all pages are loaded, so that no card moves.
            props.result.loading && state.view === "prediction"
              ? "min-h-16 content-start min-[520px]:min-h-11"
              : "min-h-7",
          )}
        >
          <CountText {...props} />
          {hasList ? <HelpHint hasSpace={active.length === 0 && isQuiet(props)} /> : null}
          <Remarks {...props} phone />
        </div>
        {isEmpty && !hidesSmall(state) ? null : (
          <div
            ref={passFocusToFilters}
            className="relative -mx-4 flex items-center gap-1.5 overflow-x-auto [mask-image:linear-gradient(to_left,transparent,black_2rem)] py-1 pr-8 pl-4 [scrollbar-width:none]"
          >
            {benchmark}
            <span className="shrink-0">
              <SmallMarketsChip state={state} isIgnored={selection.ignoredOptional} />
            </span>
            {chips}
            {clear}
            {beside}
          </div>
        )}
      </div>
    );
  return isEmpty ? null : (
    <div
      ref={passFocusToFilters}
      className={classNames(
        "flex min-h-9 shrink-0 items-center gap-x-3 border-b border-line",
        hasList ? "px-4" : "px-6",
      )}
    >
      {benchmark}
      <div className="flex min-w-0 flex-1 items-center gap-1.5">
        <ChipLine>{chips}</ChipLine>
        {clear}
      </div>
      {beside}
    </div>
  );
}

/** Computed from the URL alone, before any rows are loaded. */
export function hasChips(state: ViewState): boolean {
  const ids = filterIds.filter((id) => id !== "hideSmall" && !isNamedAbove(id, state));
  return !hasOwnTypes(state) || ids.some((id) => isOn(id, state[id], state.types));
}

/** Whether a field above the list shows this filter already: the token or the collateral. */
function isNamedAbove(filter: string, { view, assets, assetMatch }: ViewState): boolean {
  if (filter === "collateral") return view === "borrow";
  if (filter !== "assets") return false;
  return assets.length === 1 && assetMatch === "side" && view !== "perpetual" && view !== "prediction";
}

/** Chips that do not fit are counted by a button, which shows them all. */
function ChipLine({ children }: { readonly children: readonly ReactNode[] }): ReactNode {
  const line = useRef<HTMLDivElement>(null);
  const [unseen, setUnseen] = useState(0);
  const [wraps, setWraps] = useState(false);
  // Runs after every render, because other chips take other space.
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return undefined;
    const countCut = (): void => {
      const { left, right } = element.getBoundingClientRect();
      const cut = [...element.children].filter((chip) => {
        const box = chip.getBoundingClientRect();
        return box.right > right + 1 || box.left < left - 1;
      });
      setUnseen(cut.length);
    };
    // Do not measure here: the observer measures once after layout, and this would lay out twice.
    const stopObserving = observeSize([element], countCut);
    element.addEventListener("scroll", countCut, { passive: true });
    return () => {
      stopObserving();
      element.removeEventListener("scroll", countCut);
    };
  });
  return (
    <>
      <div
        ref={line}
        className={classNames(
          "flex min-w-0 items-center gap-1.5 py-1 print:flex-wrap",
          wraps ? "flex-wrap" : "overflow-x-auto overflow-y-hidden [scrollbar-width:none]",
        )}
      >
        {children}
      </div>
      {unseen === 0 && !wraps ? null : (
        <Button variant="quiet" size="small" aria-expanded={wraps} onClick={() => setWraps(!wraps)}>
          {wraps ? "Collapse" : `+${formatCount(unseen).text} more`}
        </Button>
      )}
    </>
  );
}

export function ListFoot({
  className,
  children,
  ...props
}: ListFootProps & { readonly className: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div
      className={classNames("flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 print:hidden", className)}
    >
      <CountText {...props} />
      <Remarks {...props} phone={false} />
      <div className="ml-auto">{children}</div>
    </div>
  );
}

function CountText({ selection, result: { loading, phase }, state }: ListFootProps): ReactNode {
  const { visible, total, facets, events } = selection;
  if (phase === "failed") return <p className="shrink-0 text-text2">Nothing loaded</p>;
  if (loading && facets.loaded === 0) return <p className="shrink-0 text-text2">Loading markets…</p>;
  const isFiltered = visible.length !== total || state.query.trim() !== "";
  return (
    <p className="shrink-0 whitespace-nowrap text-text2">
      <b className="font-semibold text-text">{formatCount(visible.length).text}</b>
      {events === undefined ? "" : visible.length === 1 ? " event" : " events"}
      {events !== undefined || isFiltered ? ` of ${formatCount(total).text}` : ""}
      {total === 1 ? " market" : " markets"}
      {loading ? " so far" : ""}
    </p>
  );
}

/** Whether a phone's line with the count has no remarks. */
function isQuiet({ selection, provisional = false, waiting = 0 }: ListFootProps): boolean {
  return (
    !provisional && waiting === 0 && remarks(selection, true).length === 0 && selection.visible.length > 0
  );
}

function hidesSmall({ hideSmall, types }: Pick<ViewState, "hideSmall" | "types">): boolean {
  return hideSmall && filters.hideSmall.types?.some((type) => types.includes(type)) === true;
}

/** Hiding small markets is the default, but has a chip, so that the user sees and can remove it. */
export function SmallMarketsChip({
  state,
  isIgnored,
}: Pick<ListFootProps, "state"> & { readonly isIgnored: boolean }): ReactNode {
  return hidesSmall(state) ? (
    <Chip
      field="Small markets"
      value={isIgnored ? filters.hideSmall.ignoredText : "hidden"}
      help={filters.hideSmall.hint}
      onRemove={() => setViewState({ hideSmall: false })}
    />
  ) : null;
}

interface HiddenRows {
  readonly text: string;
  /** Missing if a chip already removes the filter. */
  readonly removal?: Partial<ViewState>;
  readonly action?: string;
}

function hiddenRows({ searchHidden, unknownHidden, hiding, events }: Selection): readonly HiddenRows[] {
  if (searchHidden > 0)
    return [
      { text: `${countOf(searchHidden, "match", "matches")} hidden by filters`, removal: clearedForSearch },
    ];
  const small = hiding.find(({ filter }) => filter === "hideSmall");
  // Small markets include markets with unknown deposits.
  const missing = unknownHidden - (small?.unknown ?? 0);
  const unknown = hiding.flatMap(({ filter, unknown: count }) =>
    count > 0 && filter !== "hideSmall" ? [filter] : [],
  );
  const repeated = events?.otherCurrency ?? 0;
  return [
    repeated > 0 && {
      text: `${countOf(repeated, "market")} in another currency not shown`,
      removal: { outcomes: "all" } as const,
    },
    small !== undefined && small.alone > 0 && { text: `${countOf(small.alone, "small market")} hidden` },
    missing > 0 &&
      unknown.length > 0 && {
        text: `${formatCount(missing).text} hidden: missing data`,
        removal: clearFilters(unknown),
        // Also brings back the rows whose figures are known and fail.
        action: unknown.length > 1 ? "Remove filters" : "Remove filter",
      },
  ].filter((hidden) => hidden !== false);
}

/** Omits hidden small markets on a phone, where the chip says so. */
function remarks(selection: Selection, phone: boolean): readonly HiddenRows[] {
  return hiddenRows(selection).filter(({ removal }) => !phone || removal !== undefined);
}

function Remarks({
  state,
  selection,
  provisional = false,
  waiting = 0,
  onSortAgain,
  phone,
}: ListFootProps & { readonly phone: boolean }): ReactNode {
  const unsettled = provisional && selection.facets.loaded > 0;
  return (
    <div
      className={
        phone
          ? "ml-auto flex flex-wrap items-center justify-end gap-x-3 text-small text-text3 empty:hidden"
          : "flex shrink-0 items-center gap-3 text-small whitespace-nowrap text-text3"
      }
    >
      {unsettled || waiting > 0 ? (
        <span className="flex items-center gap-1.5 text-text2">
          {unsettled ? "Order is provisional." : null}
          {waiting > 0 ? (
            <>
              <span>{countOf(waiting, "new row")}.</span>
              <button type="button" onClick={onSortAgain} className={linkClass}>
                Sort again
              </button>
            </>
          ) : null}
        </span>
      ) : null}
      {state.outcomes === "all" ? (
        <button type="button" onClick={() => setViewState({ outcomes: "grouped" })} className={linkClass}>
          Group by event
        </button>
      ) : null}
      {(phone && unsettled ? [] : remarks(selection, phone)).map(({ text, removal, action = "Show" }) => (
        <span key={text} className="flex items-center gap-1.5">
          {phone ? null : <span aria-hidden="true" className="mr-1.5 h-4 w-px bg-line2" />}
          {text}
          {removal === undefined ? null : (
            <button
              type="button"
              aria-label={`${action}, ${text}`}
              onClick={() => setViewState(removal)}
              className={linkClass}
            >
              {action}
            </button>
          )}
        </span>
      ))}
    </div>
  );
}

const linkClass = `${inlineLinkClass} pointer-coarse:min-w-11 pointer-coarse:justify-center`;
