import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { createPortal } from "react-dom";
import { columnHeader } from "../../market/columns.ts";
import type { SelectContext } from "../../market/column.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { ColumnHeaders } from "./column-header.tsx";
import { leavesOf, startWidth, type Leaves } from "./table-columns.ts";
import type { MarketListProps } from "../market-list.ts";
import { topOf } from "./row-window.ts";
import { TableSkeleton } from "./table-skeleton.tsx";
import type { SortKey } from "../../view-state/view-state.ts";
import { sortText } from "../../view-state/views.ts";
import { MenuPanel } from "../../ui/overlay/menu.tsx";
import { SkippableRegion } from "../../ui/page/skippable-region.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { marketHref } from "../../view-state/address.ts";
import { useMarketList } from "../use-market-list.tsx";
import { createRowPool, type RowPool } from "./row-pool.ts";
import { listenToRows, type RowEvents } from "./row-events.ts";
import type { RowPlan } from "./row-slot.ts";
import { createRowTexts, type DoubtSentences } from "./row-texts.ts";
import "../rate-bar.css";
import "./table.css";

const rowDetail = lazyPart(
  async () => (await import("./row-detail.tsx")).RowDetail,
  <div className="row-detail h-36" />,
);

/** What begins the names of what each row has. */
const rowControls = [
  ["pick", "Compare"],
  ["star", "Star"],
  ["fold", "Details of"],
  ["more", "More actions"],
] as const;

const headHeight = 32;
const rowHeights = { normal: 40, compact: 32 } as const;

/** How wide ten digits are at most in the fonts that columns are measured for, in pixels. Wider text widens the columns. */
const probeWidth = 86;

/** Below this width of the region, pinned actions would leave no room for the columns between. */
const roomForPinnedEnd = 720;

/**
 * The list of markets in its own scroll region. React draws the head and what opens; the rows are a pool of slots, which hold
 * the part of the list that is in view. `aria-rowcount` and `aria-rowindex` tell the whole. Sorting is the caller's: the table
 * only asks for it.
 */
