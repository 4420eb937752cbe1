// How good the figures of each provider are: which of its markets contradict themselves, and what it does not give.
import { useMemo, type ReactNode } from "react";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { stickyHeadClass } from "../../ui/page/class-names.ts";
import { Link } from "wouter";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { useSourceTime } from "../../queries/configuration.ts";
import { everyMarket } from "../../data/markets/whole-lists.ts";
import { formatCount } from "../../format/number.ts";
import { formatAge, formatClock } from "../../format/time.ts";
import { checkIds } from "../../market/doubts.ts";
import {
  gapIds,
  toQuality,
  type GapId,
  type ProviderQuality,
  type Share,
} from "../../select/whole-list/quality.ts";
import { checkWords } from "../../market/doubt-text.ts";
import { ageTickMs, useNow } from "../../ui/page/now.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import { PageHeading, usePageTitle } from "../frame/page-heading.tsx";
import { listHref } from "./quality-address.ts";

const gapNames: Readonly<Record<GapId, string>> = {
  averages: "Averages",
  limit: "Deposit limit",
  rewards: "Rewards",
};
const gapHelp: Readonly<Record<GapId, string>> = {
  averages: "At least one of the 30, 90 and 180 day averages is not published.",
  limit: "The deposit limit is not published.",
  rewards: "There is no list of rewards, not even an empty one.",
};

export function QualityPage(): ReactNode {
  usePageTitle("Quality");
  // What the view All asks for: a count and the list it leads to are of the same markets.
  const result = useMarkets(everyMarket);
  const now = useSourceTime(useNow(ageTickMs));
  const { providers, all } = useMemo(() => toQuality(result.rows), [result.rows]);
  const failed = result.phase === "failed";
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-4 md:p-6">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <PageHeading page="quality">Quality by provider</PageHeading>
        {failed ? null : (
          // On a phone a line of its own from the start, so that nothing moves once it is longer.
          <p className="text-text2 max-md:basis-full">
            {countMarkets(result.rows.length)}
            {result.phase === "complete" && result.readAt !== undefined
              ? `, read ${formatClock(result.readAt)}`
              : " so far"}
          </p>
        )}
      </div>
      <p className="max-w-[72ch] text-small text-text2">
        Where a provider&apos;s own figures contradict each other, and what it does not give. Counts are of
        the markets that a check could be made on; a dash means that it could be made on none. Choose a count
        to see the markets.
      </p>
      {failed ? (
        <Problem size="page" {...result} />
      ) : result.rows.length === 0 ? (
        <output className="rounded-panel border border-line2 bg-surface p-4 text-text2">
          {result.phase === "loading" ? "Loading the markets…" : "There are no markets."}
        </output>
      ) : (
        <QualityTable columns={[all, ...providers]} now={now} loading={result.phase !== "complete"} />
      )}
      <ListProblem result={result} />
    </div>
  );
}

const nameClass =
  "sticky left-0 z-10 border-r border-b border-line bg-surface pr-3 pl-4 text-left font-normal whitespace-nowrap group-hover:bg-hover";

