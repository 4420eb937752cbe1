import { act, configure, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loopCapacities } from "../../../domain/market/loops/loop-capacity.ts";
import { quietList } from "../../../../tests/fixtures/quiet-list.ts";
import { forgetChoices, keptChoices } from "../../../../tests/fixtures/kept-choices.ts";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { onScreen } from "../../../../tests/fixtures/screen-size.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { readParameter } from "../../../domain/view-state/search-text.ts";
import type { SortKey } from "../../../domain/view-state/view-state.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { searchFieldId } from "../toolbar/focus-search.ts";
import type { MarketListProps } from "../market-list.ts";
// Lazy modules are imported up front, so that no test waits for their transformation.
import "../rate-popover/rate-panel.tsx";
import "../../../domain/market/column-help.ts";
import "../help/help-dialog.tsx";
import "./row-detail.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { MarketsTable } from "./markets-table.tsx";

const rows: readonly MarketRow[] = Array.from({ length: 275 }, (_, index) =>
  marketRow({
    id: `m${String(index)}`,
    label: `T${String(index)}`,
    productName: "Main Market",
    depositApy: fraction(0.2 - index / 10_000),
    baseDepositApy: fraction(0.1),
  }),
);
const offering = rows.map((row) => ({
  ...row,
  actions: {
    deposit: { blinkUrl: "blink:https://kamino.dial.to/deposit" },
    withdraw: { blinkUrl: "blink:https://kamino.dial.to/withdraw" },
  },
}));
/** The market that the link of an action names. */
const marketOf = (link: Element | null | undefined): string | undefined =>
  readParameter(link?.getAttribute("href")?.split("?")[1] ?? "", "market");
const columns: readonly ColumnId[] = ["market", "depositApy", "borrowApy", "totalDepositUsd", "actions"];
const sort: readonly SortKey[] = [{ column: "depositApy", descending: true }];

const props = (change: Partial<MarketListProps> = {}): MarketListProps => ({
  ...quietList,
  rows,
  columns,
  sort,
  onSort: () => undefined,
  context: { size: undefined, basis: "total", benchmark: undefined },
  density: "normal",
  maxRate: fraction(0.2),
  ...change,
});

afterEach(forgetChoices);

const table = (): HTMLElement => screen.getByRole("table", { name: "Markets" });
// Queries by role compute the names of every element of every row, so tests that need no role query the document.
const shown = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".markets-row")];
const region = (): HTMLElement => screen.getByRole("region");
const order = (): readonly number[] => shown().map((row) => Number(row.getAttribute("aria-rowindex")));
const inOrder = (): readonly number[] => order().toSorted((a, b) => a - b);
const scrollTo = (top: number): void => {
  region().scrollTop = top;
  fireEvent.scroll(region());
};
const linkOf = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("a.market-link")].find(
    ({ textContent }) => textContent?.split(" ")[0] === name,
  );
const tabStops = (): readonly string[] =>
  shown()
    .filter((row) => row.querySelector('[tabindex="0"]') !== null)
    .map((row) => row.dataset["id"] ?? "");
function need(found: HTMLElement | undefined, what: string): HTMLElement {
  if (found === undefined) throw new Error(`No ${what}`);
  return found;
}
const link = (name: string): HTMLElement => need(linkOf(name), `link ${name}`);
const box = (index: number): HTMLElement =>
  screen.getByRole("checkbox", { name: `Compare T${String(index)}, Kamino · Main Market` });
const headerButton = (name: string): HTMLElement => {
  const all = [...document.querySelectorAll<HTMLElement>(".markets-head button")];
  return need(
    all.find((button) => button.firstElementChild?.textContent === name),
    `header ${name}`,
  );
};
const descriptionOf = (element: HTMLElement): string =>
  element.getAttribute("aria-description") ??
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");
const foldOf = (index: number): HTMLElement =>
  screen.getByRole("button", { name: `Details of T${String(index)}, Kamino · Main Market` });
const details = (): HTMLElement | null => document.querySelector<HTMLElement>(".row-detail");
const listed = (change: Partial<MarketListProps>): ReactNode => (
  <LiveRegionProvider>
    <MarketsTable {...props(change)} />
  </LiveRegionProvider>
);
function show(change: Partial<MarketListProps> = {}) {
  const wrapper = queryWrapper(createQueryClient());
  const { rerender } = render(listed(change), { wrapper });
  const next = (now: Partial<MarketListProps> = {}): void => rerender(listed(now));
  return { user: userEvent.setup(), next };
}
const text = (): string | null => screen.getByTestId("announcements").textContent;

configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

let visits = 0;
beforeEach(() => {
  // A new address is a new list, so that no test starts at the scroll position of the one before.
  visits += 1;
  window.history.replaceState(null, "", `/?visit=${String(visits)}`);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  // Ten rows of 40 px under a head of 32 px.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(432);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a long list", () => {
  test("has the heading of closed markets right before the first one in the document, for print", () => {
    show({ rows: rows.slice(0, 5), blocked: new Set(["m3", "m4"]) });
    const heading = screen.getByText("Not open for deposits").closest(".markets-body > div");
    expect(heading?.nextElementSibling).toBe(shown()[3]);
    expect(heading?.textContent).toBe("Not open for deposits 2 markets");
  });

  test("states its full length and renders only rows near the visible ones", () => {
    show();
    expect(table().getAttribute("aria-rowcount")).toBe("276");
    expect(shown().length).toBeLessThan(40);
    expect(shown()[0]?.getAttribute("aria-rowindex")).toBe("2");
  });

  test("reuses rows in place while scrolling and reorders them at rest, on Tab or on focus", () => {
    vi.useFakeTimers();
    try {
      show();
      const ways = [
        [400, () => void vi.advanceTimersByTime(150)],
        [200, () => fireEvent.keyDown(document.body, { key: "Tab" })],
        [560, () => box(16).focus()],
      ] as const;
      for (const [top, end] of ways) {
        const stood = shown();
        scrollTo(top);
        expect(shown()).toEqual(stood);
        expect(order()).not.toEqual(inOrder());
        act(() => void end());
        expect(order()).toEqual(inOrder());
      }
      expect(document.activeElement).toBe(box(16));
    } finally {
      vi.useRealTimers();
    }
  });

  test("moves the rows that a filter leaves, and reorders them at rest", () => {
    vi.useFakeTimers();
    try {
      const { next } = show();
      const elementOf = (id: string): HTMLElement | undefined =>
        shown().find((row) => row.dataset["id"] === id);
      const stayed = ["m0", "m2", "m3", "m5", "m6", "m8", "m9"];
      const stood = stayed.map(elementOf);
      next({ rows: rows.filter((_, index) => index % 3 !== 1) });
      expect(stayed.map(elementOf)).toEqual(stood);
      expect(order()).not.toEqual(inOrder());
      act(() => void vi.advanceTimersByTime(150));
      expect(order()).toEqual(inOrder());
    } finally {
      vi.useRealTimers();
    }
  });

  test("shows another order in the same elements, in the order of the document", () => {
    const { next } = show();
    const stood = shown();
    next({ rows: [...rows.slice(100, 105), ...rows.slice(0, 2), ...rows.slice(105)] });
    expect(shown()).toEqual(stood);
    expect(order()).toEqual(inOrder());
  });

  test("keeps a row in place while it is pressed, so that the click is not lost", () => {
    show();
    scrollTo(400);
    const stood = shown();
    const matches = vi
      .spyOn(HTMLElement.prototype, "matches")
      .mockImplementation((selector) => selector === ":active");
    act(() => box(16).focus());
    matches.mockRestore();
    expect(shown()).toEqual(stood);
    fireEvent.click(window);
    expect(shown()).not.toEqual(stood);
    expect(document.activeElement).toBe(box(16));
  });

  test("moves focus to the list when the focused row scrolls away", () => {
    show();
    link("T0").focus();
    scrollTo(8000);
    expect(document.activeElement).toBe(region());
  });
});

test("changed rows on screen flash once per refresh, and not with reduced motion", () => {
  const flashed: (string | undefined)[] = [];
  vi.spyOn(HTMLElement.prototype, "animate").mockImplementation(function (this: HTMLElement) {
    flashed.push(this.dataset["id"]);
    return new Animation();
  });
  const changedIds = new Set(["m1", "m3", "m200"]);
  const { next } = show();
  expect(flashed).toEqual([]);
  next({ changedIds });
  expect(flashed).toEqual(["m1", "m3"]);
  next({ changedIds, density: "compact" });
  expect(flashed).toHaveLength(2);
  onScreen("still");
  next({ changedIds: new Set(changedIds) });
  expect(flashed).toHaveLength(2);
});

