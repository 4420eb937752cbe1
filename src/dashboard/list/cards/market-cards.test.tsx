import {
  act,
  cleanup,
  configure,
  createEvent,
  fireEvent,
  render as renderIn,
  renderHook,
  screen,
  within,
} from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useLayoutEffect, type ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { quietList } from "../../../../tests/fixtures/quiet-list.ts";
import { forgetChoices, keptChoices } from "../../../../tests/fixtures/kept-choices.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { marketRow, readRow, rowReward } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import { millis } from "../../../contract/units.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import { useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { MarketCards } from "./market-cards.tsx";
import type { MarketListProps } from "../market-list.ts";
// Lazy modules are imported up front, so that no test waits for their transformation.
import "../rate-popover/rate-panel.tsx";
import "../help/help-dialog.tsx";

configure({ asyncUtilTimeout: 10_000 });
const render = (cards: ReactNode) => renderIn(cards, { wrapper: queryWrapper(createQueryClient()) });
afterEach(() => {
  vi.restoreAllMocks();
  forgetChoices();
});

const columns: readonly ColumnId[] = [
  "market",
  "depositApy",
  "effectiveApy",
  "baseDepositApy30d",
  "baseDepositApy90d",
  "trend",
  "totalDepositUsd",
  "utilization",
  "capacityLeft",
  "actions",
];
const props = (change: Partial<MarketListProps> = {}): MarketListProps => ({
  ...quietList,
  rows: [],
  columns,
  sort: [{ column: "depositApy", descending: true }],
  onSort: () => undefined,
  context: { size: dollars(250_000), basis: "total", benchmark: undefined },
  density: "normal",
  maxRate: fraction(0.2),
  ...change,
});

const usd1 = readRow({
  id: "usd1",
  token: { symbol: "USD1", address: "mint" },
  productName: "Main Market",
  depositApy: 0.082,
  baseDepositApy: 0.082,
  baseDepositApy30d: 0.0461,
  baseDepositApy90d: 0.0388,
  rewards: [],
  totalDeposit: 4_100_000,
  totalDepositUsd: 4_100_000,
  totalBorrow: 3_915_500,
  totalBorrowUsd: 3_915_500,
  maxDeposit: 4_280_000,
});
const lender = { ...usd1, borrowApy: fraction(0.05), baseBorrowApy: fraction(0.05) };
const columnsOfLoans: readonly ColumnId[] = ["market", "loanApy", "borrowApy", "actions"];

const text = (): string => screen.getByRole("list", { name: "Markets" }).textContent;

test.each<readonly [kind: string, change: Partial<MarketListProps>]>([
  ["deposits", { rows: [usd1] }],
  ["deposits without a size", { rows: [usd1], context: { ...props().context, size: undefined } }],
  ["loans", { rows: [lender], columns: columnsOfLoans }],
  [
    "predictions",
    { rows: [marketRow({ type: "prediction", yesBid: fraction(0.4), yesAsk: fraction(0.5) })] },
  ],
])("every figure of a card has a tooltip, in %s", (_, change) => {
  render(<MarketCards {...props(change)} />);
  const figures = [...document.querySelectorAll("article > [id] *, article dl *")].filter(
    ({ firstChild }) =>
      firstChild?.nodeType === Node.TEXT_NODE && /^[\d$]/.test(firstChild.textContent ?? ""),
  );
  expect(figures.length).toBeGreaterThan(0);
  const explained = "[data-column], [data-side], [data-flag]";
  expect(figures.filter((figure) => figure.closest(explained) === null)).toEqual([]);
});

test("the first closed market has a heading above it", () => {
  const rows = ["a", "b", "c"].map((id) => marketRow({ id }));
  render(<MarketCards {...props({ rows, blocked: new Set(["b", "c"]) })} />);
  const headings = screen.getAllByText("Not open for deposits");
  expect(headings.map((heading) => heading.closest("li")?.dataset["id"])).toEqual(["b"]);
  expect(headings[0]?.parentElement?.textContent).toBe("Not open for deposits 2 markets");
});

test("the column that sorts the cards is their first figure", () => {
  const closing = marketRow({ type: "prediction", closeTime: millis(Date.parse("2027-01-01T00:00:00Z")) });
  const shown: readonly ColumnId[] = ["market", "yesAsk", "noAsk", "spread", "volume", "closeTime"];
  const sort = [{ column: "closeTime", descending: false }] as const;
  render(<MarketCards {...props({ rows: [closing], columns: shown, sort })} />);
  const figures = [...document.querySelectorAll<HTMLElement>("article > dl > div")];
  expect(figures.map(({ dataset }) => dataset["column"])).toEqual(["closeTime", "yesAsk", "noAsk", "spread"]);
});

describe("a card", () => {
  test("leads with the rate and its parts, and warns in sentences", () => {
    render(<MarketCards {...props({ rows: [usd1] })} />);
    for (const part of [
      "USD1 · Main Market",
      "Kamino · Lending",
      "all base",
      "At $250k, $70k short",
      "+111 % spiking",
      "96 % is lent out; the APY may fall faster than shown.",
      "$180k is left under the cap; $70k of your $250k doesn't fit.",
      "$184.5k can be withdrawn now; the rest of your $250k has to wait.",
    ])
      expect(text()).toContain(part);
  });

  test("leads with the result of a settled prediction, and of the other outcomes of its event", () => {
    const settled = marketRow({ id: "a", type: "prediction", status: "settled", result: "yes" });
    const other = { row: { ...settled, id: "b", result: "no" }, name: "Above $90" };
    const outcomes = new Map([["a", [{ row: settled, name: "Above $70" }, other]]]);
    render(<MarketCards {...props({ rows: [settled], outcomes })} />);
    expect(text()).toContain("settled: yes");
    expect(text()).toContain("Above $90 · settled: no");
  });

  test("names the outcome of a prediction on a line of its own", () => {
    const names = { productName: "DFlow Prediction", providerName: "DFlow", detail: "Above $70 · in USDC" };
    render(<MarketCards {...props({ rows: [marketRow({ type: "prediction", ...names })] })} />);
    expect(text()).toContain("DFlow Prediction\nAbove $70 · in USDC");
  });

  test("leads with the base rate of a market that publishes only that, and calls no reward zero", () => {
    const row = marketRow({ baseDepositApy: fraction(0.04), depositApy: undefined });
    render(<MarketCards {...props({ rows: [row], context: { ...props().context, size: undefined } })} />);
    expect(text()).toContain("4.00 %base, rewards unknown");
    cleanup();
    const rewarded = { ...row, rewards: [rowReward("deposit", 0.02)], rewardsGiven: true };
    render(
      <MarketCards {...props({ rows: [rewarded], context: { ...props().context, size: undefined } })} />,
    );
    expect(text()).toContain("4.00 %4.00 % base + 2.00 % rewards");
  });

  test("keeps the minus of a base rate or reward among its parts", () => {
    const row = { ...usd1, depositApy: fraction(0.055), baseDepositApy: fraction(-0.001) };
    // A pool of $0 dilutes nothing, but its deposits are known.
    render(<MarketCards {...props({ rows: [{ ...row, totalDepositUsd: dollars(0) }] })} />);
    expect(text()).toContain("−0.10 % base + 5.60 % rewards");
    expect(text()).toContain("At $250k: unknown");
    expect(text()).not.toContain("its deposits are unknown");
  });

  test("has the same four figures on every card, dashes if unknown, and the rest in Details", () => {
    const young = marketRow({ id: "young", type: "yield", depositApy: fraction(0.05) });
    const { container } = render(<MarketCards {...props({ rows: [usd1, young] })} />);
    const parts = (selector: string): readonly (readonly (string | null)[])[] =>
      [...container.querySelectorAll("article > dl")].map((list) =>
        [...list.querySelectorAll(selector)].map(({ textContent }) => textContent),
      );
    const names = ["Base 30d", "Base 90d", "Deposits", "Utilization"];
    expect(parts("dt")).toEqual([names, names]);
    expect(parts("dd")[1]).toEqual(["—", "—", "—", "—"]);
    const [details] = container.querySelectorAll("details");
    expect([details?.open, details?.textContent?.includes("Capacity left")]).toEqual([false, true]);
  });

  test.each([
    // From 40.0 % lent out to 46.1 %: up to 1.05^(46.1 / 40) − 1, of $250k.
    [1_640_000, /5\.00–5\.78 %Rate at \$250k, \$12\.5–14\.5k a year.*5\.00 %quoted/],
    [undefined, /^(?!.*how far my loan raises the rate).*≥ 5\.00 %Rate at \$250k, ≥ \$12\.5k a year/],
  ])("for a loan leads with the cost at my size when %s is lent, beside the quoted rate", (lent, spoken) => {
    const of = lent === undefined ? {} : { totalBorrow: tokens(lent), totalBorrowUsd: dollars(lent) };
    const row = { ...lender, totalBorrow: undefined, totalBorrowUsd: undefined, ...of };
    render(<MarketCards {...props({ rows: [row], columns: columnsOfLoans })} />);
    expect(text()).toMatch(spoken);
  });

  test("for a loan leads with its cost without rewards on the base basis", () => {
    const row = {
      ...lender,
      borrowApy: fraction(0.01),
      rewards: [rowReward("borrow", 0.04)],
      rewardsGiven: true,
    };
    const context = { ...props().context, size: undefined, basis: "base" } as const;
    render(<MarketCards {...props({ rows: [row], context, columns: ["market", "baseBorrowApy"] })} />);
    expect(text()).toMatch(/5\.00 %to borrow, without rewards/);
  });

  test("for a loan shows loan warnings and the deposit APY, and no deposit warnings", () => {
    render(<MarketCards {...props({ rows: [lender], columns: [...columnsOfLoans, "depositApy"] })} />);
    expect(text()).toContain("Deposit APY8.20 %");
    expect(text()).toMatch(/is left to borrow; .* is missing|where the borrow rate can jump/);
    expect(text()).not.toMatch(/under the cap|can be withdrawn|unknown/i);
  });

  test("draws the deposit trend once beside a deposit rate, not beside a borrow rate", () => {
    const points = [0.07, 0.08].map(fraction);
    const figure = { low90d: undefined, high90d: undefined, daysAboveBase: undefined, average: undefined };
    const trends = new Map([[usd1.id, { ...figure, apy: points, base: points }]]);
    const context = { ...props().context, trends };
    const list = { rows: [usd1], context, columns: ["spark90d", ...columns] } as const;
    const { container, rerender } = render(<MarketCards {...props(list)} />);
    const trends90d = () => container.querySelectorAll("path[fill='var(--base-area)']");
    expect(trends90d()).toHaveLength(1);
    expect(text()).not.toContain("90 days");
    rerender(<MarketCards {...props({ ...list, side: "borrow" })} />);
    expect(trends90d()).toHaveLength(0);
  });

  test("does not call a figure missing while it loads", () => {
    const loop = marketRow({ type: "loop", depositApy: fraction(0.3) });
    const list = { rows: [usd1, loop], columns: [...columns, "low90d"] } as const;
    const { rerender } = render(<MarketCards {...props({ ...list, awaitsTrends: true })} />);
    expect(text()).toContain("90d low…loading");
    expect(text()).not.toContain("Capacity left…loading");
    rerender(<MarketCards {...props({ ...list, awaitsLoops: true })} />);
    expect(text()).not.toContain("90d low…loading");
    expect(text()).toContain("Capacity left…loading");
    rerender(<MarketCards {...props(list)} />);
    expect(text()).not.toContain("…loading");
  });

  test("for a loop never calls its rate base, nor its rate at a size unknown", () => {
    render(<MarketCards {...props({ rows: [marketRow({ type: "loop", depositApy: fraction(0.3) })] })} />);
    expect(text()).toContain("net of borrowing");
    expect(text()).not.toContain("all base");
    // No loop has a rate at a size, so a card does not call it unknown.
    expect(text()).not.toContain("At $250k");
  });

  test("has a star, a checkbox, actions and a link, named and described, that opens it", async () => {
    const user = userEvent.setup();
    const onOpen = vi.fn<(id: string) => void>();
    const actions = { deposit: { blinkUrl: "blink:https://kamino.dial.to/deposit" } };
    render(<MarketCards {...props({ rows: [{ ...usd1, actions }], onOpen })} />);
    await user.click(screen.getByRole("checkbox", { name: "Compare USD1, Kamino · Main Market" }));
    await user.click(screen.getByRole("button", { name: "Star USD1, Kamino · Main Market" }));
    const link = screen.getByRole("link", { name: "USD1 · Main Market, Kamino · Lending" });
    expect(within(screen.getByRole("heading", { level: 3 })).getByRole("link")).toBe(link);
    const described = document.getElementById(link.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toContain("8.20 %");
    await user.click(link);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith("usd1");
    expect(keptChoices()).toEqual({ picks: ["usd1"], starred: ["usd1"] });
    screen.getByRole("link", { name: /^Deposit, USD1, Kamino · Main Market, kamino\.dial\.to/ });
    await user.click(screen.getByRole("button", { name: "Deposit APY 8.20 %" }));
    await screen.findByRole("dialog", { name: "Deposit APY of USD1, Kamino · Main Market" });
  });
});

test("a ninth market is not picked, and the reason is announced instead of success", async () => {
  const user = userEvent.setup();
  const rows = Array.from({ length: 9 }, (_, index) =>
    marketRow({ id: `m${String(index)}`, label: `T${String(index)}` }),
  );
  const { result } = renderHook(() => useSelectedMarkets());
  act(() => {
    for (const { id } of rows.slice(1)) result.current.toggle(id);
  });
  render(
    <LiveRegionProvider>
      <MarketCards {...props({ rows })} />
    </LiveRegionProvider>,
  );
  const spoken = screen.getByTestId("announcements");
  await user.click(screen.getByRole("checkbox", { name: /^Compare T0/ }));
  expect(spoken.textContent).toBe("Compare holds 8 markets. Remove one first.");
  screen.getByRole("link", { name: /^T0/ }).focus();
  await user.keyboard("x");
  // Announced again, with an added space that makes the text different.
  expect(spoken.textContent.trim()).toBe("Compare holds 8 markets. Remove one first.");
  expect(result.current.picks).toHaveLength(8);
});

const drawn = (): readonly HTMLElement[] => screen.getAllByRole("listitem");

describe("cards of a long list", () => {
  const rows = Array.from({ length: 2000 }, (_, index) =>
    marketRow({ id: `m${String(index)}`, label: `T${String(index)}`, depositApy: fraction(0.05) }),
  );

  test("are rendered only near the visible ones, each with its position, and a note says so on find in page", () => {
    render(<MarketCards {...props({ rows })} />);
    expect(drawn().length).toBeLessThan(20);
    expect(drawn()[0]?.getAttribute("aria-posinset")).toBe("1");
    expect(drawn()[0]?.getAttribute("aria-setsize")).toBe("2000");
    const asked = createEvent.keyDown(document.body, { key: "f", ctrlKey: true });
    fireEvent(document.body, asked);
    expect(asked.defaultPrevented).toBe(false);
    screen.getByText(`Find in page searches ${String(drawn().length)} of 2,000 cards.`, {
      exact: false,
    });
    fireEvent.click(screen.getByRole("button", { name: "Close the note" }));
    expect(screen.queryByText(/Find in page searches/)).toBeNull();
  });

  test("are re-created for a new generation", () => {
    const { rerender } = render(<MarketCards {...props({ rows, generation: 1 })} />);
    const [before] = drawn();
    rerender(<MarketCards {...props({ rows, generation: 2 })} />);
    expect(drawn()[0]).not.toBe(before);
  });
});

test("skeleton cards, hidden from screen readers, are shown before the first market", () => {
  const { container } = render(<MarketCards {...props({ loading: true })} />);
  expect(container.querySelector('[aria-hidden="true"] .market-card')).not.toBeNull();
  expect(container.textContent).toBe("");
});

const places = (): readonly number[] =>
  [...document.querySelectorAll<HTMLElement>("[data-row]")].map(({ dataset }) => Number(dataset["row"]));

test("the first render after Back has the cards that were left", () => {
  const rows = Array.from({ length: 60 }, (_, at) => marketRow({ id: `m${String(at)}` }));
  let first: readonly number[] = [];
  function FirstRender(): ReactNode {
    useLayoutEffect(() => {
      first = places();
    }, []);
    return null;
  }
  const show = (): void => {
    render(
      <>
        <MarketCards {...props({ rows })} />
        <FirstRender />
      </>,
    );
  };
  show();
  window.scrollTo(0, 10_000);
  fireEvent.scroll(window);
  const left = places();
  expect(left).toEqual(expect.arrayContaining([31, 32]));
  expect(left).not.toContain(0);
  cleanup();
  window.scrollTo(0, 0);
  show();
  expect(first).toEqual(expect.arrayContaining([31, 32]));
  expect(window.scrollY).toBe(10_000);
});
