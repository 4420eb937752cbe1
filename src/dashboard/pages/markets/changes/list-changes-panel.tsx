// What changed since the last visit, or since an export that the user has chosen.
import { Download, History, TriangleAlert, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { writeMarketsRequest } from "../../../../contract/markets-request.ts";
import { sourceTime } from "../../../data/clock.ts";
import type { LastVisit } from "../../../data/storage/visits.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import {
  formatChange,
  formatPoints,
  formatRate,
  formatUsd,
  inWords,
} from "../../../../domain/format/number.ts";
import { memoize } from "../../../../domain/memoize.ts";
import { formatAge, formatMoment } from "../../../../domain/format/time.ts";
import { withLeverage, marketName } from "../../../../domain/market/market-text.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { Button, IconButton } from "../../../ui/fields/button.tsx";
import { Banner } from "../../../ui/marks/problem.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { exportFileName, saveText } from "../../../ui/page/save-file.ts";
import { hrefTo, marketHref, useSearch } from "../../../view-state/address.ts";
import { toMarketsRequest } from "../../../../domain/view-state/markets-request-of-view.ts";
import { pastExport, useListContext } from "../list-context.ts";
import { changesText, comparisonNotes } from "../../../select/changes/change-texts.ts";
import { readExportFile, type ExportedList } from "../../../select/changes/exported-list.ts";
import {
  compareExport,
  compareVisit,
  comparisonCsv,
  type ListChanges,
  type MarketChange,
} from "../../../select/changes/list-changes.ts";

/** Changes listed here. The file contains all. */
const listed = 50;

// Kept while a market's page is open, because the file may be gone by then.
const readOnce = memoize(readExportFile);

export interface ListChangesPanelProps extends LastVisit {
  readonly file: File | undefined;
}

export function ListChangesPanel({ file, before, dismiss }: ListChangesPanelProps): ReactNode {
  const { rows, rejected } = useListContext().result;
  const allRead = rejected.length === 0;
  const changes = useMemo(
    () => (before === undefined || file !== undefined ? undefined : compareVisit(before, rows, allRead)),
    [before, file, rows, allRead],
  );
  const [now] = useState(() => Date.now());
  if (file !== undefined) return <SinceExport file={file} />;
  if (before === undefined || changes === undefined) return null;
  return (
    <ChangesNotice
      title="Since you were here"
      detail={formatAge(before.at, now)}
      changes={changes}
      onDismiss={dismiss}
    />
  );
}

const dismiss = (): void => pastExport.set(undefined);

function SinceExport({ file }: { readonly file: File }): ReactNode {
  const { state, result } = useListContext();
  const request = writeMarketsRequest(toMarketsRequest(state));
  const { source } = useDashboardConfig();
  const announce = useAnnounce();
  const [before, setBefore] = useState<ExportedList | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  useEffect(() => {
    let current = true;
    const read = async (): Promise<void> => {
      const reading = await readOnce(file);
      if (!current) return;
      setFault(reading.ok ? undefined : reading.message);
      // If the file is unreadable, the previous comparison stays.
      if (reading.ok) setBefore(reading.value);
      else announce(reading.message);
    };
    void read();
    return () => {
      current = false;
    };
  }, [file, announce]);
  const { rows, readAt, rejected, phase, ended, exact } = result;
  const complete = phase === "complete" && ended === "null-cursor" && exact && rejected.length === 0;
  const changes = useMemo(
    () => before && compareExport(before, { rows, request, source: source.label, complete }),
    [before, rows, request, source.label, complete],
  );
  const title = `Since the export of ${before === undefined ? "" : formatMoment(before.at)}`;
  const sentence = changes && `${title}: ${changesText(changes)}.`;
  const announced = useRef<ExportedList | undefined>(undefined);
  useEffect(() => {
    // Announced once per file, not at every refresh.
    if (sentence === undefined || announced.current === before) return;
    announced.current = before;
    announce(sentence);
  }, [announce, before, sentence]);
  return (
    <>
      {fault === undefined ? null : (
        <Banner
          icon={<TriangleAlert className="size-4" />}
          action={
            <IconButton
              label="Dismiss"
              onClick={() => (before === undefined ? dismiss() : setFault(undefined))}
              icon={<X />}
            />
          }
        >
          <b className="font-semibold text-text">Nothing was compared.</b> {fault}
        </Banner>
      )}
      {changes === undefined ? null : (
        <ChangesNotice
          title={title}
          detail={`(${changes.before.source})`}
          changes={changes}
          notes={comparisonNotes(changes)}
          onSave={() => {
            const csv = comparisonCsv(changes, readAt === undefined ? undefined : sourceTime(readAt));
            saveText(csv, exportFileName(Date.now(), "csv", "comparison-"));
            announce("Comparison exported as CSV.");
          }}
          onDismiss={dismiss}
        />
      )}
    </>
  );
}

