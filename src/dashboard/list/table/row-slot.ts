// One row of the table as it stands in the document: made once, then given to one market after another. Its elements never
// change, only their texts, a few classes and sizes; every write is held against the last, because most are the same.
import type { Ratio } from "../../../contract/units.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { SelectContext } from "../../market/column.ts";
import { columnOf, isColumnId, type ColumnId } from "../../market/columns.ts";
import type { DoubtKind } from "../../market/doubts.ts";
import { placeName } from "../../market/market-text.ts";
import { doubtWords } from "../cell-content.ts";
import { barLengths, leadingParts, markPlace } from "../rate-bar.tsx";
import type { RowAction } from "../../market/row-actions.ts";
import { createDisc, setter } from "./row-disc.ts";
import type { CellTexts, RowTexts } from "./row-texts.ts";
import type { Leaf, Leaves } from "./table-columns.ts";

/** What is the same for all rows of a table; another one means other slots. */
export interface RowPlan {
  readonly leaves: Leaves;
  readonly compact: boolean;
  readonly leading: ColumnId;
  /** Begins the ids of this table's elements. */
  readonly idBase: string;
}

/** Where rows lead to; the same object while that does not change. */
export interface RowLinks {
  /** The address of a market's page. */
  readonly hrefOf: (id: string) => string;
  readonly actionsOf: (row: MarketRow) => readonly RowAction[];
  /** The address of an action as it is opened from this list. */
  readonly placed: (href: string | undefined, row: MarketRow) => string | undefined;
}

/** What rows are drawn by besides what they say; the same object while nothing of it changes. */
export interface RowLook {
  readonly context: SelectContext;
  readonly maxRate: Ratio | undefined;
}

export interface RowState {
  readonly picked: boolean;
  readonly starred: boolean;
  /** The element of its details while they are shown. */
  readonly detailId: string | undefined;
}

export interface RowSlot {
  readonly element: HTMLElement;
  /** The market it shows; undefined until first written. */
  readonly row: () => MarketRow | undefined;
  readonly write: (texts: RowTexts, look: RowLook, links: RowLinks, index: number, top: number) => void;
  readonly mark: (state: RowState) => void;
  /** Draws its disc again, for which a picture may have arrived. */
  readonly picture: () => void;
  /**
   * Writes what is not seen: where its actions lead, what they are called, why there is no value. While the list is scrolled
   * nobody needs it.
   */
  readonly tell: () => void;
  /** Writes that and what only those need who have come to this row: titles, and what the popover is opened by. */
  readonly reach: () => void;
  /** Whether the Tab key stops in this row. */
  readonly admit: (tab: boolean) => void;
  /** What can have the focus, in order; what is hidden now included. */
  readonly controls: readonly HTMLElement[];
}

const mostActions = 2;

/** What a column's cell has besides its digits and their unit. */
interface Shape {
  readonly mark?: true;
  readonly second?: true;
  readonly drawing?: "meter" | "dial";
}

const shapes: Partial<Readonly<Record<ColumnId, Shape>>> = {
  depositApy: { second: true },
  effectiveApy: { mark: true, second: true },
  loanApy: { mark: true, second: true },
  collateralNeeded: { second: true },
  trend: { mark: true, second: true },
  utilization: { drawing: "meter" },
  capacityLeft: { second: true, drawing: "dial" },
  exitCover: { mark: true },
  closeTime: { second: true },
  doubts: { mark: true },
};

/** The rates that lead once my size is entered. */
const atMySize: ReadonlySet<ColumnId> = new Set(["effectiveApy", "loanApy"]);

function make(tag: string, className: string, parent?: HTMLElement): HTMLElement {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  parent?.append(element);
  return element;
}

/** A text of its own at the end of an element, and what sets it. */
function textIn(parent: HTMLElement): (text: string) => void {
  const node = document.createTextNode("");
  parent.append(node);
  let last = "";
  return (text) => {
    if (text !== last) node.data = last = text;
  };
}

function attribute(element: HTMLElement, name: string): (value: string | undefined) => void {
  return setter<string | undefined>((value) => attend(element, name, value), undefined);
}

