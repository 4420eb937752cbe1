import { marketTypes } from "../../../contract/market.ts";
import { isoText } from "../../../contract/units.ts";
import { useMemo, useState, type ReactNode } from "react";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Link } from "wouter";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { sourceTime } from "../../data/clock.ts";
import { allMarketsRequest } from "../../data/markets/shared-requests.ts";
import { formatCount, countMarkets } from "../../../domain/format/number.ts";
import { formatAge, formatMoment } from "../../../domain/format/time.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import { checkIds } from "../../../domain/market/assess/checks.ts";
import {
  gapIds,
  toQuality,
  type GapId,
  type ProviderQuality,
  type Share,
} from "../../select/whole-list/quality.ts";
import { checkWords } from "../../../domain/market/assess/check-words.ts";
import { Explained } from "../../ui/overlay/tooltip.tsx";
import { ageTickMs, useNow } from "../../ui/page/now.ts";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowGroup } from "../../ui/table/table-props.ts";
import { freshListHref, useViewState } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import { PageHead } from "../frame/page-heading.tsx";

const gaps: Readonly<Record<GapId, readonly [name: string, help: string]>> = {
  averages: ["Averages", "At least one of the 30-, 90- and 180-day averages is missing."],
  limit: ["Deposit cap", "The deposit cap is missing."],
  rewards: ["Rewards", "There is no list of rewards, not even an empty one."],
};

export function QualityPage(): ReactNode {
  // The same request as in the view "All", so that counts match the lists they link to.
  const result = useMarkets(allMarketsRequest);
  const now = sourceTime(useNow(ageTickMs));
  const state = useViewState();
  const quality = useMemo(() => toQuality(result.rows), [result.rows]);
  const columns = useMemo(() => qualityColumns(quality), [quality]);
  const [columnsAtFocus, setColumnsAtFocus] = useState<number | undefined>(undefined);
  const failed = result.phase === "failed";
  return (
    <div className="flex flex-1 flex-col gap-3 p-4 md:p-6">
      <PageHead
        title="Quality by provider"
        documentTitle="Quality"
        about={
          failed ? null : (
            // On a phone it always has its own line, so that nothing moves.
            <p className="text-text2 max-md:basis-full">
              {result.phase === "loading"
                ? "Loading markets…"
                : result.phase === "complete" && result.readAt !== undefined
                  ? `${countMarkets(result.rows.length)}, read ${formatMoment(result.readAt)}`
                  : `${countMarkets(result.rows.length)} so far`}
            </p>
          )
        }
      />
      <p className="max-w-[72ch] text-small text-text2">
        Where a provider&apos;s figures contradict each other, and what it does not publish. Counts are of the
        markets that publish the figures for a check; a dash means none does. Choose a count to see the
        markets.
      </p>
      {failed ? (
        <Problem size="page" {...result} className="px-0" />
      ) : result.rows.length === 0 ? (
        <output className="rounded-panel border border-line2 bg-surface p-4 text-text2">
          {result.phase === "loading" ? "Loading markets…" : "There are no markets."}
        </output>
      ) : (
        <div
          className="w-fit max-w-full overflow-clip rounded-panel border border-line2 bg-surface"
          onFocus={() => setColumnsAtFocus((count) => count ?? columns.length)}
        >
          <DataTable
            // A new provider inserts a column. A new key recreates the table, so that columns do not slide, but it
            // would lose the focus.
            key={columnsAtFocus ?? columns.length}
            label="Quality"
            columns={columns}
            groups={groupsFor(state, now)}
            rowKey={({ name }) => name}
            loading={result.loading}
            cards="never"
            csv="quality"
          />
        </div>
      )}
      <ListProblem result={result} />
    </div>
  );
}

interface Line {
  readonly name: string;
  readonly help?: string;
  /** Its name in the exported file. */
  readonly csvName?: string;
  readonly unit: string;
  readonly value: (provider: ProviderQuality) => number | undefined;
  readonly csv?: (provider: ProviderQuality) => string | undefined;
  /** The number of markets that a share refers to. */
  readonly of?: (provider: ProviderQuality) => number;
  readonly cell: (provider: ProviderQuality) => ReactNode;
}

