import {
  act,
  cleanup,
  configure,
  fireEvent,
  render,
  renderHook,
  screen,
  within,
} from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loopRooms } from "../../../domain/market/loops/loop-rooms.ts";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { type ColumnId } from "../../../domain/market/columns.ts";
import { useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { useStars } from "../../data/storage/stars.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { SortKey } from "../../../domain/view-state/view-state.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { searchFieldId } from "../toolbar/focus-search.ts";
import type { MarketListProps } from "../market-list.ts";
// Lazy modules are imported up front, so that no test waits for their transformation.
import "../rate-popover/rate-panel.tsx";
import "../../../domain/market/column-help.ts";
import "../help/help-dialog.tsx";
import "./row-detail.tsx";
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
const columns: readonly ColumnId[] = ["market", "depositApy", "borrowApy", "totalDepositUsd", "actions"];
const sort: readonly SortKey[] = [{ column: "depositApy", descending: true }];

const props = (change: Partial<MarketListProps> = {}): MarketListProps => ({
  rows,
  columns,
  sort,
  onSort: () => undefined,
  context: { size: undefined, basis: "total", benchmark: undefined },
  density: "normal",
  maxRate: fraction(0.2),
  ...change,
});

/** The picks and stars stored in this browser. */
const kept = (): { readonly picks: readonly string[]; readonly starred: readonly string[] } => ({
  picks: renderHook(() => useSelectedMarkets()).result.current.picks,
  starred: [...renderHook(() => useStars()).result.current.starred],
});
afterEach(() => {
  const now = kept();
  const { toggle: togglePick } = renderHook(() => useSelectedMarkets()).result.current;
  const { toggle: toggleStar } = renderHook(() => useStars()).result.current;
  act(() => {
    for (const id of now.picks) togglePick(id);
    for (const id of now.starred) toggleStar(id);
  });
});

const table = (): HTMLElement => screen.getByRole("table", { name: "Markets" });
// Queries by role compute names for every element of every row: tests that need no role query the document.
const shown = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".markets-row")];
const region = (): HTMLElement => screen.getByRole("region");
const scrollTo = (top: number): void => {
  region().scrollTop = top;
  fireEvent.scroll(region());
};
const linkOf = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("a.market-link")].find(
    ({ textContent }) => textContent?.split(" ")[0] === name,
  );
/** The markets whose rows have a tab stop. */
const stops = (): readonly string[] =>
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
const foldOf = (index: number): HTMLElement =>
  screen.getByRole("button", { name: `Details of T${String(index)}, Kamino · Main Market` });
const details = (): HTMLElement | null => document.querySelector<HTMLElement>(".row-detail");
const setUp = (change: Partial<MarketListProps> = {}): ReturnType<typeof userEvent.setup> => {
  render(
    <LiveRegionProvider>
      <MarketsTable {...props(change)} />
    </LiveRegionProvider>,
  );
  return userEvent.setup();
};
/** Where the first action of each row leads. */
const leads = (): readonly unknown[] =>
  shown().map((row) => row.querySelector(".row-action")?.getAttribute("href"));
const said = (): string | null => screen.getByTestId("announcements").textContent;

configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

let visits = 0;
beforeEach(() => {
  // A new address is a new list, so that no test starts at the scroll position of the one before.
  visits += 1;
  window.history.replaceState(null, "", `/?visit=${String(visits)}`);
  // Ten rows of 40 px under a head of 32 px.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(432);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("a long list", () => {
  test("states its full length and renders only rows near the visible ones", () => {
    render(<MarketsTable {...props()} />);
    expect(table().getAttribute("aria-rowcount")).toBe("276");
    expect(shown().length).toBeLessThan(40);
    expect(shown()[0]?.getAttribute("aria-rowindex")).toBe("2");
  });

  test("reuses its row elements when scrolled", () => {
    render(<MarketsTable {...props()} />);
    const before = new Set(shown());
    scrollTo(4000);
    expect(link("T100").closest("[data-row]")?.getAttribute("aria-rowindex")).toBe("102");
    expect(linkOf("T0")).toBeUndefined();
    expect(shown().filter((row) => !before.has(row))).toEqual([]);
  });

  test("reuses rows in place while scrolling and reorders them at rest, on Tab or on focus", () => {
    vi.useFakeTimers();
    try {
      render(<MarketsTable {...props()} />);
      const order = (): readonly number[] => shown().map((row) => Number(row.getAttribute("aria-rowindex")));
      const sorted = (): readonly number[] => order().toSorted((a, b) => a - b);
      const ways = [
        [400, () => void vi.advanceTimersByTime(150)],
        [200, () => fireEvent.keyDown(document.body, { key: "Tab" })],
        [560, () => box(16).focus()],
      ] as const;
      for (const [top, end] of ways) {
        const stood = shown();
        scrollTo(top);
        expect(shown()).toEqual(stood);
        expect(order()).not.toEqual(sorted());
        act(() => void end());
        expect(order()).toEqual(sorted());
      }
      expect(document.activeElement).toBe(box(16));
    } finally {
      vi.useRealTimers();
    }
  });

  test("moves focus to the list when the focused row scrolls away", () => {
    render(<MarketsTable {...props()} />);
    link("T0").focus();
    scrollTo(8000);
    expect(document.activeElement).toBe(region());
  });
});

