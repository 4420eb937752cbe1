// Renders values for table, cards and details. cell-content.ts decides what they contain.
import type { ComponentProps, CSSProperties, MouseEvent, ReactNode } from "react";
import { columnHeader, columnOf, type ColumnId } from "../../domain/market/columns.ts";
import { rateOfBasis, type SelectContext } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { countMarkets, textOf, type Formatted } from "../../domain/format/number.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import { AreaSparkline } from "./row/area-sparkline.tsx";
import { suffixClass, unitClass } from "../ui/marks/number-text.tsx";
import { classNames } from "../ui/page/class-names.ts";
import type { OnRateClick } from "./rate-popover/use-rate-popover.tsx";
import { failedCheckKind } from "../../domain/market/assess/checks.ts";
import type { failedCheckSentences } from "../../domain/market/assess/check-words.ts";
import { cellContent, failedCheckMarks, whyMissing, type CellContent, type Mark } from "./cell-content.ts";
import type { MarketListProps } from "./market-list.ts";

/** Keep it stable until something changes, so that rows do not render again. */
export interface CellContext extends Pick<
  MarketListProps,
  "hasOneToken" | "awaitsTrends" | "awaitsLoops" | "blocked" | "outcomes" | "maxRate"
> {
  readonly context: SelectContext & { readonly side: Side };
  readonly onLinkClick: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly onTogglePick: (id: string) => void;
  readonly onToggleStar: (id: string) => void;
  readonly onRateClick: OnRateClick;
  readonly failedCheckSentences?: typeof failedCheckSentences | undefined;
}

/** Above the first blocked market. Decorative: each of them says the same. */
export function blockedHeading({ context: { side } }: CellContext, count: number): ReactNode {
  return (
    <>
      <b className="font-semibold">{side === "borrow" ? "Nothing to borrow" : "Not open for deposits"}</b>{" "}
      <span className="text-text3">{countMarkets(count)}</span>
    </>
  );
}

const markStyles: Readonly<Record<Mark, string>> = {
  danger: "text-danger [--icon:var(--icon-danger)]",
  info: "text-text3 [--icon:var(--icon-info)]",
  tick: "[--icon:var(--icon-tick)]",
  up: "-rotate-45 text-text2 [--icon:var(--icon-arrow)]",
  level: "text-text2 [--icon:var(--icon-arrow)]",
  down: "rotate-45 text-text2 [--icon:var(--icon-arrow)]",
};

/** `spoken` is for screen readers. */
function mark(name: Mark, spoken = "", title?: string): ReactNode {
  return (
    <i
      className={`mark relative mr-1 inline-block size-2.5 flex-none overflow-hidden indent-3 align-[-0.5px] whitespace-nowrap [--icon-size:10px] before:absolute before:inset-0 ${markStyles[name]}`}
      data-mark={name}
      title={title}
    >
      {spoken}
    </i>
  );
}

/** For the accessible name of a link that contains the icon. */
export function warningWords(row: MarketRow, context: SelectContext): string {
  const kind = failedCheckKind(row, context.prices);
  return kind === undefined ? "" : ` ${failedCheckMarks[kind].spoken}`;
}

export function warningIcon(row: MarketRow, context: SelectContext): ReactNode {
  const kind = failedCheckKind(row, context.prices);
  if (kind === undefined) return null;
  const { mark: name, spoken, title } = failedCheckMarks[kind];
  return mark(name, ` ${spoken}`, title);
}

/** No element per unit: those would be a third of a row's elements. */
export function quietUnit(
  { sign, prefix, digits, gap, unit }: Formatted,
  className: string = unitClass,
): ReactNode {
  return (
    <>
      {sign + prefix + digits}
      <i className={className}>{gap + unit}</i>
    </>
  );
}

function figure(id: ColumnId, value: Formatted | string): ReactNode {
  if (typeof value === "string") return value;
  if (columnOf(id).unit === "usd") return quietUnit(value, suffixClass);
  return atMySize.has(id) ? quietUnit(value) : value.text;
}

const rateColumns = ["depositApy", "baseDepositApy", "borrowApy", "baseBorrowApy"] as const;
export type RateColumn = (typeof rateColumns)[number];

export function firstRate(columns: readonly ColumnId[]): RateColumn | undefined {
  return columns.find((id): id is RateColumn => rateColumns.some((rate) => rate === id));
}