function groupsFor(state: ViewState, now: number): readonly RowGroup<Line>[] {
  const linkTo = (
    provider: string | undefined,
    about: About,
    label: string,
    content: ReactNode,
  ): ReactNode => (
    <Link
      href={qualityListHref(state, provider, about)}
      aria-label={`${label}, show the list`}
      className="-mx-2 -my-1 inline-block rounded-item px-2 leading-7 font-medium text-accent hover:bg-selected hover:underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:leading-11"
    >
      {content}
    </Link>
  );
  const share = (
    [name, help]: readonly [name: string, help: string],
    about: GapId | "doubts",
    spoken: string,
    csvName: string,
    shareOf: (provider: ProviderQuality) => Share | undefined,
  ): Line => ({
    name,
    help,
    csvName,
    unit: "fraction of the markets with the figures",
    of: (provider) => shareOf(provider)?.of ?? 0,
    value: (provider) => {
      const { count, of } = shareOf(provider) ?? none;
      return of === 0 ? undefined : count / of;
    },
    cell: (provider) => {
      const { count, of } = shareOf(provider) ?? none;
      const text = formatCount(count).text;
      const content = (
        <>
          {text} <span className="text-tiny font-normal text-text3">of {formatCount(of).text}</span>
        </>
      );
      if (of === 0) return <NumberText value={undefined} />;
      if (count === 0) return <span className="text-text2">{content}</span>;
      const label = `${provider.name}, ${spoken}: ${text} of ${countMarkets(of)}`;
      return linkTo(provider.id, about, label, content);
    },
  });
  const markets: Line = {
    name: "Markets",
    help: "Markets that could be read.",
    unit: "markets",
    value: (provider) => provider.markets,
    cell: ({ id, name, markets: count }) =>
      linkTo(id, "markets", `${name}: ${countMarkets(count)}`, formatCount(count).text),
  };
  const lastChange: Line = {
    name: "Last change",
    help: "When this browser last read a new figure.",
    unit: "UTC",
    value: ({ changedAt }) => changedAt,
    csv: ({ changedAt }) => isoText(changedAt),
    cell: ({ changedAt }) => <span className="text-text2">{formatAge(changedAt, now)}</span>,
  };
  const anyCheck = ["Failed checks", "At least one of the checks below fails."] as const;
  const checks = checkIds.map((id) => {
    const { name, rule } = checkWords[id];
    return share([name, rule], "doubts", name, `${name} failed`, ({ failed }) => failed.get(id));
  });
  const gapLines = gapIds.map((id) => {
    const spoken = `${gaps[id][0]} missing`;
    return share(gaps[id], id, spoken, spoken, ({ missing }) => missing.get(id));
  });
  return [
    { key: "markets", rows: [markets] },
    {
      key: "any",
      rows: [share(anyCheck, "doubts", "failed checks", anyCheck[0], ({ anyFailed }) => anyFailed)],
    },
    { key: "checks", heading: heading("Data checks"), rows: checks },
    { key: "gaps", heading: heading("Missing"), rows: gapLines },
    { key: "age", heading: heading("Age"), rows: [lastChange] },
  ];
}

const none: Share = { count: 0, of: 0 };
const heading = (text: string): ReactNode => <span className="sticky left-4">{text}</span>;

function qualityColumns({ all, providers }: ReturnType<typeof toQuality>) {
  const { column } = columnsOf<Line>();
  return [
    column("What is counted", {
      isHeaderHidden: true,
      value: ({ name }) => name,
      csv: ["What is counted", ({ name, csvName = name }) => csvName],
      csvMore: [["Unit", ({ unit }) => unit]],
      cell: ({ name, help }) => (
        <Explained help={help} className="rounded-item">
          {name}
        </Explained>
      ),
    }),
    ...[all, ...providers].map((provider) =>
      column(provider.name, {
        id: `of ${provider.id ?? ""}`,
        help:
          provider.id === undefined
            ? "All markets that the row counts."
            : `Markets of ${provider.name} that the row counts.`,
        value: ({ value }) => value(provider),
        csv: [provider.name, ({ value, csv = value }) => csv(provider)],
        csvMore: [[`${provider.name}, of markets`, ({ of }) => of?.(provider)]],
        cell: ({ cell }) => cell(provider),
      }),
    ),
  ];
}

type About = GapId | "doubts" | "markets";

const shownFor: Readonly<Record<Exclude<About, "markets">, readonly ColumnId[]>> = {
  doubts: ["market", "doubts", "type", "provider", "depositApy", "totalDepositUsd", "actions"],
  averages: [
    "market",
    "depositApy",
    "baseDepositApy30d",
    "baseDepositApy90d",
    "baseDepositApy180d",
    "depositApy30d",
    "depositApy90d",
    "depositApy180d",
    "type",
    "actions",
  ],
  limit: ["market", "type", "depositApy", "totalDepositUsd", "capacityLeft", "actions"],
  rewards: ["market", "type", "depositApy", "baseDepositApy", "rewardApy", "actions"],
};

export function qualityListHref(from: ViewState, provider: string | undefined, about: About): string {
  return freshListHref(from, {
    view: "all",
    hideSmall: false,
    types: marketTypes,
    providers: provider === undefined ? [] : [provider],
    ...(about === "markets" ? {} : { columns: shownFor[about] }),
    ...(about === "doubts" ? { sort: [{ column: "doubts", descending: true }] } : {}),
  });
}
