import { cleanup, render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { savedCsv } from "../../../tests/fixtures/saved-csv.ts";
import { marketRow, rowReward, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dayMs as day, millis, ratio } from "../../contract/units.ts";
import { realized, type Realized } from "../../finance/realized.ts";
import type { HistoryPoint } from "../../contract/history.ts";
import { priceChange, toSeries } from "./history-series.ts";
import { realizedFact, RealizedYields } from "./realized-yields.tsx";
import type { HistoryEntry } from "./use-history-entries.ts";

const at = (days: number) => millis(days * day) ?? expect.fail("a time");

/** The realised yield of twenty days at 10 %, of which `known` are recorded. */
function paidFor(known: number): Realized | undefined {
  const points = Array.from({ length: known }, (_, days) => ({ time: at(days), apy: ratio(0.1) }));
  return realized({ points, from: at(0), to: at(20), stepMs: day });
}

function entry(known: number, seriesIndex?: number): HistoryEntry {
  return {
    row: marketRow({ id: `m${seriesIndex ?? ""}` }),
    seriesIndex,
    series: toSeries([], "1d", undefined),
    paid: paidFor(known),
    price: ratio(-0.159),
    priceFrom: "totals",
  };
}

test("a single market shows its realised yield and explains it with its other figures", () => {
  const { value, help } = realizedFact(entry(20));
  expect(value?.text).toBe("10.00 %");
  expect(help).toMatch(
    /^The yearly yield .*\. Mean APY 10\.00 %, Growth in tokens 1\.0052, .*, Coverage 100\.0 %\./,
  );
  expect(help).not.toMatch(/Not enough/);
  const tooFew = realizedFact(entry(13));
  expect(tooFew.value).toBeUndefined();
  expect(tooFew.help).toMatch(/Not enough history.* 14 points and 80 % coverage\.$/);
  // Only today's rate is known, which is not earned yet.
  expect(realizedFact(entry(0)).help).toMatch(/^The yearly yield .* − 1\.$/);
});

function saidOf(entries: readonly HistoryEntry[]): string {
  render(<RealizedYields entries={entries} range="30d" />);
  const text = screen.getByText(/^In USD/).textContent;
  cleanup();
  return text;
}

test("a file has the range in its name, and names the market", async () => {
  render(<RealizedYields entries={[entry(20, 0)]} range="30d" />);
  const { name, lines } = await savedCsv("Realized yields");
  expect(name).toMatch(/^yieldboard-realized-yields-30d-/);
  expect(lines).toMatchObject([
    { id: "m0", "Growth in tokens (tokens from 1 token)": expect.stringMatching(/^1\.0052/) },
  ]);
});

test("names the price source of the USD figures once", () => {
  const token = { ...entry(20, 0), priceFrom: "token" } as const;
  const totals = { ...entry(20, 1), row: marketRow({ id: "b", label: "OTHER" }) };
  expect(saidOf([token])).toBe("In USD at past prices.");
  expect(saidOf([totals])).toBe("In USD at prices implied by the market's totals.");
  expect(saidOf([token, totals])).toBe("In USD at past prices; OTHER at the price implied by its totals.");
});

test("marks a market with too little history and says how much is needed", () => {
  render(<RealizedYields entries={[entry(20, 0), entry(13, 1)]} range="30d" />);
  const [, first, second] = screen.getAllByRole("row");
  expect(first?.textContent).toMatch(/100\.0 %$/);
  expect(second?.textContent).toMatch(/65\.0 % \*$/);
  screen.getByText(/^\* Not enough history.* 14 points and 80 % coverage\.$/);
  expect(within(screen.getByRole("table", { name: "Realized yields" })).getAllByRole("row")).toHaveLength(3);
});

function lent(days: number, price: number): HistoryPoint {
  const timestamp = new Date(at(days)).toISOString();
  return { timestamp, depositApy: 0.0016, totalDeposit: 100, totalDepositUsd: 100 * price };
}

test("also states token growth in USD at the prices of the same days", () => {
  // Half a year of lending: 1.0008 of a token whose price fell from $3,000 to $2,523.
  const price = priceChange([lent(0, 3000), lent(1, 5000), lent(2, 2523)]);
  expect(price).toBeCloseTo(-0.159, 12);
  expect(priceChange([lent(2, 2523), lent(0, 3000), lent(1, 5000)])).toBe(price);
  expect(priceChange([lent(0, 3000), { ...lent(1, 1), totalDeposit: null }])).toBeUndefined();
  const paid = paidFor(20);
  const row = marketRow({ tokens: [rowToken("WETH")] });
  const weth = { ...entry(20), row, price, paid: paid && { ...paid, growth: 1.0008 } };
  expect(realizedFact(weth).help).toContain(
    "1 WETH became 1.0008 WETH; $1 in it became $0.8417, because its price fell by 15.9 %.",
  );
  expect(realizedFact({ ...weth, price: ratio(0.001) }).help).not.toContain("became");
  expect(realizedFact({ ...weth, price: undefined }).help).not.toContain("Growth of $1");
  // At 3 ×, a fall of 15.9 % against the debt costs 47.7 % of the equity, which the token's price does not say.
  expect(
    realizedFact({ ...weth, row: marketRow({ ...row, type: "loop", kind: "loop" }) }).help,
  ).not.toContain("$1");
});

/** A market of USDS that pays rewards in a token. */
function paying(symbol: string): HistoryEntry {
  const reward = { ...rowReward("deposit", 0.05), token: rowToken(symbol) };
  const row = marketRow({ label: "USDS", tokens: [rowToken("USDS")], rewards: [reward], rewardsGiven: true });
  return { ...entry(20), row };
}

test("says that rewards in another token are counted as the deposited token", () => {
  expect(realizedFact(paying("HUMA")).help).toContain(
    "Rewards in HUMA count as if paid in the deposited token and reinvested.",
  );
  expect(realizedFact(paying("USDS")).help).not.toContain("reinvested");
});