const atMySize: ReadonlySet<ColumnId> = new Set(["effectiveApy", "loanApy"]);
const tones = { quiet: "text-text3", strong: "font-medium", danger: "font-medium text-danger" } as const;
const drawings: Partial<Readonly<Record<ColumnId, "meter" | "dial">>> = {
  utilization: "meter",
  capacityLeft: "dial",
};

const ofLegs: ReadonlySet<ColumnId> = new Set(["capacityLeft", "vsHolding"]);

/** Loads after the list: the last 90 days, and the markets on which figures of loops depend. */
export function isColumnAwaited(
  id: ColumnId,
  { kind }: MarketRow,
  { awaitsTrends, awaitsLoops }: CellContext,
): boolean {
  if (ofLegs.has(id)) return awaitsLoops && kind === "loop";
  const { needs, types } = columnOf(id);
  return awaitsTrends && needs.includes("trends") && types.some((type) => type === kind);
}

export function renderCellContent(
  id: ColumnId,
  row: MarketRow,
  cells: CellContext,
  renderRate: (props: RateProps) => ReactNode,
) {
  const { context } = cells;
  const content = cellContent(id, row, context);
  const { text, tone, recorded, second, share } = content;
  const { unit } = columnOf(id);
  const leads = id === rateOfBasis[context.basis];
  const opens = leads || id === "depositApy" || sideOf(id) === "borrow";
  const awaited = text === undefined && isColumnAwaited(id, row, cells);
  const isQuiet = unit === "rate" && !opens && !atMySize.has(id);
  // The second line says what the dial shows, and needs its space.
  const drawing = second === undefined ? drawings[id] : undefined;
  const className = classNames(
    unit === "text" && "overflow-hidden text-ellipsis",
    text === undefined
      ? "text-text3"
      : (tone && tones[tone]) || ((unit === "text" || isQuiet) && "text-text2"),
    isQuiet && "[word-spacing:-0.12em]",
    atMySize.has(id) &&
      (cells.blocked.has(row.id)
        ? "font-medium text-text3"
        : "text-[14px] font-semibold in-[.stale]:font-normal"),
    id === "low90d" && "font-medium",
    drawing !== undefined && share !== undefined && drawing,
    // A card shows no second line below a figure.
    second !== undefined && "not-in-[.market-card]:leading-4!",
    second !== undefined && opens && "in-[.compact]:overflow-hidden in-[.compact]:text-ellipsis",
    recorded !== undefined && "recorded",
    awaited && "awaited",
    content.shareIsBad === true && "[--drawing:var(--danger)]",
  );
  const why = awaited ? "Loading…" : whyMissing(id, row, context, content);
  const first =
    text === undefined
      ? "—"
      : id === "spark90d"
        ? sparkline(row, context, text)
        : opens
          ? renderRate({ id, row, cells, text, leads, isLevered: second !== undefined })
          : figure(id, text);
  return {
    className,
    description: titleOf(id, row, cells, content) ?? why,
    label: recorded === undefined ? why : [textOf(text), second, recorded].filter(Boolean).join(", "),
    awaited,
    /** For values from our own record: since when, and with which coverage. */
    recorded,
    style: drawing !== undefined && share !== undefined ? shareStyle(share) : undefined,
    // Text as the only child takes one fiber instead of three.
    children:
      content.mark === undefined ? (
        first
      ) : (
        <>
          {mark(content.mark, content.spoken && `${content.spoken} `)}
          {first}
        </>
      ),
    second:
      second === undefined ? null : (
        <b
          className={classNames(
            "second-line block text-[12px]/[14px] font-normal",
            content.secondIsBad === true ? "text-danger" : "text-text3",
            // In compact rows it is beside the rate.
            opens
              ? "pointer-events-none relative in-[.compact]:ml-1 in-[.compact]:inline"
              : "truncate in-[.compact]:hidden",
          )}
        >
          {content.perYear === undefined ? null : (
            <span className="in-[.compact]:hidden">{content.perYear} </span>
          )}
          {second}
        </b>
      ),
  };
}

function sparkline(row: MarketRow, { trends }: SelectContext, text: Formatted | string): ReactNode {
  const figures = trends?.get(row.id);
  return figures === undefined ? (
    textOf(text)
  ) : (
    <>
      <AreaSparkline row={row} trend={figures} />
      <span className="sr-only">{textOf(text)}</span>
    </>
  );
}