describe("details under a row", () => {
  test("unfold below the row with the facts its columns omit, and fold with the same button", async () => {
    const user = setUp();
    expect(foldOf(1).getAttribute("aria-expanded")).toBe("false");
    await user.click(foldOf(1));
    expect(foldOf(1).getAttribute("aria-expanded")).toBe("true");
    expect(document.activeElement).toBe(foldOf(1));
    await vi.waitFor(() => expect(details()?.id).toBe(foldOf(1).getAttribute("aria-controls")));
    expect(within(details() ?? document.body).getByRole("list", { name: "In short" })).not.toBeNull();
    const given = within(details() ?? document.body).getAllByRole("term");
    expect(given.map((term) => term.textContent)).toEqual([
      "Deposit APY",
      "Base APY",
      "Deposit rewards",
      "Checks",
    ]);
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
    const user = setUp({ rows: list, context: { ...context, loops: loopRooms(list, list) } });
    await user.click(foldOf(1));
    await vi.waitFor(() => expect(details()?.textContent).toContain("amount left to borrow"));
    await user.click(foldOf(0));
    await vi.waitFor(() => expect(details()?.textContent).toContain("Leverage doesn't pay"));
  });

  test("start with the full name when the row may truncate it", async () => {
    const name = "Faulty on purpose: averages that never move";
    const user = setUp({
      rows: [marketRow({ id: "long", label: "T0", productName: name }), ...rows.slice(1)],
    });
    await user.click(screen.getByRole("button", { name: `Details of T0, Kamino · ${name}` }));
    await vi.waitFor(() => expect(details()?.textContent).toMatch(new RegExp(`^Kamino · ${name}`)));
    await user.click(foldOf(1));
    await vi.waitFor(() => expect(details()?.textContent).not.toContain("Kamino"));
  });

  test("open for one market at a time, also with the key e, and follow it in another order", async () => {
    const { rerender } = render(<MarketsTable {...props()} />);
    const user = userEvent.setup();
    link("T2").focus();
    await user.keyboard("e");
    await vi.waitFor(() => expect(details()).not.toBeNull());
    await user.click(foldOf(3));
    await vi.waitFor(() => expect(details()?.querySelector("a")?.dataset["id"]).toBe("m3"));
    expect(foldOf(2).getAttribute("aria-expanded")).toBe("false");
    rerender(<MarketsTable {...props({ rows: rows.toReversed() })} />);
    expect(details()).toBeNull();
    rerender(<MarketsTable {...props({ rows: rows.slice(3) })} />);
    expect(details()?.closest("[role=row]")?.previousElementSibling?.getAttribute("aria-rowindex")).toBe("2");
  });
});

