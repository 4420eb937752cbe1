import { sum } from "d3-array";
import { Download, Plus } from "lucide-react";
import { useContext, useMemo, useState, type ComponentProps, type ReactNode } from "react";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { maxSelected, useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { countOf, formatCount, countMarkets } from "../../../domain/format/number.ts";
import { Button, buttonClass } from "../../ui/fields/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { hasRateHistory } from "../../history/use-history-entries.ts";
import { CopyLink } from "../../ui/fields/copy-button.tsx";
import { exportFileName, saveText } from "../../ui/page/save-file.ts";
import { ApyBasisSwitch, SizeField } from "../../list/toolbar/toolbar.tsx";
import { changeSearch, useSearch, type HistoryMode } from "../../view-state/address.ts";
import { FileOriginContext } from "../../ui/table/file-origin.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { PanelRows } from "../../ui/marks/skeleton.tsx";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import { CompareAnswer } from "./compare-answer-panel.tsx";
import { CompareTable } from "./compare-table.tsx";
import { compareCsv } from "../../select/compare/compare-export.ts";
import { compareFacts, type CompareFact, type CompareGroup } from "../../select/compare/compare-facts.ts";
import { readCompareAddress, writeCompareAddress, type CompareAddress } from "./compare-address.ts";
import { AddMarkets, PickMarkets } from "./pick-markets.tsx";
import { useComparedMarkets } from "./use-compared-markets.ts";
import { SplitPanel } from "./split-panel.tsx";
import { RecordBanner } from "../record/record-banner.tsx";
import { takeFocus } from "../../ui/page/restore-focus.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { PageHead } from "../frame/page-heading.tsx";
import { CompareHistory } from "./compare-history.tsx";
import type { MarketRow } from "../../../domain/market/market-row.ts";

type Compared = ReturnType<typeof useComparedMarkets>;

function change(part: Partial<CompareAddress>, how?: HistoryMode): void {
  changeSearch((now) => writeCompareAddress({ ...readCompareAddress(now), ...part }, now), how);
}

export function ComparePage(): ReactNode {
  const search = useSearch();
  const address = useMemo(() => readCompareAddress(search), [search]);
  const announce = useAnnounce();
  const originNow = useContext(FileOriginContext);
  const compared = useComparedMarkets(address.ids);
  const { rows, result, looking, context } = compared;
  const { choose, remove, parts, setParts } = useChosen(address, rows);
  const facts = useShownFacts(compared);
  const count = address.ids.length;
  const [hasPicked, setHasPicked] = useState(false);
  const picking = { ids: address.ids, rows: result.rows, onChange: choose };
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <PageHead
        title="Compare"
        documentTitle={count === 0 ? "Compare" : `Compare ${countMarkets(count)}`}
        about={
          <output className="text-text2">
            {formatCount(count).text} of {countMarkets(maxSelected)}
          </output>
        }
      >
        <SizeField />
        <ApyBasisSwitch />
        {count < 2 ? null : (
          <PopoverButton
            label="Add market"
            // Once two markets are picked, the field with the focus moves into it.
            ref={hasPicked ? takeFocus : undefined}
            className={buttonClass()}
            panelClassName="w-[min(28rem,calc(100vw-16px))] overflow-visible! p-3"
            content={() => <AddMarkets {...picking} takesFocus />}
          >
            <Plus className="size-3.5" />
            Add market
          </PopoverButton>
        )}
        {count === 0 ? null : (
          <>
            <Button
              icon={<Download />}
              disabled={rows.length === 0}
              onClick={() => {
                const text = compareCsv(rows, facts.shown, context, originNow());
                saveText(text, exportFileName(Date.now(), "csv", "compare-"));
                announce("Comparison exported as CSV.");
              }}
            >
              Export CSV
            </Button>
            <CopyLink />
          </>
        )}
      </PageHead>
      {count < 2 ? (
        <PickMarkets
          {...picking}
          onChange={(ids) => {
            setHasPicked(true);
            choose(ids);
          }}
        />
      ) : null}
      <WhatIsMissing {...compared} count={count} onRemove={remove} />
      {rows.length === 0 || looking ? null : (
        <Comparison {...compared} facts={facts} onRemove={remove} parts={parts} onParts={setParts} />
      )}
    </div>
  );
}