describe("details under a row", () => {
  test("open below the row with the facts its columns omit, and close with the same button", async () => {
    const { user } = show();
    expect(foldOf(1).getAttribute("aria-expanded")).toBe("false");
    await user.click(foldOf(1));
    expect(foldOf(1).getAttribute("aria-expanded")).toBe("true");
    expect(document.activeElement).toBe(foldOf(1));
    await vi.waitFor(() => expect(details()?.id).toBe(foldOf(1).getAttribute("aria-controls")));
    const unfolded = within(need(details() ?? undefined, "details"));
    unfolded.getByRole("list", { name: "Summary" });
    const given = unfolded.getAllByRole("term").map((term) => term.textContent);
    expect(given).toEqual(["Deposit APY", "Base APY", "Deposit rewards", "Checks"]);
    expect(details()?.closest("[role=row]")?.previousElementSibling).toBe(foldOf(1).closest("[role=row]"));
    await user.click(foldOf(1));
    expect(details()).toBeNull();
  });

  test("describe the loan when borrowing, and compare a loop with plain deposits", async () => {
    const loans = { mint: undefined, symbol: undefined, share: 0.5, byPlace: new Map(), rows: [], text: "" };
    const lends = { baseBorrowApy: fraction(0.05), borrowApy: fraction(0.05), totalBorrowUsd: dollars(1e6) };
    const [first, ...others] = rows.map((row) => ({ ...row, ...lends, tokens: [rowToken("SOL")] }));
    const loop = marketRow({ ...first, type: "loop", kind: "loop", depositApy: fraction(0.02) });
    const list = [loop, ...others];
    const context = { size: undefined, basis: "total", benchmark: undefined, loans } as const;
    const { user } = show({ rows: list, context: { ...context, loops: loopCapacities(list, list) } });
    await user.click(foldOf(1));
    await vi.waitFor(() => expect(details()?.textContent).toContain("amount left to borrow"));
    await user.click(foldOf(0));
    await vi.waitFor(() => expect(details()?.textContent).toContain("Leverage doesn't pay"));
  });

  test("draw all rates of half a year, none cut off at an edge", async () => {
    const rates = [...Array.from({ length: 100 }, () => 0.1), 0.4, 0.8];
    const history = rates.map((depositApy, day) => ({
      timestamp: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
      depositApy,
    }));
    vi.stubGlobal("fetch", async () => Response.json({ data: { markets: [{ id: "m1", history }] } }));
    const { user } = show();
    await user.click(foldOf(1));
    await vi.waitFor(() => expect(details()?.querySelector("figure")).toBeTruthy());
    const line = details()?.querySelector("figure path:not([stroke-dasharray])")?.getAttribute("d");
    const heights = line?.match(/(?<= )[\d.]+/g);
    // Three recorded rates and today's.
    expect(new Set(heights).size).toBe(4);
    expect(details()?.querySelector("figcaption")?.textContent).toMatch(/^180 days mostly/);
  });

  test("name the rate of their chart among the figures of a loan", async () => {
    const history = [{ timestamp: new Date(Date.UTC(2026, 0, 1)).toISOString(), depositApy: 0.1 }];
    vi.stubGlobal("fetch", async () => Response.json({ data: { markets: [{ id: "m1", history }] } }));
    const loans = { mint: undefined, symbol: undefined, share: 0.5, byPlace: new Map(), rows: [], text: "" };
    const { user } = show({ context: { size: undefined, basis: "total", benchmark: undefined, loans } });
    await user.click(foldOf(1));
    await vi.waitFor(() =>
      expect(details()?.querySelector("figcaption")?.textContent).toMatch(/^Deposits: 180 days mostly/),
    );
  });

  test("start with the full name when the row may truncate it", async () => {
    const name = "Faulty on purpose: averages that never move";
    const { user } = show({
      rows: [marketRow({ id: "long", label: "T0", productName: name }), ...rows.slice(1)],
    });
    await user.click(screen.getByRole("button", { name: `Details of T0, Kamino · ${name}` }));
    await vi.waitFor(() => expect(details()?.textContent).toMatch(new RegExp(`^Kamino · ${name}`)));
    await user.click(foldOf(1));
    await vi.waitFor(() => expect(details()?.textContent).not.toContain("Kamino"));
  });

  test("open for one market at a time, also with the key e, and follow it in another order", async () => {
    const { user, next } = show();
    link("T2").focus();
    await user.keyboard("e");
    await vi.waitFor(() => expect(details()).not.toBeNull());
    await user.click(foldOf(3));
    await vi.waitFor(() => expect(details()?.querySelector("a")?.dataset["id"]).toBe("m3"));
    expect(foldOf(2).getAttribute("aria-expanded")).toBe("false");
    next({ rows: rows.toReversed() });
    expect(details()).toBeNull();
    next({ rows: rows.slice(3) });
    expect(details()?.closest("[role=row]")?.previousElementSibling?.getAttribute("aria-rowindex")).toBe("2");
  });
});

