import { Download, Plus } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { marketOptions } from "../../market-name/market-option.ts";
import { isDeposit } from "../../../contract/market.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { maxSelected, useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { countMarkets } from "../../../domain/format/count-markets.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { Button, buttonClass, linkButtonClass } from "../../ui/fields/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { CopyLink } from "../../ui/fields/copy-button.tsx";
import { exportFileName, saveText } from "../../ui/page/save-file.ts";
import { ApyBasisSwitch, SizeField } from "../../list/toolbar/toolbar.tsx";
import { changeSearch, hrefTo, useSearch, type HowToChange } from "../../view-state/address.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import { PanelRows } from "../../ui/marks/skeleton.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import { CompareAnswer } from "./compare-answer-panel.tsx";
import { CompareTable } from "./compare-table.tsx";
import { compareCsv } from "../../select/compare/compare-export.ts";
import { compareFacts, type CompareFact, type CompareGroup } from "../../select/compare/compare-facts.ts";
import { readCompareAddress, writeCompareAddress, type CompareAddress } from "./compare-address.ts";
import { SplitPanel } from "./split-panel.tsx";
import { RecordBanner } from "../record/record-banner.tsx";
import { useRecordFigures } from "../record/use-record-figures.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { useFindMarkets } from "../../queries/markets/find-markets.ts";
import { PageHead } from "../frame/page-heading.tsx";
import { CompareHistory } from "./compare-history.tsx";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { givesLoans, lacksAverage } from "../../../domain/market/row-values.ts";
import { loopRooms } from "../../../domain/market/loops/loop-rooms.ts";
import { impliedOwnYields, noOwnYields, ownYieldOf } from "../../../domain/market/loops/own-yield.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { useLendingMarkets } from "../../queries/markets/use-lending-markets.ts";
import { useMarkets, type MarketsResult } from "../../queries/markets/use-markets.ts";
import { allLoopsRequest, allMarketsRequest } from "../../data/markets/shared-requests.ts";

function change(part: Partial<CompareAddress>, how?: HowToChange): void {
  changeSearch((now) => writeCompareAddress({ ...readCompareAddress(now), ...part }, now), how);
}

/** Tokens that earn by being held make rates incomparable; loops imply how much they earn. */
function lackOwnYields(rows: readonly MarketRow[]): boolean {
  return new Set(rows.map((row) => ownYieldOf(row, noOwnYields)?.mint)).size > 1;
}

function isAwaited({ phase, error }: Pick<MarketsResult, "phase" | "error">): boolean {
  return phase !== "complete" && error === undefined;
}