export function titleOf(
  id: ColumnId,
  row: MarketRow,
  { context, failedCheckSentences }: Pick<CellContext, "context" | "failedCheckSentences">,
  { title }: CellContent,
): string | undefined {
  return id === "doubts" && failedCheckKind(row, context.prices) !== undefined
    ? failedCheckSentences?.(row, context.prices).join("\n")
    : title;
}

function shareStyle(share: number): CSSProperties {
  const style: CSSProperties & Record<"--share", number> = {
    "--share": Math.round(Math.min(1, Math.max(0, share)) * 100) / 100,
  };
  return style;
}

export interface RateProps {
  readonly id: ColumnId;
  readonly row: MarketRow;
  readonly cells: CellContext;
  readonly text: Formatted | string;
  readonly leads: boolean;
  readonly isLevered: boolean;
}

const rateClass =
  "-mr-1 rounded-item px-1 text-right align-middle in-[.stale]:font-normal in-[.stale]:text-text2";

/** The rate at the user's size is bold, and then the quoted rate is secondary. */
export function rateClassOf(id: ColumnId, { kind }: MarketRow, { size }: SelectContext): string {
  const { types } = columnOf(sideOf(id) === "borrow" ? "loanApy" : "effectiveApy");
  const isQuoted = size !== undefined && types.some((type) => type === kind);
  return classNames(rateClass, isQuoted ? "text-[13px] text-text2" : "text-[13.5px] font-semibold");
}

export function sideOf(id: ColumnId): Side {
  return id === "borrowApy" || id === "baseBorrowApy" ? "borrow" : "deposit";
}

export function rateButtonProps(
  id: ColumnId,
  { context, onRateClick }: CellContext,
  text: Formatted | string,
): ComponentProps<"button"> & { readonly "data-side": Side } {
  return {
    "data-side": sideOf(id),
    "aria-haspopup": "dialog",
    "aria-label": `${columnHeader(id, context)} ${textOf(text) ?? ""}`,
    onClick: onRateClick,
  };
}

interface PressButtonProps extends Pick<
  ComponentProps<"button">,
  "aria-label" | "aria-labelledby" | "tabIndex" | "className" | "onClick"
> {
  readonly isOn: boolean;
}

export function PickButton({ isOn, className = "", ...props }: PressButtonProps): ReactNode {
  return (
    <button
      type="button"
      // Not an input, because React writes its type, name and state with every render.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="checkbox"
      aria-checked={isOn}
      className={`pick inline-flex items-center justify-center align-middle before:rounded-[3px] before:border ${isOn ? "" : "before:border-control before:bg-inset hover:before:border-text2"} ${className}`}
      {...props}
    />
  );
}

export function StarButton({ isOn, className = "", ...props }: PressButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={`${iconButton} ${isOn ? "text-text [--icon:var(--icon-starred)]" : "[--icon:var(--icon-star)]"} ${className}`}
      {...props}
    />
  );
}

export const iconButton =
  "icon inline-flex items-center justify-center rounded-control align-middle text-text3 hover:text-text";

function factRate({ id, row, cells, text }: RateProps): ReactNode {
  return (
    <button
      type="button"
      className={classNames(
        rateClassOf(id, row, cells.context),
        "-my-[3px] -ml-1 h-6 aria-expanded:outline-[1.5px] aria-expanded:outline-accent max-md:-mx-2 max-md:-my-[13px] max-md:h-11 max-md:min-w-11 max-md:px-2",
      )}
      {...rateButtonProps(id, cells, text)}
    >
      {typeof text === "string" ? text : quietUnit(text)}
    </button>
  );
}

interface FactValueProps {
  readonly id: ColumnId;
  readonly row: MarketRow;
  readonly cells: CellContext;
  readonly className?: string;
}

export function FactValue({ id, row, cells, className = "" }: FactValueProps): ReactNode {
  const {
    className: own,
    style,
    awaited,
    description,
    recorded,
    children,
    second,
  } = renderCellContent(id, row, cells, factRate);
  if (awaited)
    return (
      <dd className={className}>
        <span aria-hidden="true">…</span>
        <span className="sr-only">loading</span>
      </dd>
    );
  return (
    <dd className={`${own} ${className}`} style={style} aria-description={description}>
      {children}
      {second === null ? null : <> {second}</>}
      {recorded === undefined ? null : <span className="sr-only">, {recorded}</span>}
    </dd>
  );
}
