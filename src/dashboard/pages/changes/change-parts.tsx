// What the lists of changes share: their frame, the market of a line, and its small line of the past.
import { firstLetter } from "../../../contract/names/characters.ts";
import { useState, type ReactNode } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { formatCount } from "../../format/number.ts";
import { MarketName, NameLine } from "../../market-name/market-name.tsx";
import { placeParts } from "../../market/market-text.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { leverageText } from "../../market/loops/leverage.ts";

export type KnownMarkets = ReadonlyMap<string, MarketRow>;

/** What every line says of its market, whether the market is still listed or not. */
interface ChangedMarket {
  readonly marketId: string;
  readonly type?: string | undefined;
  readonly provider?: string | undefined;
  /** What it was called when it was seen first. */
  readonly name?: string | null | undefined;
}

const headClass =
  "h-8 border-b border-line2 px-2 text-small font-medium whitespace-nowrap text-text2 first:pl-4 last:pr-4";
const cellClass = "h-[46px] border-b border-line px-2 py-1 first:pl-4 last:pr-4";

/** A list with its count, cut to its first lines until all of them are asked for. */
export function ChangeList<Item>({
  heading,
  items,
  leading,
  first,
  total,
  note,
  none,
  children,
}: {
  readonly heading: string;
  readonly items: readonly Item[];
  /** What is shown first, where that is not the beginning of the list. */
  readonly leading?: readonly Item[];
  /** How many are shown first. */
  readonly first: number;
  /** How many there are, where the answer holds only some of them. */
  readonly total: number;
  readonly note?: string;
  /** What is said of an empty list. */
  readonly none: string;
  readonly children: (shown: readonly Item[]) => ReactNode;
}): ReactNode {
  const [all, setAll] = useState(false);
  const count = formatCount(items.length).text;
  const more = items.length > Math.min(first, (leading ?? items).length);
  return (
    <Panel
      heading={heading}
      description={
        <>
          {count}
          {note === undefined || all ? null : <span className="ml-2.5 max-md:hidden">{note}</span>}
        </>
      }
      className="flex flex-col overflow-hidden"
      actions={
        more ? (
          <Button variant="link" aria-expanded={all} className="-mr-2" onClick={() => setAll(!all)}>
            {all ? "Fewer" : `All ${count}`}
            <span className="sr-only">, {heading}</span>
          </Button>
        ) : undefined
      }
    >
      {items.length === 0 ? (
        <p className="px-4 py-4 text-text2">{none}</p>
      ) : (
        children(all ? items : (leading ?? items).slice(0, first))
      )}
      {all && total > items.length ? (
        <p className="px-4 py-2 text-small text-text3">
          The first {count} of {formatCount(total).text}; a shorter time has fewer.
        </p>
      ) : null}
    </Panel>
  );
}

/** A column beside the market's own. */
export interface ChangeColumn<Item> {
  readonly head: string;
  /** Of its head and its cells. */
  readonly className?: string;
  /** Of its cells. */
  readonly cellClass?: string;
  readonly cell: (item: Item) => ReactNode;
}

/** A line for each market that changed: the market, then the columns. */
export function ChangeTable<Item extends ChangedMarket>({
  name,
  items,
  columns,
  markets,
}: {
  readonly name: string;
  readonly items: readonly Item[];
  readonly columns: readonly ChangeColumn<Item>[];
  readonly markets: KnownMarkets;
}): ReactNode {
  return (
    <section aria-label={`${name}, table`} tabIndex={0} className="overflow-x-auto [scrollbar-width:thin]">
      <table aria-label={name} className="w-full border-separate border-spacing-0 text-right">
        <thead>
          <tr>
            <th scope="col" className={`${headClass} text-left`}>
              Market
            </th>
            {columns.map(({ head, className = "" }) => (
              <th key={head} scope="col" className={`${headClass} ${className}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.marketId} className="hover:bg-hover">
              <th scope="row" className={`${cellClass} max-w-52 text-left font-normal`}>
                <MarketLink of={item} markets={markets} />
              </th>
              {columns.map(({ head, className = "", cellClass: own = "whitespace-nowrap", cell }) => (
                <td key={head} className={`${cellClass} ${className} ${own}`}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** At these widths the lists stand beside each other and have no room for the line of the past. */
export const pastColumnClass = "xl:max-[1399.98px]:hidden";

/** The market of a line, whose id stands for the name of one that is listed no more. */
export function MarketLink({
  of: { marketId, name, provider, type },
  markets,
}: {
  readonly of: ChangedMarket;
  readonly markets: KnownMarkets;
}): ReactNode {
  const search = useSearch();
  const row = markets.get(marketId);
  if (row === undefined) {
    const known = [provider, type].filter((part) => part !== undefined).join(" · ");
    return (
      <NameLine
        faces={{ face: { letter: firstLetter(marketId), seed: marketId, image: undefined } }}
        name={name ?? marketId}
        place={{ start: known === "" ? "not listed now" : known, end: "", id: "" }}
        href={hrefTo(marketHref(marketId), search)}
      />
    );
  }
  const place = placeParts(row);
  // Beside the name it would leave the name no room.
  return (
    <MarketName
      row={row}
      place={{ ...place, end: [place.end, leverageText(row)].filter(Boolean).join(" · ") }}
    />
  );
}

export function symbolOf(markets: KnownMarkets, marketId: string): string {
  return markets.get(marketId)?.tokens[0]?.symbol ?? "";
}

/** The course over the time, with its beginning as a dotted line; decoration beside the figures of both ends. */
export function Spark({
  values,
}: {
  readonly values: readonly (number | null)[] | null | undefined;
}): ReactNode {
  const line = (values ?? []).map((value) => value ?? undefined);
  const known = line.filter((value) => value !== undefined);
  const [began] = known;
  if (began === undefined || known.length < 2) return null;
  return (
    <Sparkline
      values={line}
      ends={[Math.min(...known), Math.max(...known)]}
      base={began}
      colour="var(--text2)"
      className="ml-auto h-6 w-[88px]"
    />
  );
}

/** "was 4.17 %" under a figure. */
export function Was({ value }: { readonly value: { readonly text: string } | undefined }): ReactNode {
  return <span className="block text-tiny text-text2">was {value?.text ?? "not known"}</span>;
}
