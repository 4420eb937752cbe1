import {
  useEffect,
  useLayoutEffect,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { flushSync } from "react-dom";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { focusStop, marketIdAt, tabStops, type ListFocus } from "../list-focus.ts";
import { blockedHeading } from "../market-cells.tsx";
import { MarketTableRow } from "./market-row.tsx";
import { tableId, type TableMeta } from "./table-cells.tsx";
import type { PinnedHeaders } from "./use-market-columns.tsx";
import {
  sectionHeight,
  topOf,
  useRowWindow,
  type ScrollPosition,
  type ExpandedRow,
} from "./use-row-window.ts";

interface TableBodyProps {
  readonly rows: readonly MarketRow[];
  readonly headers: PinnedHeaders;
  readonly meta: TableMeta;
  readonly scroll: ScrollPosition;
  readonly height: number | undefined;
  readonly rowHeight: number;
  readonly picked: ReadonlySet<string>;
  readonly starred: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  readonly expanded: ExpandedRow | undefined;
  readonly details: ReactNode;
  readonly menuId: string | undefined;
  readonly focus: Pick<ListFocus, "active" | "settle">;
  readonly blockedFrom: number | undefined;
}

interface FocusedRow {
  readonly id: string;
  readonly isOnLink: boolean;
}

function rowAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(".markets-row") : null;
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, target } = event;
  const row = rowAt(target);
  if (row === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Enter" && target instanceof HTMLElement && !target.matches("a, button")) {
    event.preventDefault();
    target.click();
  }
  const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : undefined;
  if (step === undefined) return;
  const stops = tabStops(row);
  const at = stops.findIndex((stop) => stop === target);
  const next = stops[at + step];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  focusStop(next);
}

const rateInTable = "span[data-side]";

export function TableBody({
  rows,
  headers,
  meta,
  scroll,
  height,
  rowHeight,
  picked,
  starred,
  onOpen,
  expanded,
  details,
  menuId,
  focus,
  blockedFrom,
}: TableBodyProps): ReactNode {
  const [pointedId, setPointedId] = useState<string | undefined>(undefined);
  const { focused, stopId, onFocus, onBlur } = useRowFocus(focus, scroll);
  const { slots, start, isMoving } = useRowWindow({
    scroll,
    height,
    list: rows,
    rowHeight,
    expanded,
    keepsOrder: focused !== undefined || expanded !== undefined,
  });

  useLayoutEffect(() => focus.settle());
  const isInView = stopId !== undefined && slots.some(({ row }) => row.id === stopId);
  const stopAt = isInView || isMoving ? -1 : start === 0 ? 0 : start + 1;

  return (
    // One listener for all rows. By keyboard, the controls inside a row do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="rowgroup"
      className="markets-body relative print:h-auto!"
      style={{ height: topOf(rows.length, rowHeight, expanded, blockedFrom) }}
      onPointerOver={({ target }) => setPointedId(marketIdAt(rowAt(target)))}
      onPointerLeave={() => setPointedId(undefined)}
      onClick={(event) => pressRow(event, meta, onOpen)}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {slots.flatMap(({ slot, row, index }) => {
        const { id } = row;
        const isExpanded = expanded?.index === index;
        const top = topOf(index, rowHeight, expanded, blockedFrom);
        const drawn = [
          <MarketTableRow
            key={slot}
            row={row}
            index={index}
            top={top}
            meta={meta}
            headers={headers}
            ownId={`${tableId}-${String(slot)}`}
            isPicked={picked.has(id)}
            isStarred={starred.has(id)}
            isExpanded={isExpanded}
            isNear={id === pointedId || id === focused?.id}
            isLinkFocused={id === focused?.id && focused.isOnLink}
            tabIndex={(isInView ? id === stopId : index === stopAt) ? 0 : -1}
            hasMenu={id === menuId}
          />,
        ];
        if (index === blockedFrom)
          // Next to its first row, because print follows the document order.
          drawn.unshift(
            <div
              key="section"
              aria-hidden="true"
              className="absolute inset-x-0 border-b border-line bg-canvas text-body leading-[33px] print:static"
              style={{ top: top - sectionHeight }}
            >
              <div className="sticky left-0 w-fit px-4">
                {blockedHeading(meta.cells, rows.length - blockedFrom)}
              </div>
            </div>,
          );
        if (isExpanded)
          drawn.push(
            <div
              key="details"
              role="row"
              data-row={index}
              data-id={id}
              className="absolute inset-x-0 print:static"
              style={{ top: top + rowHeight }}
            >
              {details}
            </div>,
          );
        return drawn;
      })}
    </div>
  );
}

function useRowFocus(focus: TableBodyProps["focus"], scroll: ScrollPosition) {
  const [focused, setFocused] = useState<FocusedRow | undefined>(undefined);
  const [stopId, setStopId] = useState<string | undefined>(undefined);
  // Chooses the tab stop when Tab is pressed, instead of at every scroll.
  useEffect(() => {
    const onKey = ({ key, target }: globalThis.KeyboardEvent): void => {
      if (key !== "Tab" || rowAt(target) !== null) return;
      flushSync(() => {
        setStopId(focus.active());
        scroll.rest();
      });
    };
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [focus, scroll]);

  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    const id = rowAt(target)?.dataset["id"];
    if (id === undefined) return;
    setStopId(id);
    const keep = (): void => {
      if (target === document.activeElement)
        setFocused({ id, isOnLink: target.matches(".market-link:focus-visible") });
    };
    // A press just after a scroll: putting the rows in order would move its row, and the browser would drop the click.
    if (scroll.isMoving && currentTarget.matches(":active"))
      window.addEventListener("click", keep, { once: true });
    else keep();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  return { focused, stopId, onFocus, onBlur };
}

/** A press anywhere in a row opens the market, but next to the star and the details button it selects the row. */
function pressRow(event: MouseEvent, { cells }: TableMeta, onOpen: TableBodyProps["onOpen"]): void {
  const { target } = event;
  const id = rowAt(target)?.dataset["id"];
  if (id === undefined || !(target instanceof Element) || target.closest("a, button") !== null) return;
  if (target.closest(".row-controls") !== null) return cells.onTogglePick(id);
  const rate = target.closest<HTMLElement>(rateInTable);
  if (rate !== null) {
    focusStop(rate);
    return cells.onRateClick({ currentTarget: rate });
  }
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  return isPlain && window.getSelection()?.type !== "Range" ? onOpen(id) : undefined;
}
