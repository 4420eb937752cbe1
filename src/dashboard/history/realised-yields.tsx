// What holding through a range has paid, beside the mean that overstates it: one name each for one market and for several.
import type { ReactNode } from "react";
import { ratio } from "../../contract/units.ts";
import { enoughCoverage, enoughObservations, type Realised } from "../../finance/realised.ts";
import {
  formatCount,
  formatGrowth,
  formatRate,
  formatShare,
  inWords,
  type Formatted,
} from "../format/number.ts";
import { marketName } from "../market/market-text.ts";
import { NumberText } from "../ui/marks/number-text.tsx";
import { measureNames, type HistoryEntry } from "./history-lines.ts";
import type { HistoryRangeId } from "./history-range.ts";
import { SeriesLetter } from "./series-letter.tsx";

interface Figure {
  readonly name: string;
  readonly help: string;
  /** How its column looks in the table of several markets. */
  readonly className: string;
  readonly show: (paid: Realised | undefined) => Formatted | undefined;
}

const figures: readonly Figure[] = [
  {
    name: "Realised APY",
    help: "The yearly yield that would have paid the same: e^(mean of ln(1 + y)) − 1.",
    className: "font-semibold",
    show: (paid) => formatRate(paid?.apy),
  },
  {
    name: "Mean APY",
    help: "The plain mean of the rates. It is never under the realised APY.",
    className: "max-md:hidden",
    show: (paid) => formatRate(paid?.meanApy),
  },
  {
    name: measureNames.growth,
    help: "What $1 has become over the observed steps alone: each rate y pays (1 + y)^(step / year).",
    className: "",
    show: (paid) => formatGrowth(paid?.growth),
  },
  {
    name: "Coverage",
    help: "How much of the range has a known rate.",
    className: "",
    show: (paid) => formatShare(paid?.coverage),
  },
];

const tooLittle = `Too little is known to call it a result: at least ${formatCount(enoughObservations).text} points and ${inWords(formatRate(ratio(enoughCoverage), "short"))} of the time are needed.`;

export type PaidEntry = HistoryEntry & { readonly paid: Realised | undefined };

export function RealisedYields({
  entries,
  range,
}: {
  readonly entries: readonly PaidEntry[];
  readonly range: HistoryRangeId;
}): ReactNode {
  const [only] = entries;
  const weak = entries.some(({ paid }) => paid?.enough === false);
  return (
    <div className="border-t border-line px-4 py-2.5">
      <h3 className="text-small font-semibold">What the last {range} have paid</h3>
      {only?.place === undefined ? (
        <dl className="mt-1 grid grid-cols-2 gap-x-6 gap-y-1 md:grid-cols-4">
          {figures.map(({ name, help, show }) => (
            <div key={name} title={help}>
              <dt className="text-tiny text-text3">{name}</dt>
              <dd className="font-semibold">
                <NumberText value={show(only?.paid)} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <YieldTable entries={entries} />
      )}
      {weak ? (
        <p className="mt-1 text-small text-text2">
          {only?.place === undefined ? "" : "* "}
          {tooLittle}
        </p>
      ) : null}
    </div>
  );
}

function YieldTable({ entries }: { readonly entries: readonly PaidEntry[] }): ReactNode {
  const cell = "border-b border-line px-1.5 py-1 md:px-2 last:pr-0 text-right";
  return (
    <table
      aria-label="Realised yields"
      className="mt-1 w-full max-w-4xl border-separate border-spacing-0 text-small"
    >
      <thead>
        <tr className="align-bottom text-text3">
          <th scope="col" className={`${cell} pl-0! text-left! font-medium`}>
            Market
          </th>
          {figures.map(({ name, help, className }) => (
            <th key={name} scope="col" title={help} className={`${cell} font-medium! ${className}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ row, place, paid }) => (
          <tr key={row.id}>
            <th scope="row" className={`${cell} pl-0! text-left! font-normal`}>
              <span className="flex items-center gap-2">
                {place === undefined ? null : <SeriesLetter index={place} />}
                <span className="min-w-14 [overflow-wrap:anywhere]">{marketName(row)}</span>
              </span>
            </th>
            {figures.map(({ name, className, show }) => (
              <td key={name} className={`${cell} ${className}`}>
                <NumberText value={show(paid)} />
                {name === "Coverage" && paid?.enough === false ? " *" : ""}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
