// oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press on a row is
// a press on the link in its first cell, which the keyboard reaches by itself.
// A few markets of one token in a panel, the best first: a row opens its market, its button goes to the provider.
import type { ReactNode } from "react";
import { OneAction } from "../../actions/one-action.tsx";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatCount } from "../../format/number.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { Stat } from "../../ui/panel/stat.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { useFold } from "../../ui/fields/fold.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { leavingAssets } from "../assets/assets-address.ts";
import { followRowLink } from "../../ui/table/row-link.ts";

export interface MarketLine {
  readonly row: MarketRow;
  /** What it is called here, with a quieter word behind: "JitoSOL" "Lending". */
  readonly name: string;
  readonly word: string;
  readonly figures: readonly ReactNode[];
}

const drawnAtFirst = 6;

interface Shown {
  readonly columns: readonly string[];
  readonly lines: readonly MarketLine[];
  /** The keys of the action wanted, the first that a market offers. */
  readonly actions: readonly string[];
}

export function MarketLines({
  heading,
  note,
  columns,
  lines,
  actions,
  empty,
}: Shown & {
  readonly heading: string;
  readonly note?: string | undefined;
  readonly empty: string;
}): ReactNode {
  const phone = useIsPhone();
  const Drawn = phone ? LineCards : LineTable;
  const { shown, more } = useFold(lines, drawnAtFirst);
  return (
    <Panel
      heading={heading}
      description={
        <>
          {formatCount(lines.length).text}
          {note === undefined ? null : <span className="ml-2.5">{note}</span>}
        </>
      }
      empty={lines.length === 0 ? empty : undefined}
    >
      <Drawn heading={heading} columns={columns} lines={shown} actions={actions} />
      {more === null ? null : <p className="px-4 py-2">{more}</p>}
    </Panel>
  );
}

interface LinesProps extends Shown {
  readonly heading: string;
}

function LineTable({ heading, columns, lines, actions }: LinesProps): ReactNode {
  const head = "h-8 border-b border-line2 px-2 text-small font-medium whitespace-nowrap text-text2";
  return (
    <table aria-label={heading} className="w-full border-separate border-spacing-0 text-right">
      <thead>
        <tr>
          <th scope="col" className={`${head} pl-4 text-left`}>
            Market
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className={head}>
              {column}
            </th>
          ))}
          <td className={`${head} pr-4`} />
        </tr>
      </thead>
      <tbody onClick={followRowLink}>
        {lines.map((line) => {
          const { row, figures } = line;
          return (
            <tr key={row.id} className="group cursor-pointer hover:bg-hover">
              <th
                scope="row"
                className="w-full max-w-0 border-b border-line py-1.5 pr-1 pl-4 text-left font-normal"
              >
                <LineLink line={line} />
              </th>
              {figures.map((figure, at) => (
                <td
                  // The columns of a table do not change places.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={at}
                  className="border-b border-line px-2 whitespace-nowrap"
                >
                  {figure}
                </td>
              ))}
              <td className="border-b border-line pr-4 pl-1">
                <OneAction row={row} keys={actions} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** On a phone a table would leave no room for the names. */
function LineCards({ heading, columns, lines, actions }: LinesProps): ReactNode {
  return (
    <ul aria-label={heading}>
      {lines.map((line) => (
        <li key={line.row.id} className="relative border-b border-line px-4 py-2.5 last:border-b-0">
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <LineLink line={line} className="after:absolute after:inset-0" />
            </div>
            <span className="relative z-10">
              <OneAction row={line.row} keys={actions} />
            </span>
          </div>
          <dl className="mt-1 grid grid-cols-3 gap-x-3">
            {columns.map((column, at) => (
              <Stat key={column} label={column}>
                {line.figures[at]}
              </Stat>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function LineLink({
  line: { row, name, word },
  className = "",
}: {
  readonly line: MarketLine;
  readonly className?: string;
}): ReactNode {
  const href = hrefTo(marketHref(row.id), leavingAssets(useSearch()));
  return <MarketName row={row} name={name} word={word} href={href} className={className} />;
}