function useChosen({ ids, split }: CompareAddress, rows: readonly MarketRow[]) {
  const picks = useSelectedMarkets();
  // A market keeps its share when another one is removed.
  const splitOf = (chosen: readonly string[]): readonly number[] =>
    split.length === 0
      ? []
      : [...chosen.map((id) => split[ids.indexOf(id)] ?? 0), ...split.slice(ids.length)];
  const choose = (chosen: readonly string[]): void => {
    const kept = chosen.slice(0, maxSelected);
    // Updates the user's own selection too, but only if this is not a shared comparison.
    const own = ids.every((id) => picks.picks.includes(id));
    for (const id of ids) if (!kept.includes(id) && picks.picks.includes(id)) picks.toggle(id);
    if (own) for (const id of kept) if (!picks.picks.includes(id)) picks.toggle(id);
    change({ ids: kept, split: splitOf(kept) });
  };
  return {
    choose,
    remove: (id: string): void => choose(ids.filter((other) => other !== id)),
    parts: splitOf(rows.map(({ id }) => id)),
    setParts: (parts: readonly number[]): void => {
      const byId = ids.map((id) => parts[rows.findIndex((row) => row.id === id)] ?? 0);
      change({ split: parts.length === 0 ? [] : [...byId, ...parts.slice(rows.length)] }, "replace");
    },
  };
}

function useShownFacts({ rows, context }: Compared) {
  const [diff, setDiff] = useChoice("diff", ["0", "1"], "0");
  const [showsSingle, setShowsSingle] = useState(false);
  const candidates = filterFacts(compareFacts(rows, context), ({ differs }) => differs || diff === "0");
  return {
    shown: showsSingle ? candidates : filterFacts(candidates, ({ isOfOne }) => !isOfOne),
    single: sum(candidates, ({ facts }) => facts.filter(({ isOfOne }) => isOfOne).length),
    showsSingle,
    setShowsSingle,
    onlyDifferences: diff === "1",
    setOnlyDifferences: (on: boolean) => setDiff(on ? "1" : "0"),
  };
}

function WhatIsMissing({
  rows,
  missing,
  result,
  failed,
  looking,
  count,
  onRemove,
}: Compared & { readonly count: number; readonly onRemove: (id: string) => void }): ReactNode {
  return (
    <>
      {missing.map((id) => (
        <output
          key={id}
          className="flex flex-wrap items-center gap-3 rounded-panel border border-line2 bg-surface p-3 text-text2"
        >
          <span className="min-w-0 break-all">The service lists no market “{id}”.</span>
          <Button onClick={() => onRemove(id)}>Remove it</Button>
        </output>
      ))}
      {looking ? (
        <div className="flex min-h-dvh flex-col gap-4">
          <output className="rounded-panel border border-line2 bg-surface px-4 py-3 text-[17px] leading-7 text-text2">
            {count > rows.length
              ? `Loading ${countMarkets(count - rows.length)}…`
              : "Loading lending markets…"}
          </output>
          <PanelRows count={14} hasHeader />
        </div>
      ) : null}
      {!failed ? null : rows.length === 0 ? (
        <Problem size="page" {...result} className="px-0" />
      ) : (
        <Problem
          size="part"
          title={`${countMarkets(count - rows.length)} could not be loaded`}
          error={result.error}
          retry={result.retry}
        />
      )}
    </>
  );
}

function Comparison({
  rows,
  context,
  record,
  facts: { shown, single, showsSingle, setShowsSingle, onlyDifferences, setOnlyDifferences },
  onRemove,
  ...split
}: Compared &
  Pick<ComponentProps<typeof SplitPanel>, "parts" | "onParts"> & {
    readonly facts: ReturnType<typeof useShownFacts>;
    readonly onRemove: (id: string) => void;
  }): ReactNode {
  const borrows = context.side === "borrow";
  const hasRates = rows.some(hasRateHistory);
  return (
    <>
      <CompareAnswer {...context} rows={rows} />
      {hasRates && context.size === undefined ? (
        <p className="text-small text-text3">
          {borrows
            ? "Enter your size to see what the loan costs."
            : "Enter your size to see each APY after dilution by your deposit."}
        </p>
      ) : null}
      <CompareHistory rows={rows} side={context.side} />
      <CompareTable
        rows={rows}
        groups={shown}
        context={context}
        onRemove={onRemove}
        corner={<Checkbox label="Differences only" checked={onlyDifferences} onChange={setOnlyDifferences} />}
      />
      <output className="sr-only">
        {countOf(
          sum(shown, ({ facts }) => facts.length),
          "fact",
        )}{" "}
        shown
      </output>
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
            : "These markets don't differ in any fact shown."}
        </p>
      ) : null}
      {record === undefined ? null : (
        <div className="overflow-hidden rounded-panel empty:hidden">
          <RecordBanner record={record} />
        </div>
      )}
      {/* A loan cannot be split, one market takes all, and a bet earns no rate. */}
      {borrows || !hasRates || rows.length < 2 ? null : <SplitPanel {...context} {...split} rows={rows} />}
    </>
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
