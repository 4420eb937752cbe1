// The list as it is, held against one that was exported earlier. The file is read here and kept nowhere.
import { Download, TriangleAlert, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { frozenAt } from "../../../data/clock.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { readExportFile, type ExportedList, type ExportReading } from "../../../data/kept/exported-list.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import type { MarketsResult } from "../../../queries/markets/use-markets.ts";
import { formatChange, formatPoints, formatRate, formatUsd, inWords } from "../../../format/number.ts";
import {
  compareExport,
  comparisonCsv,
  exportNames,
  type ExportComparison,
  type MarketChange,
  type PresentList,
} from "./against-the-list.ts";
import { exportFileName } from "../../../select/export-rows.ts";
import { marketName } from "../../../market/market-text.ts";
import { Banner } from "../../../ui/marks/banner.tsx";
import { Button, IconButton } from "../../../ui/fields/button.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { saveText } from "../../../ui/page/save-file.ts";
import { ChangeEntry, ChangeList, ChangeNotice } from "./change-notice.tsx";
import { comparisonNotes, comparisonText, comparisonTitle, sourceText } from "./past-export-words.ts";
import { withLeverage } from "../../../market/loops/leverage.ts";

/** Entries of each kind that are drawn; the file that can be saved has all. */
const listed = 50;

// A visitor who looks at a market and comes back finds the comparison again, although the file may have gone meanwhile.
const readings = new WeakMap<File, Promise<ExportReading>>();

async function readOnce(file: File): Promise<ExportReading> {
  const reading = readings.get(file) ?? readExportFile(file, exportNames);
  readings.set(file, reading);
  return reading;
}

interface ComparedList {
  readonly result: MarketsResult;
  /** The text of the list's request. */
  readonly request: string;
  readonly onDismiss: () => void;
}

export function ExportComparisonPanel({ file, ...list }: ComparedList & { readonly file: File }): ReactNode {
  const [before, setBefore] = useState<ExportedList | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  useEffect(() => {
    let current = true;
    const read = async (): Promise<void> => {
      const reading = await readOnce(file);
      if (!current) return;
      setFault(reading.ok ? undefined : reading.fault);
      // A file that cannot be read takes nothing away from the one before.
      if (reading.ok) setBefore(reading.list);
    };
    void read();
    return () => {
      current = false;
    };
  }, [file]);
  return (
    <>
      {fault === undefined ? null : (
        <FileFault
          words={fault}
          onDismiss={before === undefined ? list.onDismiss : () => setFault(undefined)}
        />
      )}
      {before === undefined ? null : <Compared before={before} {...list} />}
    </>
  );
}

function FileFault({
  words,
  onDismiss,
}: Pick<ComparedList, "onDismiss"> & { readonly words: string }): ReactNode {
  const announce = useAnnounce();
  useEffect(() => announce(words), [announce, words]);
  return (
    <Banner
      icon={<TriangleAlert className="size-4" />}
      action={
        <IconButton
          label="Dismiss"
          onClick={onDismiss}
          icon={<X aria-hidden="true" className="size-3.5" />}
        />
      }
    >
      <b className="font-semibold text-text">Nothing was compared.</b> {words}
    </Banner>
  );
}

function Compared({
  before,
  result,
  request,
  onDismiss,
}: ComparedList & { readonly before: ExportedList }): ReactNode {
  const { source } = useDashboardConfig();
  const { rows, readAt } = result;
  const complete = result.phase === "complete" && result.ended === "null-cursor" && result.exact;
  const now = useMemo(
    (): PresentList => ({ rows, request, source: source.label, complete }),
    [rows, request, source.label, complete],
  );
  const comparison = useMemo(() => compareExport(before, now), [before, now]);
  const title = comparisonTitle(before);
  const text = comparisonText(comparison);
  const announce = useAnnounce();
  const said = useRef<ExportedList | undefined>(undefined);
  useEffect(() => {
    // Said once for a file; what a refresh changes in it is read where it stands.
    if (said.current === before) return;
    said.current = before;
    announce(`${title}: ${text}.`);
  }, [announce, before, title, text]);

  const save = (): void => {
    const savedAt = Date.now();
    const csv = comparisonCsv(comparison, { before, now: { ...now, readAt: frozenAt(source) ?? readAt } });
    saveText(csv, exportFileName(savedAt, "csv", "comparison-"));
    announce("Comparison saved as CSV.");
  };
  const notes = comparisonNotes(comparison, before, now);
  return (
    <ChangeNotice
      label={title}
      details={<Details comparison={comparison} />}
      actions={
        <Button variant="link" icon={<Download aria-hidden="true" className="size-3.5" />} onClick={save}>
          Save the comparison
        </Button>
      }
      onDismiss={onDismiss}
    >
      <p>
        <b className="font-semibold text-text">{title}</b> ({sourceText(before.source)}): {text}.
      </p>
      {notes.length === 0 ? null : <p className="text-tiny">{notes.join(" ")}</p>}
    </ChangeNotice>
  );
}

function Details({ comparison }: { readonly comparison: ExportComparison }): ReactNode {
  const { changed, newlyFull, onlyNow, onlyThen, tellsNew, tellsGone } = comparison;
  const shown = changed.slice(0, listed);
  const unlisted = newlyFull.filter((change) => !shown.includes(change));
  const added = tellsNew ? onlyNow : [];
  const gone = tellsGone ? onlyThen : [];
  const more = [changed, unlisted, added, gone].some(({ length }) => length > listed);
  if (shown.length + unlisted.length + added.length + gone.length === 0)
    return <p className="px-4 pb-2 pl-10">Nothing that both have has changed.</p>;
  return (
    <>
      <ChangeList>
        {shown.map((change) => (
          <Entry key={change.row.id} row={change.row}>
            <Figures {...change} />
          </Entry>
        ))}
        {unlisted.slice(0, listed).map(({ row }) => (
          <Entry key={row.id} row={row}>
            now full
          </Entry>
        ))}
        {added.slice(0, listed).map((row) => (
          <Entry key={row.id} row={row}>
            new, {inWords(formatRate(row.depositApy))}
          </Entry>
        ))}
        {gone.slice(0, listed).map(({ id, name, provider, depositApy }) => (
          <ChangeEntry
            key={id}
            id={undefined}
            name={provider === undefined ? name : `${name}, ${provider}`}
            wide
          >
            gone, was {inWords(formatRate(depositApy))}
          </ChangeEntry>
        ))}
      </ChangeList>
      {more ? (
        <p className="px-4 pt-1 pb-2 pl-10 text-tiny">
          The largest {listed} of each are listed. The saved comparison has all.
        </p>
      ) : null}
    </>
  );
}

function Entry({ row, children }: { readonly row: MarketRow; readonly children: ReactNode }): ReactNode {
  return (
    <ChangeEntry id={row.id} name={withLeverage(marketName(row), row)} wide>
      {children}
    </ChangeEntry>
  );
}

/** Rate, base rate and deposits, each with its change, under each other where there is room for columns. */
function Figures({ rate, base, deposits, newlyFull }: MarketChange): ReactNode {
  return (
    <span className="flex flex-wrap gap-x-4 tabular-nums xl:flex-nowrap xl:text-right">
      <span className="xl:w-52">
        {inWords(formatRate(rate.before))} →{" "}
        <b className="font-semibold text-text">{inWords(formatRate(rate.now))}</b>{" "}
        <span className="ml-1 xl:inline-block xl:w-20">{inWords(formatPoints(rate.change))}</span>
      </span>
      <span className="xl:w-64">
        {base.change === undefined ? null : (
          <>
            base {inWords(formatRate(base.before))} → {inWords(formatRate(base.now))}{" "}
            <span className="ml-1 xl:inline-block xl:w-18">{formatPoints(base.change).text}</span>
          </>
        )}
      </span>
      <span className="xl:w-44">
        {deposits.change === undefined ? null : (
          <>
            {inWords(formatUsd(deposits.now))} deposits{" "}
            <span className="ml-1 xl:inline-block xl:w-12">{formatChange(deposits.change).text}</span>
          </>
        )}
        {newlyFull ? " now full" : null}
      </span>
    </span>
  );
}