export function ComparePage(): ReactNode {
  const search = useSearch();
  const address = useMemo(() => readCompareAddress(search), [search]);
  const [state, setState] = useViewState();
  const picks = useSelectedMarkets();
  const announce = useAnnounce();
  const { rows: found, phase, result } = useFindMarkets(address.ids, toMarketsRequest(state));
  const rows = useMemo(() => address.ids.flatMap((id) => found.get(id) ?? []), [address.ids, found]);
  const missing = phase === "partly" ? address.ids.filter((id) => !found.has(id)) : [];
  const count = address.ids.length;
  const largest = useMemo(() => largestOf(result.rows), [result.rows]);
  // Users who came from the Borrow view compare loans, if each market has one.
  const borrows = state.view === "borrow" && rows.every(givesLoans);
  const needsLoops = !borrows && lackOwnYields(rows) && !state.types.includes("loop");
  const allLoops = useMarkets(allLoopsRequest, needsLoops);
  // A list of loops has no legs, and one of a single token has half of them.
  const needsLegs =
    (needsLoops || rows.some(({ kind }) => kind === "loop")) &&
    (!state.types.includes("lending") || state.assets.length > 0 || state.providers.length > 0);
  const legs = useLendingMarkets(needsLegs);
  const around = legs.rows.length > 0 ? legs.rows : result.rows;
  const loops = useMemo(() => loopRooms(rows, around), [rows, around]);
  const ownYields = useMemo(
    () => impliedOwnYields([...rows, ...result.rows, ...(needsLoops ? allLoops.rows : [])], around),
    [rows, result.rows, needsLoops, allLoops.rows, around],
  );
  const awaited =
    phase === "found" && ((needsLegs && isAwaited(legs)) || (needsLoops && isAwaited(allLoops)));
  const looking = phase === "loading" || awaited;
  const { record: recording } = useDashboardConfig();
  const record = useRecordFigures(recording !== undefined && rows.some(lacksAverage));
  const { size, basis } = state;
  const prices = useMemo(() => peerPrices(result.peers), [result.peers]);
  const side = borrows ? ("borrow" as const) : ("deposit" as const);
  const context = {
    size,
    basis,
    benchmark: undefined,
    loops,
    prices,
    ownYields,
    side,
    record: record.figures,
  };
  const groups = compareFacts(rows, context, side);
  const [only, setOnly] = useChoice("diff", ["0", "1"], "0");
  const [showsSingle, setShowsSingle] = useState(false);
  const candidates = filterFacts(groups, ({ differs }) => differs || only === "0");
  const single = candidates.flatMap(({ facts }) => facts.filter(({ isOfOne }) => isOfOne)).length;
  const shown = showsSingle ? candidates : filterFacts(candidates, ({ isOfOne }) => !isOfOne);

  // A part stays with its market when another leaves.
  const splitOf = (ids: readonly string[]): readonly number[] =>
    address.split.length === 0
      ? []
      : [...ids.map((id) => address.split[address.ids.indexOf(id)] ?? 0), ...address.split.slice(count)];
  const setParts = (parts: readonly number[]): void => {
    const byId = address.ids.map((id) => parts[rows.findIndex((row) => row.id === id)] ?? 0);
    change({ split: parts.length === 0 ? [] : [...byId, ...parts.slice(rows.length)] }, "replace");
  };
  const choose = (ids: readonly string[]): void => {
    const kept = ids.slice(0, maxSelected);
    // The user's own selection follows; a shared comparison leaves it alone.
    const own = address.ids.every((id) => picks.picks.includes(id));
    for (const id of address.ids) if (!kept.includes(id) && picks.picks.includes(id)) picks.toggle(id);
    if (own) for (const id of kept) if (!picks.picks.includes(id)) picks.toggle(id);
    change({ ids: kept, split: splitOf(kept) });
  };
  const remove = (id: string): void => choose(address.ids.filter((other) => other !== id));

  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <PageHead
        title="Compare"
        documentTitle={count === 0 ? "Compare" : `Compare ${countMarkets(count)}`}
        about={`${formatCount(count).text} of ${formatCount(maxSelected).text}`}
      >
        <SizeField place="bar" size={size} onSize={(next) => setState({ size: next }, "replace")} />
        <ApyBasisSwitch basis={basis} onBasis={(next) => setState({ basis: next })} />
        {count < 2 ? null : (
          <PopoverButton
            label="Add market"
            className={buttonClass()}
            panelClassName="w-[min(28rem,calc(100vw-16px))] overflow-visible! p-3"
            content={() => <AddMarkets rows={result.rows} ids={address.ids} onChange={choose} takesFocus />}
          >
            <Plus className="size-3.5" />
            Add market
          </PopoverButton>
        )}
        <Button
          icon={<Download />}
          disabled={rows.length === 0}
          onClick={() => {
            saveFacts(rows, shown, context);
            announce("Comparison exported as CSV.");
          }}
        >
          Export
        </Button>
        <CopyLink />
      </PageHead>

      {count < 2 ? (
        <Panel
          heading={count === 0 ? "Pick two or more markets" : "Add one more market to compare it with"}
          padded
        >
          <p className="max-w-[72ch] text-text2">
            Compare two to eight markets side by side: what my size earns in each, its caveats, and its past
            rates. Search for them here, select them in the list, or press x on a row.
          </p>
          <div className="mt-3 max-w-xl">
            <AddMarkets rows={result.rows} ids={address.ids} onChange={choose} />
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            <Link href={hrefTo("/", search)} className={linkButtonClass("primary")}>
              Browse markets
            </Link>
            {largest.length < 3 ? null : (
              <Button onClick={() => choose(largest)}>Compare the three largest</Button>
            )}
          </div>
        </Panel>
      ) : null}
      {missing.map((id) => (
        <output
          key={id}
          className="flex flex-wrap items-center gap-3 rounded-panel border border-line2 bg-surface p-3 text-text2"
        >
          <span className="min-w-0 break-all">The service lists no market {id}.</span>
          <Button onClick={() => remove(id)}>Remove it</Button>
        </output>
      ))}
      {looking ? (
        <div className="flex min-h-dvh flex-col gap-4">
          <output className="rounded-panel border border-line2 bg-surface px-4 py-3 text-[17px] leading-7 text-text2">
            {count > rows.length
              ? `Loading ${countMarkets(count - rows.length)}…`
              : "Loading the legs of the loops…"}
          </output>
          <PanelRows count={14} headed />
        </div>
      ) : null}
      {phase === "failed" && rows.length === 0 ? <Problem size="page" {...result} /> : null}
      {phase === "failed" && rows.length > 0 ? (
        <Problem
          size="part"
          title={`${countMarkets(count - rows.length)} could not be loaded`}
          error={result.error}
          retry={result.retry}
        />
      ) : null}

      {rows.length === 0 || looking ? null : (
        <>
          <CompareAnswer {...context} rows={rows} />
          {size === undefined ? (
            <p className="text-small text-text3">
              {borrows
                ? "Enter my size to see what the loan costs."
                : "Enter my size to see each APY after dilution by your deposit."}
            </p>
          ) : null}
          <CompareHistory rows={rows} />
          <CompareTable
            rows={rows}
            groups={shown}
            context={context}
            onRemove={remove}
            corner={
              <Checkbox
                label="Differences only"
                checked={only === "1"}
                onChange={(on) => setOnly(on ? "1" : "0")}
              />
            }
          />
          {single === 0 ? null : (
            <Button
              aria-expanded={showsSingle}
              className="self-start"
              onClick={() => setShowsSingle(!showsSingle)}
            >
              {showsSingle ? "Hide" : "Show"} {countOf(single, "fact")} of one market
            </Button>
          )}
          {shown.length === 0 ? (
            <p className="rounded-panel border border-line2 bg-surface p-4 text-text2">
              {rows.length === 1
                ? "Add another market to see differences."
                : "These markets are the same in every fact shown."}
            </p>
          ) : null}
          {recording !== undefined && rows.some(lacksAverage) ? (
            <div className="overflow-hidden rounded-panel empty:hidden">
              <RecordBanner record={record} />
            </div>
          ) : null}
          {/* A loan is not split. */}
          {borrows ? null : (
            <SplitPanel
              {...context}
              rows={rows}
              parts={splitOf(rows.map(({ id }) => id))}
              onParts={setParts}
            />
          )}
        </>
      )}
    </div>
  );
}