describe("the header", () => {
  test("only the first sort column has aria-sort, the second describes its order", () => {
    const two: readonly SortKey[] = [
      { column: "depositApy", descending: true },
      { column: "borrowApy", descending: false },
    ];
    render(<MarketsTable {...props({ sort: two })} />);
    const sorted = [...table().querySelectorAll("[aria-sort]")];
    expect(sorted.map((head) => head.getAttribute("aria-sort"))).toEqual(["descending"]);
    const second = headerButton("Borrow APY");
    const description = document.getElementById(second.getAttribute("aria-describedby") ?? "")?.textContent;
    expect(description).toContain("Sort key 2, ascending");
  });

  test("a press sorts and announces the order; with Shift it adds a key, also by keyboard", async () => {
    const onSort = vi.fn<MarketListProps["onSort"]>();
    const user = setUp({ onSort });
    await user.click(headerButton("Borrow APY"));
    expect(said()).toBe("Sorted by Borrow APY, ascending");
    headerButton("Deposits").focus();
    await user.keyboard("{Shift>}{Enter}{/Shift}");
    expect(onSort.mock.calls).toEqual([
      [[{ column: "borrowApy", descending: false }]],
      [[...sort, { column: "totalDepositUsd", descending: true }]],
    ]);
    expect(said()).toBe("Sorted by Deposit APY, descending, then by Deposits, descending");
  });

  test("a provisional order is described as provisional", () => {
    render(<MarketsTable {...props({ provisional: true })} />);
    const id = table().getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(id)?.textContent).toContain("provisional");
  });

  test("a column's help becomes its description once the page is used", async () => {
    render(<MarketsTable {...props()} />);
    const button = headerButton("Deposit APY");
    act(() => button.focus());
    await vi.waitFor(() => {
      const text = document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent;
      expect(text).toContain("base + deposit rewards");
    });
  });
});

describe("columns", () => {
  test("have their names as headers, and the market is the row header", () => {
    render(<MarketsTable {...props({ columns: ["market", "maxLtv", "liquidationLtv", "actions"] })} />);
    expect(["Market", "Max LTV", "Liq. LTV"].map((name) => headerButton(name).textContent)).toHaveLength(3);
    const heads = within(table()).getAllByRole("columnheader");
    expect([heads[0], heads.at(-1)].map((head) => head?.textContent)).toEqual([
      "Compare, star, details",
      "Actions",
    ]);
    expect(within(table()).getAllByRole("rowheader")[0]?.textContent).toContain("T0");
  });

  test("have the rate bar in the base column when the basis is base", () => {
    const context = { size: undefined, basis: "base", benchmark: undefined } as const;
    render(
      <MarketsTable
        {...props({ context, columns: ["market", "baseDepositApy", "depositApy", "actions"] })}
      />,
    );
    const leading = shown()[0]?.querySelector(".bar");
    expect(leading?.closest("[role=cell]")?.getAttribute("data-column")).toBe("baseDepositApy");
  });
});

