// What changed in this list since it was last looked at in this browser.
import { History, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import type { MarketRow } from "../data/market-row.ts";
import type { VisitSummary as Summary } from "../data/visits.ts";
import { formatCount, formatRate } from "../format/number.ts";
import { formatAge } from "../format/time.ts";
import { marketHref } from "../table/market-list.ts";
import { marketName } from "../table/market-text.ts";
import { Button, IconButton } from "../ui/button.tsx";

/** Moves listed when the details are opened. */
const listedMoves = 8;

export function VisitSummary({
  summary,
  rowOf,
  onDismiss,
}: {
  readonly summary: Summary;
  readonly rowOf: (id: string) => MarketRow | undefined;
  readonly onDismiss: () => void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const [now] = useState(() => Date.now());
  return (
    <section
      aria-label="Since you were here"
      className="border-t border-info-line bg-info-bg text-small text-text2 print:hidden"
    >
      <div className="flex min-h-9 items-center gap-2.5 px-4 py-1">
        <History aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
        <p className="min-w-0 flex-1">
          <b className="font-semibold text-text">Since you were here</b> {formatAge(summary.since, now)}:{" "}
          {summaryText(summary)}.
        </p>
        {summary.moved.length + summary.newlyFull.length === 0 ? null : (
          <Button variant="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Show"}
          </Button>
        )}
        <IconButton
          label="Dismiss"
          onClick={onDismiss}
          icon={<X aria-hidden="true" className="size-3.5" />}
        />
      </div>
      {open ? (
        <ul className="max-h-44 overflow-y-auto px-4 pb-2 pl-10">
          {summary.moved.slice(0, listedMoves).map(({ id, from, to }) => (
            <Entry key={id} id={id} row={rowOf(id)}>
              {formatRate(from).text} → <b className="font-semibold text-text">{formatRate(to).text}</b>
            </Entry>
          ))}
          {summary.newlyFull.slice(0, listedMoves).map((id) => (
            <Entry key={`full ${id}`} id={id} row={rowOf(id)}>
              now full
            </Entry>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Entry({
  id,
  row,
  children,
}: {
  readonly id: string;
  readonly row: MarketRow | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li className="flex max-w-xl justify-between gap-4">
      <Link href={marketHref(id)} className="min-w-0 truncate leading-6 text-accent hover:underline">
        {row === undefined ? id : marketName(row)}
      </Link>
      <span className="shrink-0 leading-6">{children}</span>
    </li>
  );
}

function count(amount: number): string {
  return formatCount(amount).text;
}

function isOrAre(amount: number): string {
  return amount === 1 ? "is" : "are";
}

/** "12 rates moved over 1 pp, 2 markets are new, 1 is gone, 1 is now full". */
export function summaryText({ moved, added, gone, newlyFull }: Summary): string {
  return [
    moved.length === 0
      ? undefined
      : `${count(moved.length)} ${moved.length === 1 ? "rate" : "rates"} moved over 1 pp`,
    added.length === 0
      ? undefined
      : `${count(added.length)} ${added.length === 1 ? "market" : "markets"} ${isOrAre(added.length)} new`,
    gone === 0 ? undefined : `${count(gone)} ${isOrAre(gone)} gone`,
    newlyFull.length === 0 ? undefined : `${count(newlyFull.length)} ${isOrAre(newlyFull.length)} now full`,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}