function filterFacts(
  groups: readonly CompareGroup[],
  keeps: (fact: CompareFact) => boolean,
): readonly CompareGroup[] {
  return groups
    .map((group) => ({ ...group, facts: group.facts.filter(keeps) }))
    .filter(({ facts }) => facts.length > 0);
}

function largestOf(rows: readonly MarketRow[]): readonly string[] {
  return rows
    .filter(({ kind, depositApy }) => isDeposit(kind) && (depositApy ?? 0) > 0)
    .toSorted((a, b) => (b.totalDepositUsd ?? 0) - (a.totalDepositUsd ?? 0))
    .slice(0, 3)
    .map(({ id }) => id);
}

function saveFacts(
  rows: readonly MarketRow[],
  groups: readonly CompareGroup[],
  context: SelectContext,
): void {
  const exportedAt = Date.now();
  saveText(compareCsv(rows, groups, context, exportedAt), exportFileName(exportedAt, "csv", "compare-"));
}

/** Searches every market, not only the list the page was opened from. */
function AddMarkets({
  rows,
  ids,
  onChange,
  takesFocus,
}: {
  /** Offered while all others are loading. */
  readonly rows: readonly MarketRow[];
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly takesFocus?: boolean;
}): ReactNode {
  const announce = useAnnounce();
  const { rows: everything } = useMarkets(allMarketsRequest);
  const known = everything.length > rows.length ? everything : rows;
  const options = useMemo(() => marketOptions(known), [known]);
  return (
    <Combobox
      label="Markets to compare"
      options={options}
      selected={ids}
      onChange={(chosen) => {
        if (chosen.length > maxSelected)
          announce(`No more than ${formatCount(maxSelected).text} markets can be compared at once.`);
        else onChange(chosen);
      }}
      summary={`${formatCount(ids.length).text} of ${formatCount(maxSelected).text} selected, type to find more`}
      placeholder="Token, provider or type"
      takesFocus={takesFocus}
    />
  );
}