describe("the header", () => {
  test("only the first sort column has aria-sort, the second describes its order", () => {
    const two: readonly SortKey[] = [
      { column: "depositApy", descending: true },
      { column: "borrowApy", descending: false },
    ];
    show({ sort: two });
    const sorted = [...table().querySelectorAll("[aria-sort]")];
    expect(sorted.map((head) => head.getAttribute("aria-sort"))).toEqual(["descending"]);
    expect(descriptionOf(headerButton("Borrow APY"))).toContain("Sort key 2, ascending");
  });

  test("a press by keyboard with Shift adds a column, and the whole order is announced", async () => {
    const onSort = vi.fn<MarketListProps["onSort"]>();
    const { user } = show({ onSort });
    headerButton("Deposits").focus();
    await user.keyboard("{Shift>}{Enter}{/Shift}");
    expect(onSort.mock.calls).toEqual([[[...sort, { column: "totalDepositUsd", descending: true }]]]);
    expect(text()).toBe("Sorted by Deposit APY, descending, then by Deposits, descending");
  });

  test("describes a provisional order, and a column by its help once the page is used", async () => {
    show({ provisional: true });
    expect(descriptionOf(table())).toContain("provisional");
    const button = headerButton("Deposit APY");
    act(() => button.focus());
    await vi.waitFor(() => expect(descriptionOf(button)).toContain("base + deposit rewards"));
  });
});

describe("columns", () => {
  test("keep their own names beside the size in a header", () => {
    const context = { ...props().context, size: dollars(250_000) };
    show({ columns: ["market", "effectiveApy", "depositApy", "actions"], context });
    expect(screen.getByRole("button", { name: "At $250k, At my size" }).textContent).toBe("At $250k");
    screen.getByRole("button", { name: "Deposit APY" });
  });

  test("have the failed checks of a market as description and tooltip of their count", async () => {
    const contradictory = marketRow({ label: "T0", maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) });
    const { user } = show({ columns: ["market", "doubts", "actions"], rows: [contradictory] });
    const [found] = document.querySelectorAll<HTMLElement>("[role=cell][data-column=doubts]");
    const checks = need(found, "checks");
    const failed = /The max LTV of 90\.0\s% is not under/;
    await vi.waitFor(() => expect(checks.getAttribute("aria-description")).toMatch(failed));
    // A title would open beside the tooltip.
    expect(checks.title).toBe("");
    await user.hover(checks);
    expect((await screen.findByRole("tooltip")).textContent).toMatch(failed);
  });

  test("explain a rate without a button, such as the one of the other basis", async () => {
    const { user } = show({ columns: ["market", "depositApy", "baseDepositApy", "actions"] });
    const [found] = document.querySelectorAll<HTMLElement>("[role=cell][data-column=baseDepositApy]");
    await user.hover(need(found, "base rate"));
    expect((await screen.findByRole("tooltip")).textContent).toMatch(/^Base APY/);
  });

  test("have the rate bar in the base column when the basis is base", () => {
    const context = { size: undefined, basis: "base", benchmark: undefined } as const;
    show({ context, columns: ["market", "baseDepositApy", "depositApy", "actions"] });
    const leading = shown()[0]?.querySelector(".bar");
    expect(leading?.closest("[role=cell]")?.getAttribute("data-column")).toBe("baseDepositApy");
  });
});

