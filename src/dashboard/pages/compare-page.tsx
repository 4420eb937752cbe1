// Two to eight markets side by side: aligned facts, overlaid histories, and what a split over them earns.
import { Download } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { maximumPicks, usePicks } from "../data/picks.ts";
import type { MarketRow } from "../data/market-row.ts";
import { formatCount } from "../format/number.ts";
import { readUsd, writeUsd } from "../format/read-amount.ts";
import { exportFileName } from "../select/export-rows.ts";
import { Button, linkButtonClass } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { useIsPhone } from "../ui/media-query.ts";
import { saveFile } from "../ui/save-file.ts";
import { Segmented } from "../ui/segmented.tsx";
import { ValueField } from "../ui/text-field.tsx";
import { useViewState } from "../view-state/use-view-state.ts";
import { toMarketsRequest } from "../view-state/markets-request.ts";
import { CompareCards, CompareTable } from "./compare/compare-table.tsx";
import { compareCsv } from "./compare/compare-export.ts";
import { compareFacts } from "./compare/compare-facts.ts";
import { CompareHistory } from "./compare/compare-history.tsx";
import { readCompareAddress, writeCompareAddress, type CompareAddress } from "./compare/compare-address.ts";
import { SplitPanel } from "./compare/split-panel.tsx";
import { FailureScreen } from "./failure-screen.tsx";
import { useFindMarkets } from "./find-markets.ts";
import { usePageFocus } from "./page-focus.ts";
import { usePageTitle } from "./page-title.ts";
import { usePublishWalk } from "./published-walk.tsx";

export function ComparePage(): ReactNode {
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = useMemo(() => readCompareAddress(search), [search]);
  const [state, setState] = useViewState();
  const picks = usePicks();
  const { rows: found, phase, walk } = useFindMarkets(address.ids, toMarketsRequest(state));
  usePublishWalk(walk);
  const isPhone = useIsPhone();
  const rows = address.ids.flatMap((id): MarketRow[] => {
    const row = found.get(id);
    return row === undefined ? [] : [row];
  });
  const missing = phase === "partly" ? address.ids.filter((id) => !found.has(id)) : [];
  const title = `Compare ${formatCount(address.ids.length).text} markets`;
  usePageTitle(title);
  const heading = usePageFocus("compare");
  const context = { size: state.size, basis: state.basis };
  const groups = compareFacts(rows, context);
  const shown = address.differencesOnly
    ? groups.flatMap((group) => {
        const facts = group.facts.filter((fact) => fact.differs);
        return facts.length === 0 ? [] : [{ ...group, facts }];
      })
    : groups;

  const change = (part: Partial<CompareAddress>, replace = false): void =>
    navigate(`/compare${writeCompareAddress({ ...address, ...part }, search)}`, { replace });
  const remove = (id: string): void => {
    if (picks.picks.includes(id)) picks.toggle(id);
    const index = address.ids.indexOf(id);
    change({
      ids: address.ids.filter((other) => other !== id),
      split: address.split.filter((_, position) => position !== index),
    });
  };

  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none">
          Compare
        </h1>
        <p className="text-text2">
          {formatCount(address.ids.length).text} markets, up to {formatCount(maximumPicks).text}
        </p>
        <div className="flex flex-wrap items-center gap-3 md:ml-auto">
          <ValueField
            label="My size"
            labelPlace="before"
            height="tool"
            fieldClassName="w-28"
            before="$"
            placeholder="any"
            inputMode="decimal"
            value={state.size}
            write={writeUsd}
            read={(text) => readUsd(text, "My size")}
            onValue={(size) => setState({ size }, "replace")}
          />
          <Segmented
            label="APY basis"
            options={[
              { value: "total", label: "Total" },
              { value: "base", label: "Base" },
            ]}
            value={state.basis}
            onChange={(basis) => setState({ basis })}
          />
          <Link href="/" className={linkButtonClass("outline", "normal")}>
            Add market
          </Link>
          <Button
            icon={<Download aria-hidden="true" className="size-3.5" />}
            disabled={rows.length === 0}
            onClick={() =>
              saveFile(
                new Blob([compareCsv(rows, shown, context)], { type: "text/csv;charset=utf-8" }),
                exportFileName(Date.now(), "csv"),
              )
            }
          >
            Export
          </Button>
          <CopyButton label="Copy link" what="Link" text={() => window.location.href} />
        </div>
      </div>

      {address.ids.length < 2 ? (
        <p className="rounded-panel border border-line2 bg-surface p-4 text-text2">
          {address.ids.length === 0
            ? "Nothing is picked yet. Tick the box of two to eight markets in the list, or press x on a row, then come back."
            : "Pick at least one more market in the list to compare it with."}{" "}
          <Link href="/" className="text-accent underline">
            Go to the markets
          </Link>
        </p>
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
      {phase === "loading" && rows.length < address.ids.length ? (
        <output className="text-text2">
          Looking for {formatCount(address.ids.length - rows.length).text} of the markets…
        </output>
      ) : null}
      {phase === "failed" && rows.length === 0 ? (
        <FailureScreen
          error={walk.error}
          what="The list of markets"
          nextRetryAt={walk.nextRetryAt}
          onRetry={walk.retry}
          onStopRetrying={walk.stopRetrying}
        />
      ) : null}

      {rows.length === 0 ? null : (
        <>
          <CompareHistory
            rows={rows}
            range={address.range}
            measure={address.measure}
            onRange={(range) => change({ range })}
            onMeasure={(measure) => change({ measure })}
          />
          <div>
            <Checkbox
              label="Differences only"
              checked={address.differencesOnly}
              onChange={(differencesOnly) => change({ differencesOnly })}
            />
          </div>
          {isPhone ? (
            <CompareCards rows={rows} groups={shown} onRemove={remove} />
          ) : (
            <CompareTable rows={rows} groups={shown} onRemove={remove} />
          )}
          <SplitPanel
            rows={rows}
            basis={state.basis}
            size={state.size}
            split={address.split}
            onSplit={(split) => change({ split }, true)}
          />
        </>
      )}
    </div>
  );
}
