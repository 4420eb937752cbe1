// oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- as in table-grid.tsx
import type { RowData } from "@tanstack/react-table";
import { Fragment, useRef, type ReactNode } from "react";
import { SortSelect } from "../fields/sort-select.tsx";
import { TextBar } from "../marks/skeleton.tsx";
import { tipProps } from "../overlay/tooltip.tsx";
import { classNames } from "../page/class-names.ts";
import type { TableColumn } from "./columns.ts";
import { followRowLink, type Entry, type ShownGroup, type ViewProps } from "./table-props.ts";
import { useWindowed } from "./use-windowed.ts";

const cardClass = "border-b border-line px-4 py-3";
const cardHeight = 140;

export function CardList<Data extends RowData>(props: ViewProps<Data>): ReactNode {
  const { label, columns, shown, sorted, loading = false, generation } = props;
  const leads = columns.filter(({ meta }) => meta.card === "lead");
  const pairs = columns.filter(({ meta }) => meta.card !== "lead" && meta.card !== "omit");
  const parts = { leads, pairs: pairs.filter(({ meta }) => meta.isJoined !== true) };
  const footer = (column: TableColumn<Data>): ReactNode => column.meta.footer?.(sorted) ?? null;
  return (
    <>
      {sorted.length > 3 ? <CardSort {...props} /> : null}
      {sorted.length === 0 && loading ? (
        <ul aria-label={label} aria-busy="true" className="bg-surface">
          {[0, 1, 2, 3].map((at) => (
            <li key={at} aria-hidden="true" className={cardClass} style={{ height: cardHeight }}>
              <TextBar className="mt-2 w-1/3" />
              <TextBar className="mt-6 w-2/3" />
            </li>
          ))}
        </ul>
      ) : (
        shown.map((part) => (
          <GroupCards
            key={`${part.group.key} ${String(generation)}`}
            {...props}
            {...part}
            card={({ rows: [first, ...others] }) =>
              first === undefined ? null : (
                <>
                  {[first, ...others].map((row) => (
                    <Facts
                      key={props.rowKey(row)}
                      {...parts}
                      isHead={row === sorted[0]}
                      read={({ meta }) => meta.cell(row, true)}
                    />
                  ))}
                  <Facts
                    leads={[]}
                    pairs={pairs.filter(({ meta }) => meta.isJoined === true)}
                    isHead={first === sorted[0]}
                    read={({ meta }) => meta.cell(first, true)}
                  />
                </>
              )
            }
          />
        ))
      )}
      {sorted.length > 0 && columns.some(({ meta }) => meta.footer !== undefined) ? (
        <div className={`${cardClass} font-semibold`}>
          <Facts {...parts} read={footer} />
        </div>
      ) : null}
    </>
  );
}

function GroupCards<Data extends RowData>({
  group: { name, after },
  entries,
  more,
  card,
  ...props
}: ViewProps<Data> & ShownGroup<Data> & { readonly card: (entry: Entry<Data>) => ReactNode }): ReactNode {
  const { label, loading = false, hasRowLink = false } = props;
  const list = useRef<HTMLUListElement | null>(null);
  const windowed = useWindowed(entries.length, () => cardHeight, list, undefined);
  return (
    <>
      <ul
        ref={list}
        hidden={entries.length === 0}
        aria-label={name ?? label}
        aria-busy={loading}
        className={`bg-surface wrap-anywhere ${windowed.isEnabled ? "" : "grid grid-cols-1 md:grid-cols-2"}`}
        onClick={hasRowLink ? followRowLink : undefined}
      >
        {windowed.rows(entries).map(({ row: entry, index, gap }) => (
          <Fragment key={entry.key}>
            <Space height={gap} />
            <li
              ref={windowed.measure}
              data-row={index}
              aria-setsize={windowed.isEnabled ? entries.length : undefined}
              aria-posinset={windowed.isEnabled ? index + 1 : undefined}
              className={`flex flex-col gap-3 ${cardClass} ${hasRowLink ? "cursor-pointer" : ""}`}
            >
              {card(entry)}
            </li>
          </Fragment>
        ))}
        <Space height={windowed.after} />
      </ul>
      {more === null ? null : <p className="px-4 py-2">{more}</p>}
      {after === undefined ? null : <div className="px-4 py-2">{after}</div>}
    </>
  );
}

function Space({ height }: { readonly height: number }): ReactNode {
  return height > 0 ? <li aria-hidden="true" style={{ height }} /> : null;
}

function Facts<Data extends RowData>({
  leads,
  pairs,
  isHead = false,
  read,
}: {
  readonly leads: readonly TableColumn<Data>[];
  readonly pairs: readonly TableColumn<Data>[];
  /** In the first card, labels are focusable, like the heads of a table. */
  readonly isHead?: boolean;
  readonly read: (column: TableColumn<Data>) => ReactNode;
}): ReactNode {
  const explained = ({ meta: { help } }: TableColumn<Data>) =>
    isHead ? tipProps(help) : { "data-tip": help };
  const all = pairs
    .map((column) => ({ ...column, content: read(column) }))
    .filter(({ content }) => content !== null);
  const isBare = ({ meta }: TableColumn<Data>): boolean =>
    meta.isHeaderHidden === true || meta.card === "line";
  const named = all.filter((column) => !isBare(column));
  const bare = all.filter(isBare);
  if (leads.length + all.length === 0) return null;
  return (
    <div>
      {leads.length === 0 ? null : (
        <div className="flex items-start justify-between gap-3">
          {leads.map((column, at) => (
            <div
              key={column.id}
              {...explained(column)}
              className={at === 0 ? "min-w-0 flex-1" : "text-right text-[15px] leading-5 font-semibold"}
            >
              {read(column)}
            </div>
          ))}
        </div>
      )}
      {named.length === 0 ? null : (
        <dl
          className={classNames(
            "grid gap-x-3 gap-y-1.5",
            leads.length === 0
              ? "grid-cols-2 border-t border-line pt-2"
              : "mt-2 grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))]",
          )}
        >
          {named.map(({ content, ...column }) => (
            <div key={column.id} className="min-w-0">
              <dt {...explained(column)} className="rounded-item text-tiny text-text2">
                {column.meta.header}
              </dt>
              <dd data-tip={column.meta.help}>{content}</dd>
            </div>
          ))}
        </dl>
      )}
      {bare.map(({ id, content }) => (
        <div key={id} className="mt-2">
          {content}
        </div>
      ))}
    </div>
  );
}

function CardSort<Data extends RowData>({ columns, table }: ViewProps<Data>): ReactNode {
  const sortable = columns.filter((column) => table.getColumn(column.id)?.getCanSort() === true);
  const current = sortable.map((column) => table.getColumn(column.id)).find((one) => one?.getIsSorted());
  if (sortable.length === 0) return null;
  return (
    <SortSelect
      columns={sortable.map(({ id, meta }) => ({ id, header: meta.header }))}
      leading={current?.id}
      isDescending={current?.getIsSorted() === "desc"}
      onColumn={(id) => table.getColumn(id)?.toggleSorting()}
      onReverse={() => current?.toggleSorting()}
      className="mx-4 my-3 print:hidden"
    />
  );
}
