import { firstLetter } from "../../../contract/names/characters.ts";
import { useMemo, useState, type ReactNode } from "react";
import { Sparkline } from "../../charts/sparkline.tsx";
import type { RateMove } from "../../../contract/record/record-changes.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { MarketName, NameLine } from "../../market-name/market-name.tsx";
import { placeParts, leverageText, typeNameOf } from "../../../domain/market/market-text.ts";
import { providerOf } from "../../select/facets.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { triangle } from "../../ui/marks/inline-icons.tsx";
import { Note } from "../../ui/marks/note.tsx";
import { TextBar } from "../../ui/marks/skeleton.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { EventWords } from "../../select/changes/event-words.ts";
import { useMediaQuery } from "../../ui/page/media-query.ts";
import { columnsOf, type TableColumn } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { hrefTo, marketHref, useSearch } from "../../view-state/address.ts";

interface ChangedMarket {
  readonly marketId: string;
  readonly type?: string | undefined;
  readonly provider?: string | undefined;
  readonly name?: string | null | undefined;
  readonly spark?: RateMove["spark"];
  /** Undefined if it is not listed now. */
  readonly row: MarketRow | undefined;
}

const marketIdOf = ({ marketId }: ChangedMarket): string => marketId;

export function ChangeList<Item extends ChangedMarket>({
  heading,
  items,
  leading = items,
  first,
  total,
  note,
  none,
  columns,
  areMarketsLoading,
  past,
  marketWidth = "md:max-w-60 md:max-xl:min-w-60",
  rowKey = marketIdOf,
}: {
  readonly heading: string;
  readonly items: readonly Item[];
  readonly leading?: readonly Item[];
  readonly first: number;
  readonly total: number;
  readonly note?: string;
  readonly none: string;
  readonly columns: readonly TableColumn<Item>[];
  readonly areMarketsLoading: boolean;
  readonly past?: string | undefined;
  readonly marketWidth?: string;
  readonly rowKey?: (item: Item) => string;
}): ReactNode {
  const [all, setAll] = useState(false);
  const count = formatCount(items.length).text;
  const shown = all ? items : leading.slice(0, first);
  // At these widths, lists are side by side and have no space for a sparkline.
  const isCramped = useMediaQuery("(min-width: 1280px) and (max-width: 1439.98px)");
  const shownPast = isCramped ? undefined : past;
  const allColumns = useMemo(
    () => [...sharedColumns<Item>(areMarketsLoading, shownPast, marketWidth), ...columns],
    [areMarketsLoading, shownPast, marketWidth, columns],
  );
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
        items.length > shown.length || all ? (
          <Button variant="link" aria-expanded={all} className="-mr-2" onClick={() => setAll(!all)}>
            {all ? "Fewer" : `All ${count}`}
            <span className="sr-only">, {heading}</span>
          </Button>
        ) : undefined
      }
      empty={items.length === 0 ? none : undefined}
    >
      <div className="max-md:pt-3">
        <DataTable label={heading} columns={allColumns} rows={shown} rowKey={rowKey} />
      </div>
      {all && total > items.length ? (
        <p className="px-4 py-2 text-small text-text3">
          The first {count} of {formatCount(total).text}. Choose a shorter period to see fewer.
        </p>
      ) : null}
    </Panel>
  );
}

function sharedColumns<Item extends ChangedMarket>(
  areMarketsLoading: boolean,
  past: string | undefined,
  marketWidth: string,
) {
  const { column } = columnsOf<Item>();
  const market = column("Market", {
    value: ({ marketId, name, row }) => row?.label ?? name ?? marketId,
    className: marketWidth,
    card: "lead",
    cell: (item) =>
      areMarketsLoading && (item.name ?? "") === "" && item.row === undefined ? (
        <NameLoading />
      ) : (
        <MarketLink {...item} />
      ),
  });
  return past === undefined
    ? [market]
    : [market, column(past, { id: "past", card: "omit", cell: sparkCell })];
}

/** As high as the name that replaces it, and as wide as a long one. */
function NameLoading(): ReactNode {
  return (
    <span className="flex h-[34px] items-center gap-2.5 md:w-60">
      <span className="size-[26px] shrink-0 rounded-full bg-track" />
      <TextBar className="w-28" />
      <span className="sr-only">Loading market…</span>
    </span>
  );
}

function MarketLink({ marketId, name, provider, type, row }: ChangedMarket): ReactNode {
  const search = useSearch();
  if (row === undefined) {
    const known = provider === undefined ? undefined : providerOf(provider);
    const place = joinParts([known?.name, type === undefined ? undefined : typeNameOf(type)], " · ");
    return (
      <NameLine
        icons={{ icon: { letter: firstLetter(marketId), seed: marketId, image: known?.icon } }}
        name={name ?? marketId}
        place={{ start: place === "" ? "not listed now" : place, end: "", id: "" }}
        href={hrefTo(marketHref(marketId), search)}
      />
    );
  }
  const place = placeParts(row);
  return <MarketName row={row} place={{ ...place, id: joinParts([place.id, leverageText(row)], " · ") }} />;
}

function sparkCell({ spark }: ChangedMarket): ReactNode {
  const line = spark?.map((value) => value ?? undefined) ?? [];
  const known = line.filter((value) => value !== undefined);
  const [began] = known;
  if (began === undefined || known.length < 2) return null;
  return <Sparkline values={line} base={began} color="var(--text2)" className="ml-auto h-6 w-[88px]" />;
}

export function EventText({ title, note, worse }: EventWords): ReactNode {
  return (
    <>
      <span className={classNames("block font-medium", worse && "text-danger")}>
        {worse ? <>{triangle} </> : null}
        {title}
      </span>
      <Note>{note}</Note>
    </>
  );
}