export function MarketsTable(props: MarketListProps): ReactNode {
  const { rows, columns, sort, onSort, context, density, starred, maxRate } = props;
  const announce = useAnnounce();
  const { stale = false, provisional = false, loading = false } = props;
  const region = useRef<HTMLElement | null>(null);
  const body = useRef<HTMLDivElement | null>(null);
  const pool = useRef<RowPool | undefined>(undefined);
  const seenWidth = useRef(0);
  const probe = useRef<HTMLSpanElement | null>(null);
  const [stretch, setStretch] = useState(1);
  const rowHeight = rowHeights[density];
  const compact = density === "compact";
  const captionId = useId();
  const idBase = useId();

  // At most one market has its details under its row; with it the details go when filters take it away.
  const [unfoldedId, setUnfoldedId] = useState<string | undefined>(undefined);
  const [detailHeight, setDetailHeight] = useState(0);
  const [detailHolder] = useState(createDetailHolder);
  const detailId = useId();
  const unfoldedAt = useMemo(
    () => (unfoldedId === undefined ? -1 : rows.findIndex((row) => row.id === unfoldedId)),
    [rows, unfoldedId],
  );
  const unfoldedRow = rows[unfoldedAt];
  const unfolded = useMemo(
    () =>
      unfoldedAt < 0
        ? undefined
        : { index: unfoldedAt, height: detailHeight, element: detailHolder, id: detailId },
    [unfoldedAt, detailHeight, detailHolder, detailId],
  );

  const reveal = (index: number): void => {
    const element = region.current;
    if (element === null) return;
    const top = topOf(index, rowHeight, unfolded);
    const seen = element.clientHeight - headHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (seen > 0 && top + rowHeight > element.scrollTop + seen)
      element.scrollTop = top + rowHeight - seen;
  };

  const { basis } = context;
  const leaves = useMemo(() => leavesOf(columns, basis, stretch), [columns, basis, stretch]);
  const latest = useRef<Latest>({ events: undefined, settle: () => {} });
  const plan = useMemo(
    (): RowPlan => ({
      leaves,
      compact,
      leading: basis === "base" ? "baseDepositApy" : "depositApy",
      idBase,
    }),
    [leaves, compact, basis, idBase],
  );
  const doubtSentences = useDoubtSentences(columns.includes("doubts"));
  const textsOf = useMemo(
    () => createRowTexts(leaves.middle, context, doubtSentences),
    [leaves, context, doubtSentences],
  );
  const { hrefOf = marketHref, actions } = props;
  const links = useMemo(
    () => ({ hrefOf, actionsOf: actions?.buttonsOf ?? noActions, placed: actions?.placed ?? asItIs }),
    [hrefOf, actions],
  );
  const look = useMemo(() => ({ context, maxRate }), [context, maxRate]);

  // Before there are rows, which are then styled and laid out once, with their columns in their places.
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    // Asked once: with other columns the browser would have to lay them out to answer.
    seenWidth.current ||= element.clientWidth;
    const fit = (): void => fitColumns(element, leaves, seenWidth.current);
    fit();
    if (typeof ResizeObserver !== "function") return undefined;
    const sizes = new ResizeObserver(() => {
      seenWidth.current = element.clientWidth;
      fit();
      setStretch(Math.max(1, Math.ceil((probe.current?.offsetWidth ?? 0) / (probeWidth / 20)) / 20));
    });
    sizes.observe(element);
    if (probe.current !== null) sizes.observe(probe.current);
    return () => sizes.disconnect();
  }, [leaves]);
  // Before everything that looks for a row: what is found then is what is shown.
  useLayoutEffect(() => {
    if (region.current === null || body.current === null) return undefined;
    const made = createRowPool(region.current, body.current, headHeight, () => latest.current.settle());
    const stopListening = listenToRows(body.current, made, () => latest.current.events);
    pool.current = made;
    return () => {
      stopListening();
      made.end();
    };
  }, []);
  const picked = useMemo(() => new Set(props.picks), [props.picks]);
  const order = sortText(sort);
  const shownOrder = useRef(order);
  useLayoutEffect(() => {
    // A new order is read from its top.
    if (shownOrder.current !== order) pool.current?.toTop();
    shownOrder.current = order;
    pool.current?.show({ rows, plan, look, links, textsOf, rowHeight, picked, starred, unfolded });
  });

  const onDetails = (id: string): boolean => {
    setUnfoldedId(id === unfoldedId ? undefined : id);
    return id !== unfoldedId;
  };
  const { cells, opened, focus } = useMarketList(props, {
    holder: region,
    kind: "rows",
    page: () => Math.max(1, Math.floor(((region.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    reveal,
    onDetails,
    scrolled: {
      mark: () => pool.current?.scrolled() ?? { top: 0, left: 0 },
      restore: ({ top, left }) => {
        if (region.current === null) return;
        region.current.scrollTop = top;
        region.current.scrollLeft = left;
      },
    },
  });

  const [menu, setMenu] = useState<OpenMenu | undefined>(undefined);
  useMenuAnchor(menu, setMenu);
  useEffect(() => {
    latest.current.settle = focus.settle;
    latest.current.events = {
      cells,
      onOpen: props.onOpen,
      onToggleStar: props.onToggleStar,
      onTogglePick: props.onTogglePick,
      onDetails,
      onNearDetails: rowDetail.preload,
      onMenu: (anchor, row, from) =>
        setMenu((now) => (now?.anchor === anchor ? undefined : { anchor, row, from })),
      active: focus.active,
    };
  });

  const onSortChange = useCallback(
    (keys: readonly SortKey[]): void => {
      onSort(keys);
      announce(sortSentence(keys, context));
    },
    [onSort, announce, context],
  );

  const empty = rows.length === 0;
  return (
    <SkippableRegion
      region={region}
      label="Markets, scrollable"
      what="table"
      className={`markets-region${compact ? " compact" : ""}${stale ? " stale" : ""}`}
      beside={
        <>
          {provisional ? (
            <span id={captionId} hidden>
              The order is provisional: markets are still arriving.
            </span>
          ) : null}
          {rowControls.map(([id, words]) => (
            <span key={id} id={`${idBase}-${id}`} hidden>
              {words}
            </span>
          ))}
          {opened}
          {menu === undefined ? null : (
            <MenuPanel
              key={menu.row.id}
              id={`${idBase}-menu`}
              anchor={menu.anchor}
              label="More actions"
              items={actions?.menuOf(menu.row) ?? []}
              from={menu.from}
              onClose={() => setMenu(undefined)}
            />
          )}
          {unfolded === undefined || unfoldedRow === undefined
            ? null
            : createPortal(
                <div role="cell" className="row-detail-cell">
                  <rowDetail.Part
                    id={detailId}
                    row={unfoldedRow}
                    rows={rows}
                    shown={columns}
                    cells={cells}
                    onHeight={setDetailHeight}
                  />
                </div>,
                detailHolder,
              )}
        </>
      }
    >
      <span ref={probe} className="text-probe" aria-hidden="true">
        0000000000
      </span>
      {/* A native table has no way to keep several cells of a row in sight as one box. */}
      <div
        role="table"
        className="markets-table"
        aria-label="Markets"
        aria-rowcount={empty && loading ? -1 : rows.length + 1}
        aria-busy={loading}
        aria-describedby={provisional ? captionId : undefined}
      >
        <ColumnHeaders
          leaves={leaves}
          sort={sort}
          context={context}
          provisional={provisional}
          idBase={idBase}
          onSort={onSortChange}
        />
        {empty && loading ? <TableSkeleton leaves={leaves} density={density} /> : null}
        <div ref={body} role="rowgroup" className="markets-body" />
      </div>
    </SkippableRegion>
  );
}

/**
 * Gives the columns their room. Written past React, which would draw the table a second time each time it is measured.
 * @param seen how wide the region is, in pixels
 */
function fitColumns(region: HTMLElement, leaves: Leaves, seen: number): void {
  const pinned = seen >= roomForPinnedEnd;
  const start = startWidth(leaves, seen, pinned);
  const { style } = region;
  style.setProperty("--start-width", `${String(start)}px`);
  style.setProperty("--seen-width", `${String(seen)}px`);
  style.setProperty("--least-width", `${String(leaves.width - startWidth(leaves, 0, pinned) + start)}px`);
  // Nothing has to stay in sight where everything is.
  region.toggleAttribute("data-wide", leaves.width > seen);
  region.toggleAttribute("data-roomy", pinned);
}

function noActions(): readonly never[] {
  return [];
}

function asItIs(href: string | undefined): string | undefined {
  return href;
}

/** The words of doubts, which most lists never show: loaded once a list has the column. */
function useDoubtSentences(wanted: boolean): DoubtSentences | undefined {
  const [sentences, setSentences] = useState<DoubtSentences | undefined>(undefined);
  useEffect(() => {
    if (!wanted) return undefined;
    let here = true;
    const load = async (): Promise<void> => {
      const { doubtSentences } = await import("../../market/doubt-text.ts");
      if (here) setSentences(() => doubtSentences);
    };
    load().catch(() => {
      // The count stands in the cell; the words can be read on the market's page.
    });
    return () => {
      here = false;
    };
  }, [wanted]);
  return sentences;
}

/** What the pool and its listeners ask for when they need it. */
interface Latest {
  events: RowEvents | undefined;
  settle: () => void;
}

interface OpenMenu {
  readonly anchor: HTMLElement;
  readonly row: MarketRow;
  readonly from: "first" | "last";
}

/** Marks the button of the open menu, and closes that when the button is given to another market. */
function useMenuAnchor(menu: OpenMenu | undefined, set: (menu: OpenMenu | undefined) => void): void {
  useEffect(() => {
    if (menu === undefined) return undefined;
    const { anchor } = menu;
    anchor.setAttribute("aria-expanded", "true");
    const watcher = new MutationObserver(() => set(undefined));
    const row = anchor.closest("[data-row]");
    if (row !== null) watcher.observe(row, { attributeFilter: ["data-id"] });
    return () => {
      anchor.setAttribute("aria-expanded", "false");
      watcher.disconnect();
    };
  }, [menu, set]);
}

/** Stands under the row whose details are shown. Known by its market, so that keys and the focus in it belong to that. */
function createDetailHolder(): HTMLElement {
  const holder = document.createElement("div");
  holder.className = "row-detail-holder";
  holder.setAttribute("role", "row");
  return holder;
}

/** "Sorted by Deposit APY, descending, then by Deposits, ascending". */
function sortSentence(keys: readonly SortKey[], context: SelectContext): string {
  const names = keys.map(
    (key) => `${columnHeader(key.column, context)}, ${key.descending ? "descending" : "ascending"}`,
  );
  return `Sorted by ${names.join(", then by ")}`;
}
