// oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press on a row is
// a press on the link in its first cell, which the keyboard reaches by itself.
import type { RowData } from "@tanstack/react-table";
import { Fragment, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { sortedDown, sortedUp } from "../marks/inline-icons.tsx";
import { TextBar } from "../marks/skeleton.tsx";
import { Explained, tipProps } from "../overlay/tooltip.tsx";
import { classNames } from "../page/class-names.ts";
import { SkippableRegion } from "../page/skippable-region.tsx";
import { useFitToSheet } from "../page/use-fit-to-sheet.ts";
import { followRowLink, type ShownGroup, type ViewProps } from "./table-props.ts";
import { useWindowed } from "./use-windowed.ts";
import { observeSize } from "../page/observe-size.ts";

/** Tables of full width set `--edge` to the page's padding. */
const edges = "px-2 first:pl-(--edge,1rem) last:pr-(--edge,1rem)";
const cellClass = `border-b border-line py-1.5 ${edges}`;
// Above the icons of the cells that scroll below it.
const firstClass = "sticky left-0 z-1 bg-surface text-left print:static";
const scrollClass =
  "scroll-edge scroll-pt-8 scroll-pl-40 overscroll-x-contain [scrollbar-width:thin] print:max-h-none print:overflow-visible";
const sortStates = { false: "none", asc: "ascending", desc: "descending" } as const;
const skeletonRows = [0, 1, 2, 3, 4, 5];

export function TableGrid<Data extends RowData>(props: ViewProps<Data>): ReactNode {
  const { label, columns, shown, sorted, loading = false, region, rowHeight = 46, generation } = props;
  const { equalWidth } = props;
  const container = useRef<HTMLElement | null>(null);
  useFitToSheet(container);
  const hasFooter = columns.some(({ meta }) => meta.footer !== undefined);
  const table = (
    <table
      aria-label={label}
      aria-busy={loading}
      aria-rowcount={props.groups === undefined ? sorted.length + (hasFooter ? 2 : 1) : undefined}
      className={classNames(
        "w-full border-separate border-spacing-0 text-right",
        equalWidth === undefined ? "whitespace-nowrap" : "table-fixed",
      )}
      style={{ minWidth: equalWidth }}
    >
      <Head {...props} />
      {sorted.length === 0 && loading ? (
        <tbody aria-hidden="true">
          {skeletonRows.map((at) => (
            <tr key={at} style={{ height: rowHeight }}>
              {columns.map(({ id }) => (
                <td key={id} className={`${cellClass} align-middle`}>
                  <TextBar className="ml-auto w-2/3 [:first-child>&]:ml-0" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ) : (
        shown.map((part) => (
          <GroupRows
            key={`${part.group.key} ${String(generation)}`}
            {...props}
            {...part}
            container={region === undefined ? undefined : container}
          />
        ))
      )}
      {hasFooter && sorted.length > 0 ? (
        <tfoot className="font-semibold">
          <tr aria-rowindex={props.groups === undefined ? sorted.length + 2 : undefined}>
            {columns.map(({ id, meta: { footer, help, className, align } }, at) => {
              const Cell = at === 0 ? "th" : "td";
              return (
                <Cell
                  key={id}
                  scope={at === 0 ? "row" : undefined}
                  data-tip={help}
                  className={classNames(
                    "sticky bottom-0 bg-surface py-1.5",
                    edges,
                    at === 0 && firstClass,
                    align === "start" && "text-left",
                    className,
                  )}
                >
                  {footer?.(sorted)}
                </Cell>
              );
            })}
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
  return region === undefined ? (
    <ScrollRegion container={container} name={`${label}, table`}>
      {table}
    </ScrollRegion>
  ) : (
    <SkippableRegion
      region={container}
      label={`${label}, table`}
      what={region.what}
      className={`${scrollClass} overflow-auto ${region.className}`}
    >
      {table}
    </SkippableRegion>
  );
}

interface ScrollRegionProps {
  readonly container: RefObject<HTMLElement | null>;
  readonly name: string;
  readonly children: ReactNode;
}

/** Focusable while it can scroll, so that the keyboard can scroll it. */
function ScrollRegion({ container, name, children }: ScrollRegionProps): ReactNode {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    return observeSize([element, ...element.children], () =>
      setScrolls(element.scrollWidth > element.clientWidth),
    );
  }, [container]);
  return (
    <section
      ref={container}
      // Only a table that fits can keep its head in view.
      className={`${scrollClass} ${scrolls ? "overflow-x-auto" : "overflow-x-clip"}`}
      {...(scrolls ? { tabIndex: 0, "aria-label": name } : {})}
    >
      {children}
    </section>
  );
}

function Head<Data extends RowData>({ columns, table, groups, equalWidth }: ViewProps<Data>): ReactNode {
  return (
    <thead className="text-small text-text2">
      <tr aria-rowindex={groups === undefined ? 1 : undefined}>
        {columns.map(({ id, meta: { header, head = header, help, align, isHeaderHidden = false } }, at) => {
          const column = table.getColumn(id);
          const canSort = column?.getCanSort() === true;
          const sorted = column?.getIsSorted() ?? false;
          return (
            <th
              key={id}
              scope="col"
              // Without this, the buttons and links inside would become its name.
              aria-label={canSort || head === header ? undefined : header}
              aria-sort={canSort ? sortStates[`${sorted}`] : undefined}
              className={classNames(
                "sticky top-0 z-10 h-8 border-b border-line2 bg-surface font-medium print:static",
                edges,
                at === 0 ? "left-0 z-20 text-left" : align === "start" && "text-left",
                at === 0 && equalWidth !== undefined && "w-44 max-lg:w-36",
              )}
            >
              {isHeaderHidden ? (
                <span className="sr-only">{header}</span>
              ) : canSort ? (
                <button
                  type="button"
                  className={classNames(
                    "relative inline-flex h-6 touch-manipulation items-center gap-1 rounded-item hover:text-text pointer-coarse:h-11 pointer-coarse:min-w-11",
                    at > 0 && align !== "start" && "justify-end",
                    sorted !== false && "font-semibold text-text",
                  )}
                  onClick={() => column?.toggleSorting()}
                  {...tipProps(help)}
                >
                  {head}
                  {sorted === false ? null : (
                    // In the padding, so that the arrow does not widen the column.
                    <span
                      className={classNames(
                        "flex items-center",
                        at > 0 && align !== "start" && "absolute right-full",
                      )}
                    >
                      {sorted === "desc" ? sortedDown : sortedUp}
                    </span>
                  )}
                </button>
              ) : (
                <Explained help={help} className="rounded-item">
                  {head}
                </Explained>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function GroupRows<Data extends RowData>({
  group: { heading, sums, after },
  entries,
  more,
  container,
  ...props
}: ViewProps<Data> &
  ShownGroup<Data> & { readonly container: RefObject<HTMLElement | null> | undefined }): ReactNode {
  const { columns, rowKey, hasRowLink = false, rowHeight = 46 } = props;
  const body = useRef<HTMLTableSectionElement | null>(null);
  const windowed = useWindowed(
    entries.length,
    (index) => rowHeight * (entries[index]?.rows.length ?? 1),
    body,
    container,
  );
  const summed = columns.findIndex(({ id }) => sums?.[id] !== undefined);
  const headSpan = summed < 0 ? columns.length : summed;
  const wide = (content: ReactNode): ReactNode =>
    content === null || content === undefined ? null : (
      <tr>
        <td colSpan={columns.length} className={`${cellClass} text-left whitespace-normal`}>
          {content}
        </td>
      </tr>
    );
  const space = (height: number): ReactNode =>
    height > 0 ? (
      <tr aria-hidden="true">
        <td colSpan={columns.length} className="p-0" style={{ height }} />
      </tr>
    ) : null;
  return (
    <tbody ref={body} className="align-top" onClick={hasRowLink ? followRowLink : undefined}>
      {heading === undefined ? null : (
        <tr className="bg-canvas font-medium">
          <th scope="rowgroup" colSpan={headSpan} className={`${cellClass} text-left font-semibold`}>
            {heading}
          </th>
          {columns.slice(headSpan).map(({ id, meta: { help } }) => (
            <td key={id} data-tip={help} className={cellClass}>
              {sums?.[id]}
            </td>
          ))}
        </tr>
      )}
      {windowed.rows(entries).map(({ row: entry, index, gap }) => (
        <Fragment key={entry.key}>
          {space(gap)}
          {entry.rows.map((row, at) => (
            <tr
              key={rowKey(row)}
              ref={entry.rows.length === 1 ? windowed.measure : undefined}
              data-row={index}
              aria-rowindex={props.groups === undefined ? index + 2 : undefined}
              className={classNames("group hover:bg-hover", hasRowLink && "cursor-pointer")}
            >
              {columns.map(({ id, meta: { cell, help, align, className, isJoined = false } }, column) => {
                if (isJoined && at > 0) return null;
                const Cell = column === 0 ? "th" : "td";
                return (
                  <Cell
                    key={id}
                    scope={column === 0 ? "row" : undefined}
                    rowSpan={isJoined ? entry.rows.length : undefined}
                    data-tip={help}
                    className={classNames(
                      cellClass,
                      column === 0 && `${firstClass} font-normal group-hover:bg-hover`,
                      column === 0 && entry.rows.length > 1 && joinLine(at, entry.rows.length),
                      align === "start" && "text-left",
                      className,
                    )}
                  >
                    {cell(row, false)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </Fragment>
      ))}
      {space(windowed.after)}
      {wide(more)}
      {wide(after)}
    </tbody>
  );
}

function joinLine(at: number, count: number): string {
  return classNames(
    "before:absolute before:inset-y-0 before:left-1.5 before:border-l-2 before:border-control",
    at === 0 && "before:top-3",
    at === count - 1 && "before:bottom-3",
  );
}