function QualityTable({
  columns,
  now,
  loading,
}: {
  readonly columns: readonly ProviderQuality[];
  readonly now: number;
  readonly loading: boolean;
}): ReactNode {
  const shares = (
    name: string,
    about: GapId | "doubts",
    shareOf: (column: ProviderQuality) => Share | undefined,
  ): ReactNode =>
    columns.map((column) => (
      <ShareCell key={column.id ?? ""} column={column} name={name} share={shareOf(column)} about={about} />
    ));
  return (
    <section
      aria-label="Quality of each provider's figures"
      tabIndex={0}
      className="scroll-edge min-h-0 w-fit max-w-full scroll-pt-8 scroll-pl-40 overflow-auto overscroll-contain rounded-panel border border-line2 bg-surface [scrollbar-width:thin]"
    >
      {/* A provider that arrives parts the others: it is drawn as a new table, so that no column slides past the eye. */}
      <table
        key={columns.length}
        aria-label="Quality"
        aria-busy={loading}
        className="border-separate border-spacing-0"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className={`${stickyHeadClass} left-0 z-20 border-r border-r-line pl-4 text-left!`}
            >
              <span className="sr-only">What is counted</span>
            </th>
            {columns.map(({ id, name }) => (
              <th key={id ?? ""} scope="col" className={stickyHeadClass}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Line name="Markets">
            {columns.map((column) => (
              <Cell key={column.id ?? ""}>
                <CountLink
                  provider={column.id}
                  about="markets"
                  label={`${column.name}: ${countMarkets(column.markets)}`}
                >
                  {formatCount(column.markets).text}
                </CountLink>
              </Cell>
            ))}
          </Line>
          <Line name="With doubts" help="At least one of the checks below fails." strong>
            {shares("with doubts", "doubts", ({ doubtful }) => doubtful)}
          </Line>
        </tbody>
        <tbody>
          <Heading text="Doubts" span={columns.length} />
          {checkIds.map((check) => (
            <Line key={check} name={checkWords[check].name} help={checkWords[check].rule}>
              {shares(checkWords[check].name, "doubts", ({ failed }) => failed.get(check))}
            </Line>
          ))}
        </tbody>
        <tbody>
          <Heading text="Not published" span={columns.length} />
          {gapIds.map((gap) => (
            <Line key={gap} name={gapNames[gap]} help={gapHelp[gap]}>
              {shares(`${gapNames[gap]} not published`, gap, ({ missing }) => missing.get(gap))}
            </Line>
          ))}
        </tbody>
        <tbody>
          <Heading text="Age" span={columns.length} />
          <Line name="Last change" help="When a figure was last read that was new to this browser.">
            {columns.map(({ id, changedAt }) => (
              <Cell key={id ?? ""}>
                <span className="px-2 text-text2">{formatAge(changedAt, now)}</span>
              </Cell>
            ))}
          </Line>
        </tbody>
      </table>
    </section>
  );
}

function Heading({ text, span }: { readonly text: string; readonly span: number }): ReactNode {
  return (
    <tr>
      <th
        scope="rowgroup"
        className="sticky left-0 border-r border-b border-line bg-surface pt-3 pr-3 pb-1 pl-4 text-left text-small font-semibold"
      >
        {text}
      </th>
      <td colSpan={span} className="border-b border-line" />
    </tr>
  );
}

function Line({
  name,
  help,
  strong = false,
  children,
}: {
  readonly name: string;
  readonly help?: string;
  readonly strong?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <tr className={strong ? "group font-medium hover:bg-hover" : "group hover:bg-hover"}>
      <th scope="row" className={nameClass} title={help}>
        <span className={strong ? "font-medium" : undefined}>{name}</span>
        {help === undefined ? null : <span className="sr-only">: {help}</span>}
      </th>
      {children}
    </tr>
  );
}

function Cell({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <td className="h-8 border-b border-line px-1 text-right whitespace-nowrap pointer-coarse:h-10">
      {children}
    </td>
  );
}

function ShareCell({
  column,
  name,
  share,
  about,
}: {
  readonly column: ProviderQuality;
  readonly name: string;
  readonly share: Share | undefined;
  readonly about: GapId | "doubts";
}): ReactNode {
  if (share === undefined || share.of === 0)
    return (
      <Cell>
        <NumberText value={undefined} className="px-2" />
      </Cell>
    );
  const text = formatCount(share.count).text;
  const of = formatCount(share.of).text;
  return (
    <Cell>
      {share.count === 0 ? (
        <span className="px-2 text-text2">
          {text} <span className="text-tiny text-text3">of {of}</span>
        </span>
      ) : (
        <CountLink
          provider={column.id}
          about={about}
          label={`${column.name}, ${name}: ${text} of ${countMarkets(share.of)}`}
        >
          {text} <span className="text-tiny font-normal text-text3">of {of}</span>
        </CountLink>
      )}
    </Cell>
  );
}

function CountLink({
  provider,
  about,
  label,
  children,
}: {
  readonly provider: string | undefined;
  readonly about: GapId | "doubts" | "markets";
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const [state] = useViewState();
  return (
    <Link
      href={listHref(state, provider, about)}
      aria-label={`${label}, show the list`}
      className="inline-block rounded-item px-2 leading-7 font-medium text-accent hover:bg-selected hover:underline pointer-coarse:leading-9"
    >
      {children}
    </Link>
  );
}
