import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { positionRow, sentMarket } from "../../../../tests/fixtures/positions.ts";
import type { PositionRow } from "../../../domain/position/position-row.ts";
import { loansOf } from "../../portfolio/loans.ts";
import { totalsOf } from "../../portfolio/totals.ts";
import { movesOf } from "../../portfolio/moves/moves.ts";
import { defaultLimits } from "../../portfolio/moves/move-limits.ts";
import { predictionLines } from "../../portfolio/predictions.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import { PortfolioStrip, type StripContent } from "./portfolio-strip.tsx";

function renderStrip(rows: readonly PositionRow[], props: Partial<StripContent> = {}) {
  return render(
    <PortfolioStrip
      rows={rows}
      totals={totalsOf(rows, [])}
      loans={loansOf(rows)}
      predictions={predictionLines(rows, [])}
      closedPredictions="loaded"
      past={{ loading: true, range: "90d", change: undefined, failed: [] }}
      plan={movesOf([], [], [], { basis: "base", limits: defaultLimits, prices: undefined })}
      canMove={rows.some(({ kind }) => kind === "lending")}
      isComplete
      areMarketsMissing={false}
      {...props}
    />,
  );
}
function tile(rows: readonly PositionRow[], label: string, props: Partial<StripContent> = {}): string {
  const { unmount } = renderStrip(rows, props);
  const text = screen.getByText(label).parentElement?.textContent ?? "";
  unmount();
  return text.slice(label.length);
}

const deposit = positionRow({ id: "a" });
const perpetual = positionRow({ id: "p", type: "perpetual", side: undefined });
const loop = {
  ...positionRow({
    id: "l",
    type: "loop",
    side: undefined,
    market: sentMarket({ id: "kamino.multiply.x", type: "loop", depositApy: 0.3 }),
  }),
  ownApy: fraction(0.2),
};

test("says that nothing can be liquidated only if no position could be", () => {
  expect(tile([deposit], "Worst loan")).toBe("No loannothing can be liquidated");
  expect(tile([deposit, perpetual], "Worst loan")).toBe("No loanunknown for other positions");
});

test("assets and debts have cents if whole dollars would not add up to the net worth", () => {
  const held = positionRow({ id: "a", amountUsd: 1000.59 });
  const texts = [500.42, 499.9].map((amountUsd) =>
    tile([held, positionRow({ id: "b", side: "borrow", amountUsd })], "Net worth"),
  );
  expect(texts).toEqual(["$500$1,000.59 assets − $500.42 debts", "$501$1,001 assets − $500 debts"]);
});

test("a loop's unknown rewards make the sum of rewards a lower bound", () => {
  expect(tile([deposit], "Earns a year")).not.toContain("at least");
  const rewarded = positionRow({
    id: "w",
    market: sentMarket({ depositApy: 0.08, rewards: [{ type: "deposit", apy: 0.03 }] }),
  });
  expect(tile([rewarded, loop], "Earns a year")).toContain("at least $0.01 rewards");
  expect(tile([deposit, loop], "Earns a year")).toContain("rewards unknown");
});

test("earnings and net APY say how many positions they leave out", () => {
  expect(tile([deposit], "Net APY")).toBe("5.00 %Gross APY 5.00 %");
  const silent = positionRow({ id: "s", market: sentMarket({ depositApy: null }) });
  expect(tile([deposit, silent], "Net APY")).toBe("5.00 %Gross APY 5.00 %without 1 position");
  expect(tile([deposit, silent], "Earns a year")).toMatch(/without 1 position$/);
  const unknown = { ...loop, ownApy: undefined };
  expect(tile([deposit, unknown], "Net APY")).toContain("without 1 position");
  expect(tile([deposit, unknown], "Earns a year")).toContain(tile([deposit], "Earns a year").split(" ")[0]);
});