describe("a row", () => {
  test("its link has a distinguishing name and the leading rate as description", () => {
    // The name of a row without a provider link has that warning, too.
    const [first, second] = rows;
    const linked = marketRow({ ...second, websiteUrl: "https://kamino.example.org" });
    show({ rows: first === undefined ? [] : [first, linked] });
    const named = screen.getByRole("link", { name: "T1 · Main Market, Kamino · Lending" });
    expect(descriptionOf(named)).toBe("Deposit APY 19.99 %");
  });

  test("has actions, and one pressed while scrolling is for the market now in its row", async () => {
    show({ rows: offering });
    const deposit = shown()[5]?.querySelector<HTMLElement>(".row-action");
    await vi.waitFor(() => expect(marketOf(deposit)).toBe("m5"));
    scrollTo(4000);
    deposit?.addEventListener("click", (event) => event.preventDefault());
    deposit?.click();
    const id = deposit?.closest<HTMLElement>(".markets-row")?.dataset["id"];
    expect(id).not.toBe("m5");
    expect([marketOf(deposit), deposit?.getAttribute("aria-label")]).toEqual([
      id,
      `Deposit, T${String(id).slice(1)}, Kamino · Main Market, kamino.dial.to, opens in a new tab`,
    ]);
    // Once the list is at rest, so are all other rows.
    const leads = () => shown().map((row) => marketOf(row.querySelector(".row-action")));
    await vi.waitFor(() => expect(leads()).toEqual(shown().map((row) => row.dataset["id"])));
  });

  test("shares one menu with all rows, which closes when its row is reused", async () => {
    const { user, next } = show({ rows: offering });
    const more = screen.getByRole("button", { name: "More actions T1, Kamino · Main Market" });
    await user.click(more);
    const menu = await screen.findByRole("menu", { name: "More actions" });
    expect(more.getAttribute("aria-expanded")).toBe("true");
    expect(marketOf(within(menu).getByRole("menuitem", { name: /^Withdraw/ }))).toBe("m1");
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(more);
    await user.keyboard("{ArrowUp}");
    await screen.findByRole("menu");
    next({ rows: offering.slice(100) });
    await vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  });

  test("opens its market by its link or on a plain click, except on controls, in a new tab or when selecting text", () => {
    const onOpen = vi.fn<(id: string) => void>();
    show({ onOpen, rows: [marketRow({ id: "a/b c", label: "USDC" }), ...rows] });
    expect(link("USDC").getAttribute("href")).toBe(`/markets/a%2Fb%20c${window.location.search}`);
    fireEvent.click(link("USDC"), { ctrlKey: true });
    expect(onOpen).not.toHaveBeenCalled();
    fireEvent.click(link("USDC"));
    expect(onOpen).toHaveBeenLastCalledWith("a/b c");
    onOpen.mockClear();
    const cells = document.querySelectorAll<HTMLElement>("[data-column=totalDepositUsd]");
    const cell = need(
      [...cells].find((found) => found.closest("[data-id=m2]") !== null),
      "cell",
    );
    for (const press of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }]) fireEvent.click(cell, press);
    fireEvent.click(box(2).closest("[role=cell]") ?? document.body);
    expect(keptChoices().picks).toEqual(["m2"]);
    expect(onOpen).not.toHaveBeenCalled();
    fireEvent.click(cell);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith("m2");
    const selection = window.getSelection();
    if (selection === null) throw new Error("No selection");
    vi.spyOn(selection, "type", "get").mockReturnValue("Range");
    vi.spyOn(window, "getSelection").mockReturnValue(selection);
    fireEvent.click(cell);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  test("has the list's one tab stop if last used or first in view; arrows move inside it", async () => {
    const { user } = show();
    expect(tabStops()).toEqual(["m0"]);
    await user.keyboard("jjj");
    expect(tabStops()).toEqual(["m2"]);
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement?.classList).toContain("icon");
    // The browser scrolls to a flag that had wrapped out of sight.
    const flags = document.activeElement?.parentElement;
    if (flags instanceof HTMLElement) flags.scrollTop = 16;
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(flags?.scrollTop).toBe(0);
    expect(document.activeElement).toBe(foldOf(2));
    await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(box(2));
  });
});

test("on touch screens rows are 52 px high, controls 44 px, and an upright tablet has its actions pinned", () => {
  onScreen("touch");
  // The width that a window of 768 px leaves next to the filters.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(544);
  show({ rows: offering });
  const places = shown().map(({ style }) => style.transform);
  expect(places.slice(0, 3)).toEqual(["translateY(0px)", "translateY(52px)", "translateY(104px)"]);
  const small = [...(shown()[0]?.querySelectorAll("button, .row-action") ?? [])].filter(
    ({ className }) => !/pointer-coarse:(size|h)-11/.test(className),
  );
  expect(small).toEqual([]);
  expect(region().hasAttribute("data-roomy")).toBe(true);
});