describe("a row", () => {
  test("its link opens the market in place unless a new tab is requested", async () => {
    const onOpen = vi.fn<(id: string) => void>();
    const user = setUp({ onOpen, rows: [marketRow({ id: "a/b c", label: "USDC" })] });
    await vi.waitFor(() => expect(link("USDC").getAttribute("href")).toBe("/markets/a%2Fb%20c"));
    await user.click(link("USDC"));
    expect(onOpen).toHaveBeenCalledWith("a/b c");
    fireEvent.click(link("USDC"), { ctrlKey: true });
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  test("its link has a distinguishing name and the leading rate as description", () => {
    // The name of a row without a provider link has that warning, too.
    const [first, second] = rows;
    const linked = marketRow({ ...second, websiteUrl: "https://kamino.example.org" });
    render(<MarketsTable {...props({ rows: first === undefined ? [] : [first, linked] })} />);
    const named = screen.getByRole("link", { name: "T1 · Main Market, Kamino · Lending" });
    const described = named.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      "Deposit APY",
      "19.99 %",
    ]);
  });

  test("its checkbox and star are named after the market and expose their state", async () => {
    const user = setUp();
    await user.click(box(1));
    expect(box(1).getAttribute("aria-checked")).toBe("true");
    const star = screen.getByRole("button", { name: "Star T2, Kamino · Main Market" });
    await user.click(star);
    expect(star.getAttribute("aria-pressed")).toBe("true");
    expect(kept()).toEqual({ picks: ["m1"], starred: ["m2"] });
    await user.click(star);
    expect(kept().starred).toEqual([]);
  });

  test("its actions come from the caller, are named after the market and change on scroll", async () => {
    render(<MarketsTable {...props({ actions: deposits })} />);
    scrollTo(4000);
    await vi.waitFor(() =>
      expect(leads()).toEqual(shown().map((row) => `/deposit/${row.dataset["id"] ?? ""}`)),
    );
    const named = screen.getByRole("link", { name: "Deposit, T100, Kamino · Main Market" });
    expect(named.getAttribute("href")).toBe("/deposit/m100");
  });

  test("an action pressed while scrolling is for the market now in its row", async () => {
    render(<MarketsTable {...props({ actions: deposits })} />);
    const deposit = shown()[5]?.querySelector<HTMLElement>(".row-action");
    await vi.waitFor(() => expect(deposit?.getAttribute("href")).toBe("/deposit/m5"));
    scrollTo(4000);
    deposit?.addEventListener("click", (event) => event.preventDefault());
    deposit?.click();
    const id = deposit?.closest<HTMLElement>(".markets-row")?.dataset["id"];
    expect(id).not.toBe("m5");
    expect([deposit?.getAttribute("href"), deposit?.getAttribute("aria-label")]).toEqual([
      `/deposit/${String(id)}`,
      expect.stringContaining(`T${String(id).slice(1)},`),
    ]);
  });

  test("shares one menu with all rows, which closes when its row is reused", async () => {
    const user = setUp({ actions: deposits });
    const more = screen.getByRole("button", { name: "More actions T1, Kamino · Main Market" });
    await user.click(more);
    const menu = await screen.findByRole("menu", { name: "More actions" });
    expect(more.getAttribute("aria-expanded")).toBe("true");
    expect(menu.textContent).toBe("Withdraw m1");
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(more);
    await user.keyboard("{ArrowUp}");
    await screen.findByRole("menu");
    scrollTo(4000);
    await vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  });

  test("opens its market on a plain click, except on controls or when selecting text", () => {
    const onOpen = vi.fn<(id: string) => void>();
    render(<MarketsTable {...props({ onOpen })} />);
    const cells = document.querySelectorAll<HTMLElement>("[data-column=totalDepositUsd]");
    const cell = need(
      [...cells].find((found) => found.closest("[data-id=m2]") !== null),
      "cell",
    );
    for (const press of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }]) fireEvent.click(cell, press);
    fireEvent.click(box(2).closest("[role=cell]") ?? document.body);
    expect(kept().picks).toEqual(["m2"]);
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
    const user = setUp();
    expect(stops()).toEqual(["m0"]);
    await user.keyboard("jjj");
    expect(stops()).toEqual(["m2"]);
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement?.classList).toContain("icon");
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(foldOf(2));
    await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(box(2));
  });
});

const deposits: NonNullable<MarketListProps["actions"]> = {
  buttonsOf: ({ id }) => [
    {
      key: "deposit",
      label: "Deposit",
      href: `/deposit/${id}`,
      title: "example.org",
      leaves: false,
      main: true,
    },
  ],
  placed: (href) => href,
  menuOf: ({ id }) => [{ key: "withdraw", label: `Withdraw ${id}`, href: "#" }],
};

test("on touch screens rows are 52 px high, controls 44 px, and actions pinned from 600 px", () => {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.defineProperty(real(query), "matches", { value: query === "(pointer: coarse)" }),
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  render(<MarketsTable {...props({ actions: deposits })} />);
  const tops = shown().map(({ style }) => style.top);
  expect(tops.slice(0, 3)).toEqual(["0px", "52px", "104px"]);
  const small = [...(shown()[0]?.querySelectorAll("button, .row-action") ?? [])].filter(
    ({ className }) => !/pointer-coarse:(size|h)-11/.test(className),
  );
  expect(small).toEqual([]);
  expect(region().hasAttribute("data-roomy")).toBe(true);
});