test("a sum that lacks rates waits for the markets, and stays unless they all arrive", () => {
  const loading = { isComplete: false };
  for (const label of ["Earns a year", "Net APY"]) {
    expect(tile([deposit, loop], label, loading)).toBe(tile([deposit, loop], label));
    const rows = [deposit, { ...loop, ownApy: undefined }];
    expect(tile(rows, label, loading)).toBe("…loading markets");
    expect(tile(rows, label, { ...loading, areMarketsMissing: true })).toMatch(/without 1 position$/);
  }
});

test("profit is earnings plus price changes, without deposits and withdrawals", () => {
  const change = {
    since: 0,
    from: 900,
    moved: 50,
    earned: 30,
    prices: -10,
    claimable: 0,
    unknown: 0,
    now: 970,
    moves: [],
  };
  const past = { loading: false, range: "30d" as const, change, failed: [] };
  expect(tile([deposit], "Profit and loss, 30d", { past })).toBe("+$20.00+$30.00 earned, −$10.00 prices");
});

test("a tile says that its data is not loaded only if loading failed", () => {
  const past = { loading: false, range: "30d" as const, change: undefined, failed: [] };
  const failed = [{ name: "Lender", error: new LoadError(0, { kind: "unavailable" }) }];
  expect(tile([deposit], "Profit and loss, 30d", { past })).toContain("no history in this range");
  expect(tile([deposit], "Profit and loss, 30d", { past: { ...past, failed } })).toContain("not loaded");
  expect(tile([deposit], "Moves", { isComplete: false })).toContain("loading markets");
  const props = { isComplete: false, areMarketsMissing: true };
  expect(tile([deposit], "Moves", props)).toBe("Unknownnot all markets loaded");
});

test("a wallet with only predictions shows their profit, and no tile that would be zero", () => {
  const prediction = positionRow({
    id: "y",
    type: "prediction",
    side: "yes",
    // 20 realised, of which 11.70 in an earlier round.
    pnl: {
      total: 76.8,
      realized: 8.3,
      unrealized: 68.5,
      realizedLifetime: 20,
      totalLifetime: 88.5,
      capital: { invested: 533.4 },
    },
  });
  const { unmount } = renderStrip([prediction]);
  const labels = screen.getAllByRole("term").map(({ textContent }) => textContent);
  expect(labels).toEqual(["Net worth", "Profit and loss, 90d", "Lifetime prediction profit", "Invested"]);
  unmount();
  expect(tile([prediction], "Lifetime prediction profit")).toBe(
    "+$88.50+$68.50 unrealized, +$20.00 realized",
  );
});

test("sums over all predictions are unknown without the closed ones", () => {
  const pnl = { total: 68, unrealized: 68, realized: 0, capital: { invested: 533.4 } };
  const open = positionRow({ id: "y", type: "prediction", side: "yes", pnl });
  for (const label of ["Lifetime prediction profit", "Invested"]) {
    expect(tile([open], label, { closedPredictions: "failed" })).toBe("Unknownclosed predictions not loaded");
    expect(tile([open], label, { closedPredictions: "loading" })).toBe("…loading closed predictions");
  }
});

function writtenProfit(unrealized: number, realized: number): string {
  const pnl = { total: unrealized + realized, unrealized, realized };
  return tile([positionRow({ id: "y", type: "prediction", side: "yes", pnl })], "Lifetime prediction profit");
}

test("a profit is rounded like the other totals, and its parts add up to it", () => {
  expect(writtenProfit(189.56, 306.51)).toBe("+$496+$189.56 unrealized, +$306.51 realized");
  expect(writtenProfit(189.56, 307.04)).toBe("+$497+$190 unrealized, +$307 realized");
});

test("a prediction of unknown profit has no profit of zero", () => {
  const silent = positionRow({ id: "y", type: "prediction", side: "yes", pnl: undefined });
  expect(tile([silent], "Lifetime prediction profit")).toBe("Unknown");
});

test("a wallet without moves says so", () => {
  expect(tile([deposit], "Moves")).toBe("NoneNothing better right now");
});