describe("keys", () => {
  test("scroll to a market that is not rendered and then focus it", async () => {
    const { user } = show();
    await user.keyboard("{End}");
    expect(region().scrollTop).toBe(275 * 44 - 400);
    fireEvent.scroll(region());
    expect(document.activeElement).toBe(link("T274"));
    await user.keyboard("{Home}");
    fireEvent.scroll(region());
    expect(document.activeElement).toBe(link("T0"));
  });

  test("move focus between markets; x and s press the checkbox and star of the focused one and announce it", async () => {
    const { user } = show();
    await user.keyboard("j{ArrowDown}jk");
    expect(document.activeElement).toBe(link("T1"));
    await user.keyboard("x");
    expect(text()).toBe("T1, Kamino · Main Market: added to compare");
    await user.keyboard("s{ArrowUp}");
    expect(keptChoices()).toEqual({ picks: ["m1"], starred: ["m1"] });
    expect(document.activeElement).toBe(link("T0"));
    expect(box(1).getAttribute("aria-checked")).toBe("true");
    const star = screen.getByRole("button", { name: "Star T1, Kamino · Main Market" });
    expect(star.getAttribute("aria-pressed")).toBe("true");
    await user.click(star);
    await user.click(box(1));
    expect(keptChoices()).toEqual({ picks: [], starred: [] });
  });

  test("focus the search with a slash and open the help with a question mark", async () => {
    const { user } = show();
    const field = document.body.appendChild(document.createElement("input"));
    field.id = searchFieldId;
    await user.keyboard("/");
    expect(document.activeElement).toBe(field);
    field.blur();
    field.remove();
    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "Help and keyboard" });
  });
});

describe("a changing list", () => {
  test("scrolls to the top in a new order", () => {
    const { next } = show();
    scrollTo(4000);
    next({ sort: [{ column: "market", descending: false }] });
    expect(region().scrollTop).toBe(0);
  });

  test("keeps focus with the market, and moves it to the list when the market disappears", () => {
    const { next } = show();
    link("T1").focus();
    next({ rows: rows.slice(1) });
    expect(document.activeElement).toBe(link("T1"));
    next({ rows: rows.slice(2) });
    expect(document.activeElement).toBe(region());
  });

  test("shows skeleton rows, hidden from screen readers, before the first market", () => {
    const { next } = show({ rows: [], loading: true });
    expect(table().getAttribute("aria-busy")).toBe("true");
    expect(within(table()).getAllByRole("row")).toHaveLength(1);
    expect(table().querySelectorAll('[aria-hidden="true"] > .markets-row').length).toBeGreaterThan(5);
    next();
    expect(table().querySelector(".skeleton")).toBeNull();
  });
});

const humaRate = (): HTMLElement => within(table()).getByText("11.72");

describe("the rate popover", () => {
  const huma = readRow({
    id: "huma",
    token: { symbol: "USDS", address: "mint" },
    productName: "Huma Market",
    depositApy: 0.1172,
    baseDepositApy: 0.0079,
    rewards: [{ apy: 0.1093, marketAction: "deposit", token: { symbol: "HUMA" } }],
  });

  test("opens on a press, explains the rate and returns focus on Escape", async () => {
    const { user } = show({ rows: [huma] });
    await user.click(humaRate());
    const panel = await screen.findByRole("dialog", { name: "Deposit APY of USDS, Kamino · Huma Market" });
    await within(panel).findByText("HUMA reward");
    for (const part of [
      "If rewards stop",
      "93.3 % of this rate is rewards",
      "base + rewards = deposit APY",
      "page 1, demo source",
      "No averages are published.",
    ])
      expect(panel.textContent).toContain(part);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(humaRate());
    // The details also have a button for the popover.
    await user.click(screen.getByRole("button", { name: "Details of USDS, Kamino · Huma Market" }));
    const button = await screen.findByRole("button", { name: "Deposit APY 11.72 %" });
    await user.click(button);
    await screen.findByRole("dialog");
    expect(button.getAttribute("aria-expanded")).toBe("true");
  });

  test("is preceded by a four-line tooltip under a resting pointer, until the list scrolls", async () => {
    const { user } = show({ rows: [huma] });
    await user.hover(humaRate());
    const lines = await screen.findByRole("tooltip");
    await vi.waitFor(() => expect(within(lines).getAllByRole("term")).toHaveLength(4));
    expect(lines.contains(document.activeElement)).toBe(false);
    fireEvent.scroll(table());
    expect(screen.queryByRole("tooltip")).toBeNull();
    await user.click(humaRate());
    await within(await screen.findByRole("dialog")).findByRole("heading", { name: "Source" });
  });

  test("closes when its row is reused for another market", async () => {
    const { user, next } = show({ rows: [huma, ...rows] });
    await user.click(humaRate());
    await screen.findByRole("dialog");
    next({ rows: [...rows, huma] });
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