interface ChangesNoticeProps {
  readonly title: string;
  readonly detail: string;
  readonly changes: ListChanges;
  readonly notes?: readonly string[];
  readonly onSave?: () => void;
  readonly onDismiss: () => void;
}

function ChangesNotice({ title, detail, changes, notes, onSave, onDismiss }: ChangesNoticeProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <section
      aria-label={title}
      className="border-t border-info-line bg-info-bg text-small text-text2 print:hidden"
    >
      <div className="flex min-h-9 items-center gap-2.5 px-4 py-1">
        <History className="size-3.5 shrink-0 text-accent" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
          <div className="min-w-0 flex-1 basis-60 py-1">
            <p>
              <b className="font-semibold text-text">{title}</b> {detail}: {changesText(changes)}.
            </p>
            {notes === undefined || notes.length === 0 ? null : (
              <p className="text-tiny">{notes.join(" ")}</p>
            )}
          </div>
          <Button variant="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Show"}
          </Button>
          {onSave === undefined ? null : (
            <Button variant="link" icon={<Download />} onClick={onSave}>
              Export comparison
            </Button>
          )}
        </div>
        <IconButton label="Dismiss" onClick={() => onDismiss()} icon={<X />} />
      </div>
      {open ? <Entries changes={changes} hasFile={onSave !== undefined} /> : null}
    </section>
  );
}

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly text: ReactNode;
  readonly gone?: boolean;
}

function entryOf(row: MarketRow, text: ReactNode): Entry {
  return { id: row.id, name: withLeverage(marketName(row), row), text };
}

function Entries({
  changes: { changed, newlyFull, onlyNow, onlyThen, newKnown, goneKnown },
  hasFile,
}: {
  readonly changes: ListChanges;
  readonly hasFile: boolean;
}): ReactNode {
  const search = useSearch();
  const shown = new Set(changed.slice(0, listed));
  const hasBase = changed.some(({ base }) => base.change !== undefined);
  const hasDeposits = changed.some(({ deposits }) => deposits.change !== undefined);
  const kinds: readonly (readonly Entry[])[] = [
    changed.map((change) => entryOf(change.row, figures(change, hasBase, hasDeposits))),
    newlyFull.filter((change) => !shown.has(change)).map(({ row }) => entryOf(row, "now full")),
    (newKnown ? onlyNow : []).map((row) => entryOf(row, `new, ${inWords(formatRate(row.depositApy))}`)),
    (goneKnown ? onlyThen : []).flatMap(({ id, name, provider, depositApy }) => {
      const text = `gone, was ${inWords(formatRate(depositApy))}`;
      return name === undefined
        ? []
        : [{ id, name: [name, provider].filter(Boolean).join(", "), text, gone: true }];
    }),
  ];
  const entries = kinds.flatMap((kind) => kind.slice(0, listed));
  if (entries.length === 0)
    return <p className="px-4 pb-2 pl-10">Nothing changed in the markets of both lists.</p>;
  return (
    <>
      <ul className="max-h-44 overflow-y-auto px-4 pb-2 pl-10">
        {entries.map(({ id, name, text, gone = false }) => (
          <li
            key={id}
            className="flex max-w-6xl justify-between gap-x-4 border-b border-info-line py-0.5 leading-6 last:border-0 max-xl:flex-wrap"
          >
            {gone ? (
              <span className="min-w-0 truncate">{name}</span>
            ) : (
              <Link
                href={hrefTo(marketHref(id), search)}
                className="min-w-0 truncate text-accent hover:underline"
              >
                {name}
              </Link>
            )}
            <span className="xl:shrink-0">{text}</span>
          </li>
        ))}
      </ul>
      {kinds.some(({ length }) => length > listed) ? (
        <p className="px-4 pt-1 pb-2 pl-10 text-tiny">
          The largest {listed} of each are listed.{hasFile ? " The exported comparison has all." : null}
        </p>
      ) : null}
    </>
  );
}

function figures(
  { rate, base, deposits, newlyFull }: MarketChange,
  hasBase: boolean,
  hasDeposits: boolean,
): ReactNode {
  return (
    <span className="flex flex-wrap gap-x-4 tabular-nums xl:flex-nowrap xl:text-right">
      <span className="xl:w-52">
        {inWords(formatRate(rate.before))} →{" "}
        <b className="font-semibold text-text">{inWords(formatRate(rate.now))}</b>{" "}
        <span className="ml-1 xl:inline-block xl:w-20">{inWords(formatPoints(rate.change))}</span>
      </span>
      <span className={hasBase ? "xl:w-64" : undefined}>
        {base.change === undefined ? null : (
          <>
            base {inWords(formatRate(base.before))} → {inWords(formatRate(base.now))}{" "}
            <span className="ml-1 xl:inline-block xl:w-18">{formatPoints(base.change).text}</span>
          </>
        )}
      </span>
      <span className={hasDeposits ? "xl:w-44" : undefined}>
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
