import { Download, Star } from "lucide-react";
import { useContext, useMemo, type ReactNode } from "react";
import { changeWindowMs, changeWindows } from "../../../contract/record/record-request.ts";
import { millis, ratio } from "../../../contract/units.ts";
import { useStars } from "../../data/storage/stars.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { serviceTime } from "../../data/clock.ts";
import { useMarkets, type MarketsResult } from "../../queries/markets/use-markets.ts";
import { allMarketsRequest } from "../../data/markets/shared-requests.ts";
import { useRecordChanges } from "../../queries/record.ts";
import { countOf, formatShare, inWords } from "../../../domain/format/number.ts";
import { formatAge, formatAxisTime, formatInterval, formatTimeOfDay } from "../../../domain/format/time.ts";
import { ApyBasisSwitch } from "../../list/toolbar/toolbar.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { CopyLink } from "../../ui/fields/copy-button.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { StatStrip } from "../../ui/panel/stat.tsx";
import { PanelRows } from "../../ui/marks/skeleton.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useNow } from "../../ui/page/now.ts";
import { exportFileName, saveText } from "../../ui/page/save-file.ts";
import { FileOriginContext } from "../../ui/table/file-origin.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { setViewState, useViewState } from "../../view-state/use-view-state.ts";
import { PageHead } from "../frame/page-heading.tsx";
import { NoRecord } from "../record/no-record.tsx";
import { ChangeLists, spanNames, type ListsProps } from "./change-lists.tsx";
import { summaryFigures } from "./summary-figures.ts";
import { changesCsv } from "../../select/changes/changes-export.ts";
import { shownChanges, type ShownChanges } from "../../select/changes/shown-changes.ts";

export function ChangesPage(): ReactNode {
  const { record } = useDashboardConfig();
  // Without a record too, because the header shows the data status on every page.
  const result = useMarkets(allMarketsRequest);
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      {record === undefined ? (
        <>
          <PageHead title="What changed" />
          <NoRecord />
        </>
      ) : (
        <Recorded result={result} />
      )}
    </div>
  );
}

function Recorded({ result }: { readonly result: MarketsResult }): ReactNode {
  const [span, setSpan] = useChoice("span", changeWindows, "24h");
  const { basis, onlyStarred } = useViewState();
  const { starred } = useStars();
  const originNow = useContext(FileOriginContext);
  const announce = useAnnounce();
  const { rows } = result;
  const response = useRecordChanges(span);
  const { body } = response;
  const stars = onlyStarred ? starred : undefined;
  const shown = useMemo(() => body && shownChanges(body, rows, basis, stars), [body, rows, basis, stars]);
  const save = (changes: ShownChanges): void => {
    saveText(changesCsv(changes, originNow()), exportFileName(Date.now(), "csv", "changes-"));
    announce("Changes exported as CSV.");
  };
  return (
    <>
      <PageHead
        title="What changed"
        about={
          shown === undefined ? <span className={factsClass} /> : <RecordFacts changes={shown} span={span} />
        }
      >
        <Segmented label="Period" options={spanOptions} value={span} onChange={setSpan} />
        <ApyBasisSwitch />
        <Button
          icon={<Star className={classNames(onlyStarred && "fill-current")} />}
          aria-pressed={onlyStarred}
          className={classNames(onlyStarred && "border-accent bg-selected")}
          onClick={() => setViewState({ onlyStarred: !onlyStarred })}
        >
          Starred
        </Button>
        <Button icon={<Download />} disabled={shown === undefined} onClick={() => shown && save(shown)}>
          Export CSV
        </Button>
        <CopyLink />
      </PageHead>
      <Problem size="part" {...response} what="a list of changes" />
      <output className="sr-only">
        {response.error === undefined &&
          (shown === undefined ? "Loading changes…" : `Showing the last ${spanNames[span]}.`)}
      </output>
      {shown === undefined ? (
        response.error === undefined && <ChangesLoading />
      ) : (
        <>
          <StatStrip name="In all markets" figures={summaryFigures(shown, basis)} />
          {stars?.size === 0 ? (
            <p className="py-10 text-center text-text2">
              No starred markets yet.{" "}
              <Button variant="link" onClick={() => setViewState({ onlyStarred: false })}>
                Show all markets
              </Button>
            </p>
          ) : (
            <>
              {onlyStarred ? (
                <p className="text-small text-text2">
                  The figures above cover all markets; the lists cover only your{" "}
                  {countOf(starred.size, "starred market")}.
                </p>
              ) : null}
              <ChangeLists changes={shown} basis={basis} span={span} areMarketsLoading={result.loading} />
            </>
          )}
        </>
      )}
    </>
  );
}

const spanOptions = changeWindows.map((value) => ({ value, label: spanNames[value] }));

/** Reserves the height of the answer, so that nothing moves when it arrives. */
const factsClass = "max-md:min-h-[3lh] max-md:basis-full md:max-xl:min-w-[30rem]";

function RecordFacts({ changes, span }: Pick<ListsProps, "changes" | "span">): ReactNode {
  // The record uses the service's clock, even if the demo's clock is frozen.
  const now = serviceTime(useNow(60_000));
  const { since, until, recordedSince, everyMs, coverage } = changes;
  const [from, to, began] = [since, until, recordedSince].map((time) => millis(Date.parse(time)));
  const young = from !== undefined && to !== undefined && to - from < 0.99 * changeWindowMs[span];
  return (
    <p className={`text-text2 ${factsClass}`}>
      {momentText(from)} to {momentText(to)} UTC, recorded every {formatInterval(everyMs)}, coverage{" "}
      {inWords(formatShare(ratio(coverage)))}
      {young ? (
        <span className="block font-medium text-text">
          Recorded since {formatAge(began, now)}: part of the {spanNames[span]} is unknown.
        </span>
      ) : null}
    </p>
  );
}

function momentText(time: number | undefined): string {
  return `${formatAxisTime(time, "day")} ${formatTimeOfDay(time)}`;
}

function ChangesLoading(): ReactNode {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4">
      <div className="h-[88px] rounded-panel border border-line2 bg-surface max-md:h-[260px]" />
      <div className="grid gap-4 xl:grid-cols-2">
        <PanelRows hasHeader count={8} />
        <PanelRows hasHeader count={8} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <PanelRows hasHeader count={4} />
        <PanelRows hasHeader count={4} />
        <PanelRows hasHeader count={4} />
        <PanelRows hasHeader count={4} />
      </div>
    </div>
  );
}
