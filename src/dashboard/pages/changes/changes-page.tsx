// What changed in all markets over a day or a week, from what the service has recorded.
import { Download, Link2, Star } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { RecordChanges } from "../../../contract/record/record-changes.ts";
import { changeWindowMs, type ChangeWindow } from "../../../contract/record/record-request.ts";
import { millis, ratio } from "../../../contract/units.ts";
import { useStars } from "../../data/kept/stars.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { serviceTime } from "../../data/clock.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { everyMarket } from "../../data/markets/whole-lists.ts";
import { useRecordChanges } from "../../queries/record.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { formatShare, inWords } from "../../format/number.ts";
import { formatAge, formatAxisTime, formatTimeOfDay } from "../../format/time.ts";
import { ApyBasisSwitch } from "../../list/toolbar/toolbar.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useNow } from "../../ui/page/now.ts";
import { exportFileName, saveText } from "../../ui/page/save-file.ts";
import { changeSearch, useSearch } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { PageHeading, usePageTitle } from "../frame/page-heading.tsx";
import { readSpan, withSpan } from "./changes-address.ts";
import type { KnownMarkets } from "./change-parts.tsx";
import { ChangesLoading } from "./changes-loading.tsx";
import { ChangesStrip } from "./changes-strip.tsx";
import { everyText, spanNames } from "./changes-words.ts";
import { EventLists } from "./event-lists.tsx";
import { FlowsList } from "./flows-list.tsx";
import { orderMoves } from "./move-words.ts";
import { MovesList } from "./moves-list.tsx";

export function ChangesPage(): ReactNode {
  usePageTitle("What changed");
  const { record } = useDashboardConfig();
  // For the names of markets: of every type, for anything may change.
  useMarkets(everyMarket);
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PageHeading page="changes">What changed</PageHeading>
        {record === undefined ? null : <Head />}
      </div>
      {record === undefined ? (
        <Problem size="page" error={{ kind: "no-record" }}>
          {["STORE=file:data/yieldboard.db", "STORE=postgres://user@host/yieldboard"].map((setting) => (
            <code key={setting} className="my-2 block w-fit bg-track px-2 py-1 text-small text-text">
              {setting}
            </code>
          ))}
          A file is enough for one instance; Postgres is for several. Nothing from before is known.
        </Problem>
      ) : (
        <Content />
      )}
    </div>
  );
}

function useChanges(): {
  readonly answer: ReturnType<typeof useRecordChanges>;
  readonly span: ChangeWindow;
} {
  const span = readSpan(useSearch());
  return { answer: useRecordChanges(span), span };
}

function Head(): ReactNode {
  const { answer, span } = useChanges();
  const [{ basis, onlyStarred }, change] = useViewState();
  return (
    <>
      {answer.body === undefined ? (
        // As tall as what comes, so that nothing moves far.
        <span className="max-md:h-[3lh] max-md:basis-full" />
      ) : (
        <Told changes={answer.body} span={span} />
      )}
      <div className="flex flex-wrap items-center gap-2 md:ml-auto">
        <Segmented
          label="Time"
          options={spanOptions}
          value={span}
          onChange={(next) => changeSearch((now) => withSpan(now, next))}
        />
        <ApyBasisSwitch basis={basis} onBasis={(next) => change({ basis: next })} />
        <Button
          icon={<Star aria-hidden="true" className={classNames("size-3.5", onlyStarred && "fill-current")} />}
          aria-pressed={onlyStarred}
          className={classNames(onlyStarred && "border-accent bg-selected")}
          onClick={() => change({ onlyStarred: !onlyStarred })}
        >
          Only my stars
        </Button>
        <ExportButton changes={answer.body} />
        <CopyButton
          label="Copy link"
          what="Link"
          icon={<Link2 aria-hidden="true" className="size-3.5" />}
          text={() => window.location.href}
        />
      </div>
    </>
  );
}

const spanOptions = (["24h", "7d"] as const).map((value) => ({ value, label: spanNames[value] }));