describe("keys", () => {
  test("scroll to a market that is not rendered and then focus it", async () => {
    const user = setUp();
    await user.keyboard("{End}");
    expect(region().scrollTop).toBe(275 * 44 - 400);
    fireEvent.scroll(region());
    expect(document.activeElement).toBe(link("T274"));
    await user.keyboard("{Home}");
    fireEvent.scroll(region());
    expect(document.activeElement).toBe(link("T0"));
  });

  test("move focus between markets; x and s act on the focused one and announce it", async () => {
    const user = setUp();
    await user.keyboard("j{ArrowDown}jk");
    expect(document.activeElement).toBe(link("T1"));
    await user.keyboard("x");
    expect(said()).toBe("T1, Kamino · Main Market: added to compare");
    await user.keyboard("s{ArrowUp}");
    expect(kept()).toEqual({ picks: ["m1"], starred: ["m1"] });
    expect(document.activeElement).toBe(link("T0"));
  });

  test("focus the search with a slash and open the help with a question mark", async () => {
    const user = setUp();
    const field = document.body.appendChild(document.createElement("input"));
    field.id = searchFieldId;
    await user.keyboard("/");
    expect(document.activeElement).toBe(field);
    field.blur();
    field.remove();
    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "Help and keyboard" });
  });

  test("leave letters typed into a field alone", async () => {
    render(
      <>
        <input aria-label="Search" />
        <MarketsTable {...props()} />
      </>,
    );
    const user = userEvent.setup();
    await user.type(screen.getByRole("textbox", { name: "Search" }), "jxs?/");
    expect(screen.getByRole("textbox", { name: "Search" })).toHaveProperty("value", "jxs?/");
    expect(kept()).toEqual({ picks: [], starred: [] });
  });

  test("do not block find in page, and a note says which rows it sees", async () => {
    const user = setUp();
    const event = new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true, cancelable: true });
    fireEvent(document.body, event);
    expect(event.defaultPrevented).toBe(false);
    const note = await screen.findByText(/Find in page sees the/);
    expect(note.textContent).toBe(
      `Find in page sees the ${String(shown().length)} rows on screen of 275. Press / to search all.`,
    );
    await user.click(screen.getByRole("button", { name: "Close the note" }));
    expect(screen.queryByText(/Find in page sees/)).toBeNull();
  });
});

test("the same address restores scroll position and focus, another starts at the top", () => {
  const first = render(<MarketsTable {...props()} />);
  scrollTo(4000);
  link("T101").focus();
  first.unmount();
  const second = render(<MarketsTable {...props()} />);
  expect(region().scrollTop).toBe(4000);
  fireEvent.scroll(region());
  expect(document.activeElement).toBe(link("T101"));
  second.unmount();
  window.history.replaceState(null, "", "/?q=elsewhere");
  render(<MarketsTable {...props()} />);
  expect(region().scrollTop).toBe(0);
});

describe("a changing list", () => {
  test("scrolls to the top in a new order", () => {
    const { rerender } = render(<MarketsTable {...props()} />);
    scrollTo(4000);
    rerender(<MarketsTable {...props({ sort: [{ column: "market", descending: false }] })} />);
    expect(region().scrollTop).toBe(0);
  });

  test("keeps focus with the market, and moves it to the list when the market disappears", () => {
    const { rerender } = render(<MarketsTable {...props()} />);
    link("T1").focus();
    rerender(<MarketsTable {...props({ rows: rows.slice(1) })} />);
    expect(document.activeElement).toBe(link("T1"));
    rerender(<MarketsTable {...props({ rows: rows.slice(2) })} />);
    expect(document.activeElement).toBe(region());
  });

  test("shows skeleton rows, hidden from screen readers, before the first market", () => {
    const { rerender } = render(<MarketsTable {...props({ rows: [], loading: true })} />);
    expect(table().getAttribute("aria-busy")).toBe("true");
    expect(within(table()).getAllByRole("row")).toHaveLength(1);
    expect(table().querySelectorAll('[aria-hidden="true"] > .markets-row').length).toBeGreaterThan(5);
    rerender(<MarketsTable {...props()} />);
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
    const user = setUp({ rows: [huma], sourceLabel: "demo source" });
    await user.click(humaRate());
    const panel = await screen.findByRole("dialog", { name: "Deposit APY of USDS, Kamino · Huma Market" });
    await within(panel).findByText("HUMA reward");
    for (const part of [
      "If rewards stop",
      "93.3 % of this rate is rewards",
      "base + rewards = deposit APY",
      "page 1, demo source",
      "Averages unknown.",
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
    const user = setUp({ rows: [huma] });
    await user.hover(humaRate());
    const lines = await screen.findByRole("tooltip");
    await vi.waitFor(() => expect(within(lines).getAllByRole("term")).toHaveLength(4));
    expect(lines.contains(document.activeElement)).toBe(false);
    fireEvent.scroll(table());
    expect(screen.queryByRole("tooltip")).toBeNull();
    await user.click(humaRate());
    await within(await screen.findByRole("dialog")).findByText("Where it comes from");
  });

  test("closes when its row is reused for another market", async () => {
    const user = userEvent.setup();
    const { rerender } = render(<MarketsTable {...props({ rows: [huma, ...rows] })} />);
    await user.click(humaRate());
    await screen.findByRole("dialog");
    rerender(<MarketsTable {...props({ rows: [...rows, huma] })} />);
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
