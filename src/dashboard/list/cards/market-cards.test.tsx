import { cleanup, configure, fireEvent, render, renderHook, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useLayoutEffect, type ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { marketRow, readRow } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import { useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { useStars } from "../../data/storage/stars.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { MarketCards } from "./market-cards.tsx";
import type { MarketListProps } from "../market-list.ts";
// Loaded when it is needed; here at once, so that no test waits for a transformation.
import "../rate-popover/rate-panel.tsx";
import "../help/find-note.tsx";
import "../help/help-dialog.tsx";

configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
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

const text = (): string => screen.getByRole("list", { name: "Markets" }).textContent;

describe("a card", () => {
  test("says what the table says", () => {
    render(<MarketCards {...props({ rows: [usd1] })} />);
    for (const part of [
      "USD1 · Main Market",
      "Kamino · Lending",
      "8.20 %",
      "all base",
      "At $250k, $70k short",
      "30d4.61 %",
      "90d3.88 %",
      "+111 % spiking",
      "Deposits$4.1 M",
      "Utilization95.5 %",
      "Capacity left",
    ])
      expect(text()).toContain(part);
  });

  test("warns in sentences", () => {
    render(<MarketCards {...props({ rows: [usd1] })} />);
    expect(text()).toContain("96 % is lent out; the APY may fall faster than shown.");
    expect(text()).toContain("$180k is left under the cap, $70k less than your $250k.");
    expect(text()).toContain("$184.5k can be withdrawn now, less than your $250k.");
  });

  test("has the same four figures in every card of a view, with a dash where one is unknown, and the rest behind Details", () => {
    const young = marketRow({ id: "young", type: "yield", depositApy: fraction(0.05) });
    const { container } = render(<MarketCards {...props({ rows: [usd1, young] })} />);
    const figures = [...container.querySelectorAll("article > dl")].map((list) =>
      [...list.querySelectorAll("dt")].map((term) => term.textContent),
    );
    expect(figures).toEqual([
      ["Base 30d", "Base 90d", "Deposits", "Utilization"],
      ["Base 30d", "Base 90d", "Deposits", "Utilization"],
    ]);
    const [, values] = container.querySelectorAll("article > dl");
    expect([...(values?.querySelectorAll("dd") ?? [])].map(({ textContent }) => textContent)).toEqual([
      "—",
      "—",
      "—",
      "—",
    ]);
    const [details] = container.querySelectorAll("details");
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain("Capacity left");
  });

  test("of a loan leads with the cost, and its list of facts with the deposit rate", () => {
    const row = marketRow({ borrowApy: fraction(0.05), depositApy: fraction(0.03) });
    render(
      <MarketCards {...props({ rows: [row], columns: ["market", "borrowApy", "depositApy", "actions"] })} />,
    );
    screen.getByRole("button", { name: "Borrow APY 5.00 %" });
    expect(text()).toContain("Deposit APY3.00 %");
  });

  test("of a loan leads with what my size costs, beside the rate that is quoted", () => {
    const lender = {
      ...usd1,
      borrowApy: fraction(0.05),
      baseBorrowApy: fraction(0.05),
      totalBorrow: tokens(1_640_000),
      totalBorrowUsd: dollars(1_640_000),
    };
    const columnsOfLoans: readonly ColumnId[] = ["market", "loanApy", "borrowApy", "actions"];
    const { unmount } = render(<MarketCards {...props({ rows: [lender], columns: columnsOfLoans })} />);
    // From 40.0 % lent out to 46.1 %: up to 1.05^(46.1 / 40) − 1, of $250k.
    expect(text()).toContain("5.00–5.78 %Rate at $250k, $12.5–14.5k a year");
    expect(text()).toContain("5.00 %quoted");
    unmount();
    const silent = { ...lender, totalBorrow: undefined, totalBorrowUsd: undefined };
    render(<MarketCards {...props({ rows: [silent], columns: columnsOfLoans })} />);
    expect(text()).toContain("≥ 5.00 %Rate at $250k, ≥ $12.5k a year");
    expect(text()).not.toContain("how far my loan raises the rate");
  });

  test("of a loan warns of what the loan meets, and of nothing that a deposit would", () => {
    const columnsOfLoans: readonly ColumnId[] = ["market", "loanApy", "borrowApy", "actions"];
    const lender = { ...usd1, borrowApy: fraction(0.05), baseBorrowApy: fraction(0.05) };
    render(<MarketCards {...props({ rows: [lender], columns: columnsOfLoans })} />);
    expect(text()).toMatch(/is left to borrow, .* less than your|where the borrow rate can jump/);
    expect(text()).not.toMatch(/under the cap|can be withdrawn|unknown/i);
  });

  test("draws the trend of deposits beside a deposit rate, not beside the rate of a loan", () => {
    const points = [0.07, 0.08].map(fraction);
    const figure = { low90d: undefined, high90d: undefined, daysAboveBase: undefined, average: undefined };
    const trends = { byMarket: new Map([[usd1.id, { ...figure, apy: points, base: points }]]), text: "" };
    const context = { ...props().context, trends };
    const { container, rerender } = render(<MarketCards {...props({ rows: [usd1], context })} />);
    const trend = () => container.querySelector("path[fill='var(--base-area)']");
    expect(trend()).not.toBeNull();
    rerender(<MarketCards {...props({ rows: [usd1], context, side: "borrow" })} />);
    expect(trend()).toBeNull();
  });

  test("of a loop never calls its rate base", () => {
    render(<MarketCards {...props({ rows: [marketRow({ type: "loop", depositApy: fraction(0.3) })] })} />);
    expect(text()).toContain("net of borrowing");
    expect(text()).not.toContain("all base");
  });

  test("has a star, a box, the caller's actions and a link that opens it", async () => {
    const user = userEvent.setup();
    const onOpen = vi.fn<(id: string) => void>();
    render(
      <MarketCards
        {...props({
          rows: [usd1],
          onOpen,
          renderActions: (row: MarketRow) => <button type="button">{`act ${row.id}`}</button>,
        })}
      />,
    );
    await user.click(screen.getByRole("checkbox", { name: "Compare USD1, Kamino · Main Market" }));
    await user.click(screen.getByRole("button", { name: "Star USD1, Kamino · Main Market" }));
    await user.click(screen.getByRole("link", { name: "USD1 · Main Market, Kamino · Lending" }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith("usd1");
    expect(renderHook(() => useSelectedMarkets()).result.current.picks).toEqual(["usd1"]);
    expect([...renderHook(() => useStars()).result.current.starred]).toEqual(["usd1"]);
    screen.getByRole("button", { name: "act usd1" });
  });

  test("is a heading under the list's, named by what tells its market from others, and described by its rate", () => {
    render(<MarketCards {...props({ rows: [usd1] })} />);
    screen.getByRole("heading", { level: 3, name: /^USD1 · Main Market, Kamino · Lending/ });
    const link = screen.getByRole("link", { name: "USD1 · Main Market, Kamino · Lending" });
    expect(document.getElementById(link.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
      "8.20 %",
    );
  });

  test("explains its rate", async () => {
    const user = userEvent.setup();
    render(<MarketCards {...props({ rows: [usd1] })} />);
    await user.click(screen.getByRole("button", { name: "Deposit APY 8.20 %" }));
    const panel = await screen.findByRole("dialog", { name: "Deposit APY of USD1, Kamino · Main Market" });
    await within(panel).findByText("No rewards: the whole APY is base.");
  });
});

const drawn = (): readonly HTMLElement[] => screen.getAllByRole("listitem");
const focused = (): string | null | undefined => document.activeElement?.textContent;

describe("of a long list", () => {
  const rows = Array.from({ length: 2000 }, (_, index) =>
    marketRow({ id: `m${String(index)}`, label: `T${String(index)}`, depositApy: fraction(0.05) }),
  );

  test("only the cards around the visible ones are in the document, each with its place", () => {
    render(<MarketCards {...props({ rows })} />);
    expect(drawn().length).toBeLessThan(20);
    expect(drawn()[0]?.getAttribute("aria-posinset")).toBe("1");
    expect(drawn()[0]?.getAttribute("aria-setsize")).toBe("2000");
  });

  test("the focus follows its market, and stays in the list when its card goes", () => {
    const { container, rerender } = render(<MarketCards {...props({ rows })} />);
    screen.getByRole("link", { name: /^T1 / }).focus();
    rerender(<MarketCards {...props({ rows: rows.toSpliced(0, 1) })} />);
    expect(focused()).toBe("T1 · Kamino");
    rerender(<MarketCards {...props({ rows: rows.toSpliced(0, 2) })} />);
    expect(document.activeElement).toBe(container.querySelector("section"));
  });

  test("a new generation draws new cards", () => {
    const { rerender } = render(<MarketCards {...props({ rows, generation: 1 })} />);
    const [before] = drawn();
    rerender(<MarketCards {...props({ rows, generation: 1 })} />);
    expect(drawn()[0]).toBe(before);
    rerender(<MarketCards {...props({ rows, generation: 2 })} />);
    expect(drawn()[0]).not.toBe(before);
  });

  test("find in page sees the cards that are drawn", async () => {
    render(<MarketCards {...props({ rows })} />);
    fireEvent.keyDown(document.body, { key: "f", ctrlKey: true });
    expect((await screen.findByText(/Find in page sees the/)).textContent).toContain(
      `the ${String(drawn().length)} cards on screen of 2,000.`,
    );
  });
});

test("before the first market, cards of the real height stand in and are not read out", () => {
  const { container } = render(<MarketCards {...props({ loading: true })} />);
  expect(container.querySelector('[aria-hidden="true"] .market-card')).not.toBeNull();
  expect(container.textContent).toBe("");
});

const places = (): readonly number[] =>
  [...document.querySelectorAll<HTMLElement>("[data-row]")].map(({ dataset }) => Number(dataset["row"]));

test("after Back the first render has the cards that were left, so that no press lands on others", () => {
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