function attend(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Shows an element or hides it from all, in its place: to take it out of the layout and put it back costs more. */
function shower(element: HTMLElement): (shown: boolean) => void {
  return setter((shown: boolean) => {
    element.style.visibility = shown ? "" : "hidden";
  }, true);
}

/** Whether a control of a row can have the focus now. */
export function isShown(control: HTMLElement): boolean {
  return control.style.visibility !== "hidden";
}

function cellOf({ id, width, align }: Leaf, className: string, role = "cell"): HTMLElement {
  const cell = make("div", `cell ${align} ${className}`);
  cell.setAttribute("role", role);
  cell.dataset["column"] = id;
  cell.style.width = `${String(width)}px`;
  return cell;
}

interface CellSlot {
  readonly element: HTMLElement;
  readonly write: (texts: CellTexts, row: MarketRow, look: RowLook) => void;
  readonly tell: (texts: CellTexts) => void;
  readonly stop?: HTMLElement;
}

/** A cell of any column between the market and the actions. */
function figureSlot(leaf: Leaf, id: ColumnId, { leading, idBase }: RowPlan, ownId: string): CellSlot {
  const { unit: kind } = columnOf(id);
  const shape = shapes[id] ?? {};
  const pressed = id === "depositApy" || id === "borrowApy" || id === leading;
  const names = [
    kind === "text" ? "words" : kind === "rate" && !pressed && !atMySize.has(id) ? "rate" : "",
    kind === "usd" ? "money" : "",
    shape.second === true ? "double" : "",
    shape.drawing ?? "",
    pressed ? "pressed" : "",
  ];
  const base = names.filter((name) => name !== "").join(" ");
  const element = cellOf(leaf, base);
  const setClass = setter((extra: string) => {
    element.className = `cell ${leaf.align} ${base}${extra}`;
  }, "");
  const setLabel = attribute(element, "aria-label");

  const mark = shape.mark === true ? make("i", "mark", element) : undefined;
  const setMark = setter<string | undefined>((name) => {
    if (mark !== undefined) mark.className = name === undefined ? "mark" : `mark ${name}`;
  }, undefined);
  const setSpoken = mark === undefined ? undefined : textIn(mark);

  // The button of the leading rate is as wide as its cell.
  const setDashBefore = id === leading ? textIn(element) : undefined;
  const button = pressed
    ? make("button", id === leading ? "rate-button leading" : "rate-button", element)
    : undefined;
  if (button !== undefined) {
    button.id = ownId;
    button.setAttribute("type", "button");
    button.setAttribute("aria-haspopup", "dialog");
    button.setAttribute("aria-labelledby", `${idBase}-${id} ${ownId}`);
    button.dataset["side"] = id === "borrowApy" ? "borrow" : "deposit";
  }
  const box = button ?? element;
  const money = kind === "usd" || kind === "price";
  const setSign = money ? textIn(box) : undefined;
  const setPrefix = money ? textIn(make("i", "unit", box)) : undefined;
  const setDigits = textIn(box);
  const setUnit =
    kind === "text" || kind === "count" || kind === "price"
      ? undefined
      : textIn(make("i", kind === "usd" ? "unit suffix" : "unit", box));
  const setDash = button === undefined ? undefined : (setDashBefore ?? textIn(element));
  const setShown = button === undefined ? undefined : shower(button);
  const secondLine = (): ((text: string) => void) => textIn(make("b", "second-line", element));
  // Under a rate of its own button stands the leverage of a loop, which most lists have none of.
  let setSecond = shape.second === true && !pressed ? secondLine() : undefined;
  // What is in doubt must be heard without coming here.
  const setTitle = id === "doubts" ? attribute(element, "title") : undefined;
  const setShare = setter<string | undefined>((share) => {
    if (share === undefined) element.style.removeProperty("--share");
    else element.style.setProperty("--share", share);
  }, undefined);
  const setSizes = setter((sizes: string) => button?.style.setProperty("background-size", sizes), "");
  const setPlaces = setter((places: string) => button?.style.setProperty("background-position", places), "");

  return {
    element,
    ...(button === undefined ? {} : { stop: button }),
    write: (texts, row, look) => {
      const { text, tone, run } = texts;
      const missing = text === undefined;
      const parts = typeof text === "object" ? text : undefined;
      const dash = missing ? "—" : "";
      const digits = parts?.digits ?? (typeof text === "string" ? text : setUnit === undefined ? dash : "");
      if (setPrefix === undefined) setDigits((parts?.sign ?? "") + digits);
      else {
        setSign?.(parts?.sign ?? "");
        setPrefix(parts?.prefix ?? "");
        setDigits(digits);
      }
      setUnit?.(parts === undefined ? (setDash === undefined ? dash : "") : parts.gap + parts.unit);
      if (setDash !== undefined) {
        setDash(dash);
        setShown?.(!missing);
      }
      setMark(texts.mark);
      setSpoken?.(texts.spoken === undefined ? "" : `${texts.spoken} `);
      if (pressed && texts.second !== undefined) setSecond ??= secondLine();
      setSecond?.(texts.second ?? "");
      setTitle?.(texts.title);
      setClass(
        (tone === undefined ? "" : ` ${tone}`) +
          (texts.recorded === undefined ? "" : " recorded") +
          (missing && setUnit === undefined ? " missing" : "") +
          (pressed && texts.second !== undefined ? " levered" : "") +
          (texts.shareIsBad === true || (texts.secondIsBad === true && texts.second !== undefined)
            ? " bad"
            : "") +
          (run === undefined ? "" : ` run-${run}`),
      );
      if (shape.drawing !== undefined)
        setShare(
          texts.share === undefined
            ? undefined
            : String(Math.round(Math.min(1, Math.max(0, texts.share)) * 100) / 100),
        );
      if (id !== leading) return;
      const { sizes, places } = missing ? noBar : barOf(row, look);
      setSizes(sizes);
      setPlaces(places);
    },
    tell: ({ why, run, label = why }) => setLabel(run === "first" ? undefined : label),
  };
}

function px(length: number): string {
  return `${String(Math.round(length * 2) / 2)}px`;
}

/** Where the bar begins in its button: after the figure. */
const barStart = 66;

const noBar = { sizes: "0 0", places: "0 0" };

/** Sizes and places of the layers that draw a rate's bar: mark, cut, base, rewards, unknown. */
function barOf(
  row: MarketRow,
  { context, maxRate }: RowLook,
): { readonly sizes: string; readonly places: string } {
  const { base, rewards, unknown, cut } = barLengths(leadingParts(row, context), maxRate);
  const mark = markPlace(context.benchmark?.rate, maxRate);
  const reward = rewards[0] ?? 0;
  const sizes = [
    mark === undefined ? "0 0" : "1px 12px",
    cut ? "3px 10px" : "0 0",
    `${px(base)} 6px`,
    `${px(reward)} 3px`,
    `${px(unknown)} 4px`,
  ];
  const places = [
    barStart + (mark ?? 0),
    barStart + 60,
    barStart,
    // Without rewards nothing is there to be moved: most bars then differ in their sizes alone.
    barStart + (base > 0 && reward > 0 ? base + 1.5 : 0),
    barStart,
  ];
  return { sizes: sizes.join(","), places: places.map((place) => `${px(place)} 50%`).join(",") };
}

export function createRowSlot(plan: RowPlan, number: number): RowSlot {
  const { leaves, compact, idBase } = plan;
  const ownId = `${idBase}-${String(number)}`;
  const nameId = `${ownId}-name`;
  const element = make("div", "markets-row");
  element.setAttribute("role", "row");
  const stops: HTMLElement[] = [];
  const stop = (control: HTMLElement): HTMLElement => {
    control.tabIndex = -1;
    stops.push(control);
    return control;
  };
  const start = make("div", "row-start", element);
  start.setAttribute("role", "none");
  const [controlsLeaf, marketLeaf] = leaves.start;
  // A press beside the star and the fold picks: see row-events.ts.
  const controls = cellOf(controlsLeaf, "controls row-box");
  const controlOf = <Control extends HTMLElement>(
    control: Control,
    name: "pick" | "star" | "fold",
  ): Control => {
    control.className = `row-${name}`;
    control.setAttribute("aria-labelledby", `${idBase}-${name} ${nameId}`);
    controls.append(stop(control));
    return control;
  };
  const box = controlOf(document.createElement("input"), "pick");
  box.type = "checkbox";
  const starButton = controlOf(document.createElement("button"), "star");
  const foldButton = controlOf(document.createElement("button"), "fold");
  for (const button of [starButton, foldButton]) button.type = "button";

  const marketCell = cellOf(marketLeaf, "market", "rowheader");
  start.append(controls, marketCell);
  // Nobody hears the disc, but what names the controls is its label: a name needs no element of its own.
  const disc = createDisc(marketCell, compact ? 20 : 26);
  disc.element.id = nameId;
  const setName = attribute(disc.element, "aria-label");
  const link = stop(make("a", "market-link", marketCell));
  const setLabel = textIn(link);
  const setHref = attribute(link, "href");
  const sign = make("i", "mark", marketCell);
  const setDoubt = setter<DoubtKind | undefined>((kind) => {
    sign.className = kind === undefined ? "mark" : `mark ${doubtWords[kind].mark}`;
    sign.textContent = kind === undefined ? "" : ` ${doubtWords[kind].spoken}`;
  }, undefined);
  const setType = compact ? undefined : textIn(make("span", "market-type", marketCell));
  const place = make("div", "market-place", marketCell);
  const setPlace = textIn(place);
  const end = make("span", "market-end", place);
  const setEnd = textIn(make("span", "market-name", end));
  const setTwin = textIn(make("span", "market-twin", end));

  const figures = leaves.middle.flatMap((leaf): readonly CellSlot[] => {
    if (!isColumnId(leaf.id)) return [];
    const cell = figureSlot(leaf, leaf.id, plan, `${ownId}-${leaf.id}`);
    element.append(cell.element);
    if (cell.stop !== undefined) stop(cell.stop);
    return [cell];
  });
  const [actionsLeaf] = leaves.end;
  const ways: {
    readonly element: HTMLElement;
    readonly write: (own: RowAction | undefined) => void;
    readonly tell: (own: RowAction | undefined, row: RowTexts, placed: RowLinks["placed"]) => void;
  }[] = [];
  let more: HTMLElement | undefined;
  if (actionsLeaf !== undefined) {
    const cell = cellOf(actionsLeaf, "row-end actions");
    element.append(cell);
    for (let at = 0; at < mostActions; at += 1) {
      const action = stop(make("a", "row-action", cell));
      const setText = textIn(action);
      const setActionName = attribute(action, "aria-label");
      const setAddress = attribute(action, "href");
      // Only a link that leads somewhere says how it opens.
      const setTarget = attribute(action, "target");
      const setRelation = attribute(action, "rel");
      const setReferrer = attribute(action, "referrerpolicy");
      const setClass = setter((name: string) => {
        action.className = name;
      }, "row-action");
      const setRole = attribute(action, "role");
      const setDisabled = attribute(action, "aria-disabled");
      const setShown = shower(action);
      ways.push({
        element: action,
        write: (own) => {
          setShown(own !== undefined);
          if (own === undefined) return;
          setText(own.text ?? own.label);
          setClass(`row-action${own.main ? " main" : ""}${own.leaves ? " leaves" : ""}`);
          setDisabled(own.href === undefined ? "true" : undefined);
        },
        tell: (own, { row, name }, placed) => {
          if (own === undefined) return;
          setActionName(`${own.label}, ${name}`);
          setAddress(placed(own.href, row));
          setTarget(own.href === undefined ? undefined : "_blank");
          setRelation(own.href === undefined ? undefined : "noopener noreferrer");
          setReferrer(own.href === undefined ? undefined : "no-referrer");
          // A link without an address has no role of its own; it says why in its title.
          setRole(own.href === undefined ? "link" : undefined);
        },
      });
    }
    more = stop(make("button", "row-more", cell));
    more.setAttribute("type", "button");
    more.setAttribute("aria-labelledby", `${idBase}-more ${nameId}`);
    more.setAttribute("aria-haspopup", "menu");
    more.setAttribute("aria-expanded", "false");
  }

  const setIndex = setter((index: number) => {
    element.setAttribute("aria-rowindex", String(index + 2));
    element.dataset["row"] = String(index);
  }, -1);
  const setTop = setter((top: number) => {
    element.style.top = `${String(top)}px`;
  }, -1);
  const setPicked = setter((picked: boolean) => {
    box.checked = picked;
    element.classList.toggle("picked", picked);
  }, false);
  const setStarred = setter<boolean | undefined>(
    (starred) => starButton.setAttribute("aria-pressed", String(starred)),
    undefined,
  );
  const setExpanded = setter<boolean | undefined>(
    (expanded) => foldButton.setAttribute("aria-expanded", String(expanded)),
    undefined,
  );
  const setControls = attribute(foldButton, "aria-controls");
  const setTabs = setter((tab: boolean) => {
    for (const control of stops) control.tabIndex = tab ? 0 : -1;
  }, false);

  let actions: readonly RowAction[] = [];
  let now: RowTexts | undefined;
  let drawn: RowLook | undefined;
  let led: RowLinks | undefined;
  let told = true;
  let reached: RowTexts | undefined;

  const tell = (): void => {
    if (told || now === undefined || led === undefined) return;
    told = true;
    for (const [at, way] of ways.entries()) way.tell(actions[at], now, led.placed);
    for (const [at, cell] of figures.entries()) {
      const own = now.cells[at];
      if (own !== undefined) cell.tell(own);
    }
  };
  const reach = (): void => {
    tell();
    if (reached === now) return;
    reached = now;
    attend(link, "title", now?.row.label);
    attend(sign, "title", now?.doubtful && doubtWords[now.doubtful].title);
    attend(place, "title", now && placeName(now.row));
    for (const [at, { element: cell, stop: button }] of figures.entries()) {
      attend(cell, "title", now?.cells[at]?.title);
      if (button !== undefined) attend(button, "data-id", now?.row.id);
    }
    for (const [at, { element: action }] of ways.entries())
      attend(action, "title", now && actions[at]?.title);
  };
  /** What was written for the market before is not true of this one. */
  const leave = (next: RowTexts): void => {
    if (reached === undefined || reached.row === next.row) return;
    now = undefined;
    reach();
  };

  return {
    element,
    controls: stops,
    row: () => now?.row,
    write: (texts, look, links, index, top) => {
      setIndex(index);
      setTop(top);
      if (texts === now && look === drawn && links === led) return;
      const { row } = texts;
      const other = row !== now?.row;
      leave(texts);
      now = texts;
      drawn = look;
      if (other) {
        element.dataset["id"] = row.id;
        setLabel(row.label);
        const { start: provider, end: name, id: twin } = texts.place;
        setType?.(` ${texts.type}`);
        // What stands alone is cut at its end; the provider gives way to what follows it.
        const alone = provider === "" || name + twin === "";
        setPlace(alone ? "" : `${provider} · `);
        setEnd(alone ? provider + name : name);
        setTwin(name === "" || twin === "" ? twin : ` · ${twin}`);
        setName(texts.name);
        disc.write(texts.faces);
      }
      if (ways.length > 0 && (other || links.actionsOf !== led?.actionsOf)) {
        actions = links.actionsOf(row);
        for (const [at, way] of ways.entries()) way.write(actions[at]);
      }
      // Where the row leads is true at any moment; the rest is told once nobody scrolls.
      if (other || links.hrefOf !== led?.hrefOf) setHref(links.hrefOf(row.id));
      led = links;
      told = false;
      setDoubt(texts.doubtful);
      for (const [at, cell] of figures.entries()) {
        const own = texts.cells[at];
        if (own !== undefined) cell.write(own, row, look);
      }
      if (reached !== undefined) reach();
    },
    mark: ({ picked, starred, detailId }) => {
      setPicked(picked);
      setStarred(starred);
      setExpanded(detailId !== undefined);
      setControls(detailId);
    },
    picture: () => {
      if (now !== undefined) disc.write(now.faces);
    },
    tell,
    reach,
    admit: setTabs,
  };
}
