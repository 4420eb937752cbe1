import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { sentMarket } from "../../../../tests/fixtures/positions.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { MarketPage } from "./market-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const figures = { totalDeposit: 1e9, totalDepositUsd: 1e9, totalBorrow: 9e8, totalBorrowUsd: 9e8 };
const jupiter = { provider: { id: "jupiter", name: "Jupiter" }, ...figures };
const sol = { address: "SOLmint", symbol: "SOL", decimals: 9 };
const borrow = { blinkUrl: "solana-action:https://actions.example.com/borrow" };
const markets = [
  sentMarket({ ...jupiter, id: "jupiter.usdc", actions: { borrow } }),
  sentMarket({ ...jupiter, id: "jupiter.sol", token: sol, maxLtv: 0.8 }),
  sentMarket({ ...figures, id: "kamino.usdc", depositApy: 0.07, baseDepositApy: 0.07 }),
  sentMarket({
    id: "loop",
    type: "loop",
    token: undefined,
    collateralToken: sol,
    debtToken: sol,
    maxLtv: 0.9,
  }),
];

const amountOf = (name: string): string => screen.getByRole<HTMLInputElement>("textbox", { name }).value;

async function enter(name: string, text: string): Promise<void> {
  const field = await screen.findByRole("textbox", { name });
  await userEvent.clear(field);
  if (text !== "") await userEvent.type(field, text);
}

function show(address: string): void {
  cleanup();
  window.history.replaceState(null, "", address);
  render(<MarketPage />, { wrapper: queryWrapper(createQueryClient()) });
}

/** Answers like the service, once `others` is resolved for all but the list of the page. */
function serve(others: Promise<void>): void {
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    if (!pathname.endsWith("/markets")) return Response.json({}, { status: 404 });
    const [provider, types] = [searchParams.get("provider"), searchParams.get("type")?.split(",")];
    if (provider === null) await others;
    const sent = markets.filter(
      (market) => provider === null || market["id"]?.toString().startsWith(provider),
    );
    const asked = types?.includes("lending") === false ? [] : sent;
    return Response.json({ markets: asked, cursor: null });
  });
}

test("the market to switch to does not depend on the filters of the list, and is awaited", async () => {
  let answer: (() => void) | undefined;
  serve(new Promise((resolve) => (answer = resolve)));
  window.history.replaceState(null, "", "/markets/jupiter.usdc?provider=jupiter&size=1000");
  render(<MarketPage />, { wrapper: queryWrapper(createQueryClient()) });
  await screen.findByText("Loading the other markets…");
  expect(screen.queryByRole("combobox", { name: "Switch to" })).toBeNull();
  answer?.();
  const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Switch to" });
  expect(field.value).toBe("USDC, Kamino · Main Market");
});

test("the button of a loan names an amount only once one is known", async () => {
  serve(Promise.resolve());
  window.history.replaceState(null, "", "/markets/jupiter.usdc?view=borrow");
  render(<MarketPage />, { wrapper: queryWrapper(createQueryClient()) });
  const loan = within(await screen.findByRole("region", { name: "Borrow USDC" }));
  expect(loan.getByRole("link", { name: /^Borrow/ }).textContent).toBe("Borrow");
  const field = loan.getByRole("textbox", { name: "Loan in USD" });
  await userEvent.clear(field);
  await userEvent.type(field, "500{Enter}");
  expect(loan.getByRole("link", { name: /^Borrow/ }).textContent).toBe("Borrow $500");
});

test("the loan that a collateral gives is judged, not an earlier size", async () => {
  serve(Promise.resolve());
  window.history.replaceState(null, "", "/markets/jupiter.usdc?view=borrow&size=200000000");
  render(<MarketPage />, { wrapper: queryWrapper(createQueryClient()) });
  const loan = within(await screen.findByRole("region", { name: "Borrow USDC" }));
  await screen.findByText("Not enough to borrow");
  const field = loan.getByRole("textbox", { name: "Collateral in SOL" });
  await userEvent.clear(field);
  await userEvent.type(field, "1000{Enter}");
  await screen.findByText("Borrow APY at $400");
  expect(screen.queryByText("Not enough to borrow")).toBeNull();
});

test("the rates and the leverage of a loop's calculator are in the URL, and junk there is dropped", async () => {
  serve(Promise.resolve());
  show("/markets/loop?type=loop");
  await enter("Supply yield", "7.25");
  await enter("Borrow cost", "5");
  await userEvent.click(screen.getByRole("button", { name: /^halfway/ }));
  await enter("Borrow cost", "");
  cleanup();
  const { search } = window.location;
  expect(search).toBe("?cost=&leverage=5.5&supply=7.25&type=loop");
  show(`/markets/loop${search}`);
  await screen.findByRole("button", { name: "Reset" });
  expect([amountOf("Supply yield"), amountOf("Borrow cost")]).toEqual(["7.25", ""]);
  const slider = screen.getByRole("slider", { name: "Leverage" });
  expect(slider.getAttribute("aria-valuetext")).toBe("5.5 ×");
  await enter("Borrow cost", "5");
  // The address rounds 5.500000000000001, which is halfway.
  expect(document.querySelector("[data-selected]")?.textContent).toMatch(/^5\.5.× halfway$/);
  await userEvent.click(screen.getByRole("button", { name: "Reset" }));
  cleanup();
  expect(window.location.search).toBe("?type=loop");
  show("/markets/loop?type=loop&supply=x&cost=1e9&leverage=0");
  await screen.findByRole("heading", { name: "Loop calculator" });
  expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
});

test("a loan against a deposit is in the URL, apart from my size", async () => {
  serve(Promise.resolve());
  show("/markets/jupiter.sol?size=5000");
  await enter("Collateral in SOL", "1000");
  await userEvent.click(screen.getByRole("radio", { name: "75 %" }));
  const loan = amountOf("Loan in USD");
  cleanup();
  const { search } = window.location;
  expect(search).toBe("?part=75&pledge=1000&size=5000");
  show(`/markets/jupiter.sol${search}`);
  await screen.findByRole("textbox", { name: "Collateral in SOL" });
  expect([amountOf("Collateral in SOL"), amountOf("Loan in USD")]).toEqual(["1,000", loan]);
  await enter("Loan in USD", "200");
  cleanup();
  expect(window.location.search).toBe("?loan=200&part=75&size=5000");
});
