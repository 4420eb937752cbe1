// What sections of figures share, here and under the matrix: their frame, their tables, and the links to the list.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { countMarkets } from "../../format/count-markets.ts";
import { listHref } from "./overview-address.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { ApyBasis } from "../../market/column.ts";
import { formatCount, formatRate, type Formatted } from "../../format/number.ts";
import type { MarketGroup, RateScale } from "../../select/whole-list/overview.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import type { ViewState } from "../../view-state/view-state.ts";

export interface Shown {
  readonly rows: readonly MarketRow[];
  readonly state: ViewState;
}

export interface ShownRates extends Shown {
  readonly basis: ApyBasis;
  readonly rateLabel: string;
}

export function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="mt-1 text-small text-text3">{children}</p>;
}

/** A table that scrolls inside its frame; the first column stays in sight. The frame is reachable, or no key could scroll it. */
export function FigureTable({
  label,
  head,
  children,
}: {
  readonly label: string;
  readonly head: readonly ReactNode[];
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section
      aria-label={`${label}, figures`}
      tabIndex={0}
      className="scroll-edge -mx-4 mt-2 scroll-pl-32 overflow-x-auto overscroll-x-contain [scrollbar-width:thin]"
    >
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-right">
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th
                // The columns of a table do not change places.
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                scope="col"
                className={`h-8 border-b border-line2 px-2 text-small font-medium whitespace-nowrap text-text2 last:pr-4 ${
                  at === 0 ? "sticky left-0 z-10 bg-surface pl-4 text-left" : ""
                }`}
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** The head of a line: what its markets share, which leads to the list of them where an address can say that. */
export function LineHead({
  group: { label, narrow },
  count,
  state,
  before,
  title,
}: {
  readonly group: Pick<MarketGroup, "label" | "narrow">;
  readonly count: number;
  readonly state: ViewState;
  readonly before?: ReactNode;
  readonly title?: string | undefined;
}): ReactNode {
  const name = <span className="max-w-36 truncate sm:max-w-48">{label}</span>;
  return (
    <th
      scope="row"
      title={title}
      className="sticky left-0 z-10 border-b border-line bg-surface py-0.5 pr-2 pl-4 text-left font-semibold group-hover:bg-hover"
    >
      <span className="flex items-center gap-2">
        {before}
        {narrow === undefined ? (
          name
        ) : (
          <Link
            href={listHref(state, narrow)}
            aria-label={`${label}: show ${countMarkets(count)} in the list`}
            className="inline-flex min-h-6 items-center rounded-item hover:underline pointer-coarse:min-h-9"
          >
            {name}
          </Link>
        )}
      </span>
    </th>
  );
}

export const lineClass = "group hover:bg-hover";

export function Cell({
  children,
  className = "",
}: {
  readonly children: ReactNode;
  readonly className?: string;
}): ReactNode {
  return (
    <td className={`border-b border-line px-2 py-0.5 whitespace-nowrap last:pr-4 ${className}`}>
      {children}
    </td>
  );
}

export function Figure({
  value,
  leads = false,
}: {
  readonly value: Formatted | undefined;
  readonly leads?: boolean;
}): ReactNode {
  return (
    <Cell className={leads ? "font-semibold" : ""}>
      <NumberText value={value} />
    </Cell>
  );
}

/** "3 above, 1 below": what there is none of is not said. */
export function counts(all: readonly (readonly [count: number, words: string])[]): string {
  return all
    .flatMap(([count, words]) => (count > 0 ? [`${formatCount(count).text} ${words}`] : []))
    .join(", ");
}

export function beyondScale({ above, high, below, low }: RateScale): string {
  return counts([
    [above, `above ${formatRate(high).text}`],
    [below, `below ${formatRate(low).text}`],
  ]);
}