/** Of which time, how often it was looked, and how much of it is known. */
function Told({
  changes,
  span,
}: {
  readonly changes: RecordChanges;
  readonly span: ChangeWindow;
}): ReactNode {
  // The record is kept by the service's clock, also where the demo's is frozen.
  const now = serviceTime(useNow(60_000));
  const { since, until, recordedSince, everyMs, coverage } = changes;
  const [from, to, began] = [since, until, recordedSince].map((time) => millis(Date.parse(time)));
  const young = from !== undefined && to !== undefined && to - from < 0.99 * changeWindowMs[span];
  return (
    <p className="text-text2 max-md:basis-full">
      {momentText(from)} to {momentText(to)} UTC, recorded every {everyText(everyMs)}, coverage{" "}
      {inWords(formatShare(ratio(coverage)))}
      {young ? (
        <span className="block font-medium text-text">
          Recorded since {formatAge(began, now)}: not all of the {spanNames[span]} is known yet.
        </span>
      ) : null}
    </p>
  );
}

function momentText(time: number | undefined): string {
  return `${formatAxisTime(time, "day")} ${formatTimeOfDay(time)}`;
}

function useKnownMarkets(): KnownMarkets {
  const { rows } = useMarkets(everyMarket);
  return useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
}

function ExportButton({ changes }: { readonly changes: RecordChanges | undefined }): ReactNode {
  const announce = useAnnounce();
  const { source } = useDashboardConfig();
  const markets = useKnownMarkets();
  const shown = useShown(changes);
  if (shown === undefined) return null;
  const save = async (): Promise<void> => {
    const { changesCsv } = await import("./changes-export.ts");
    const exportedAt = Date.now();
    const text = changesCsv(shown, markets, { exportedAt, source: source.label });
    saveText(text, exportFileName(exportedAt, "csv", "changes-"));
    announce("What changed is exported as CSV.");
  };
  return (
    <Button icon={<Download aria-hidden="true" className="size-3.5" />} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}

/** The lists under the basis, of all markets or the starred ones. */
function useShown(changes: RecordChanges | undefined): RecordChanges | undefined {
  const [{ basis, onlyStarred }] = useViewState();
  const { starred } = useStars();
  return useMemo(() => {
    if (changes === undefined) return undefined;
    const ordered = { ...changes, moves: [...orderMoves(changes.moves, basis)] };
    return onlyStarred ? onlyOf(ordered, starred) : ordered;
  }, [changes, basis, onlyStarred, starred]);
}

function onlyOf(changes: RecordChanges, ids: ReadonlySet<string>): RecordChanges {
  const kept = <Item extends { readonly marketId: string }>(items: readonly Item[]): Item[] =>
    items.filter(({ marketId }) => ids.has(marketId));
  const { moves, flows, caps, arrivals, parameters, rewards } = changes;
  return {
    ...changes,
    // Nobody counts what of these the lists leave out.
    counts: { moves: 0, flows: 0, caps: 0, arrivals: 0, parameters: 0, rewards: 0 },
    moves: kept(moves),
    flows: kept(flows),
    caps: kept(caps),
    arrivals: kept(arrivals),
    parameters: kept(parameters),
    rewards: kept(rewards),
  };
}

function Content(): ReactNode {
  const { answer, span } = useChanges();
  const [{ basis, onlyStarred }] = useViewState();
  const { starred } = useStars();
  const markets = useKnownMarkets();
  const shown = useShown(answer.body);
  const failure =
    answer.error === undefined ? null : <Problem size="part" {...answer} what="a list of changes" />;
  if (shown === undefined) return failure ?? <ChangesLoading />;
  const until = Date.parse(shown.until);
  return (
    <>
      {failure}
      <ChangesStrip changes={shown} basis={basis} />
      {onlyStarred ? (
        <p className="text-small text-text2">
          The figures above are of all markets, the lists of{" "}
          {starred.size === 0
            ? "your starred markets, of which there are none"
            : `your ${countMarkets(starred.size)} with a star`}
          .
        </p>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <MovesList
          moves={shown.moves}
          total={shown.counts.moves}
          basis={basis}
          span={span}
          markets={markets}
        />
        <FlowsList flows={shown.flows} total={shown.counts.flows} span={span} markets={markets} />
      </div>
      <EventLists changes={shown} markets={markets} until={until} />
    </>
  );
}
