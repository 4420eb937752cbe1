import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { poolRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { savedCsv } from "../../../../tests/fixtures/saved-csv.ts";
import { listAssetFacts } from "../../select/assets/asset-facts.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { AssetMarkets } from "./asset-markets.tsx";
import { AssetStrip } from "./asset-strip.tsx";

const sol = { address: "SOLmint", symbol: "SOL" };
const rows = [
  poolRow(
    "sol",
    { deposits: 5e6 },
    { productName: "Main", tokens: [rowToken("SOL")], maxLtv: fraction(0.7) },
  ),
  poolRow(
    "usdc",
    { deposits: 1e7, lent: 4e6, borrowLeft: 1e6, apy: 0.03, borrowApy: 0.08 },
    { productName: "Main", tokens: [rowToken("USDC")], actions: { borrow: { blinkUrl: "blink:https://x" } } },
  ),
  readRow({
    id: "loop",
    type: "loop",
    tokenA: sol,
    tokenB: { address: "USDCmint", symbol: "USDC" },
    depositApy: 0.2,
    maxLeverage: 4,
    additionalData: { leverage: 2.6 },
  }),
];

function factsOf(name: string) {
  const all = listAssetFacts(rows, [], { size: undefined, basis: "total" }, true);
  const facts = all.find(({ symbol }) => symbol === name);
  if (facts === undefined) throw new Error(`The markets have no ${name}.`);
  return facts;
}

/** Of a complete list, without prices of other days. */
const strip = {
  hasCatalogue: true,
  change24h: undefined,
  past: undefined,
  sol: undefined,
  range: "90d",
  loading: false,
  incomplete: undefined,
} as const;

test("does not say that there are no markets before all are loaded", () => {
  const facts = {
    ...factsOf("SOL"),
    earn: [],
    borrow: [],
    loops: [],
    bestDeposit: undefined,
    bestLoop: undefined,
  };
  const loadingText = "Markets are still loading.";
  const wrapper = queryWrapper(createQueryClient());
  const { container } = render(
    <>
      <AssetStrip
        {...strip}
        facts={{
          ...facts,
          cheapestLoan: undefined,
          deposits: undefined,
          price: undefined,
          priceFrom: undefined,
        }}
        incomplete={loadingText}
      />
      <AssetMarkets facts={facts} rows={[]} incomplete={loadingText} />
    </>,
    { wrapper },
  );
  expect(screen.getAllByText(loadingText)).toHaveLength(3);
  expect(container.textContent).not.toMatch(/\bnone|\bno\b|\bnot\b|cannot/i);
});

test("a deposit rate without the token's own yield says so, also if that is unknown", () => {
  const facts = { ...factsOf("SOL"), hasUnknownYield: true };
  render(<AssetMarkets facts={facts} rows={rows} incomplete={undefined} />, {
    wrapper: queryWrapper(createQueryClient()),
  });
  screen.getByText(/plus unknown yield by holding/);
});

test("a file has the APY of loops and the cost of loans in separate columns", async () => {
  const facts = { ...factsOf("SOL"), ownYield: fraction(0.0568) };
  const { container } = render(<AssetMarkets facts={facts} rows={rows} incomplete={undefined} />, {
    wrapper: queryWrapper(createQueryClient()),
  });
  // The same text as in the list of assets.
  expect(container.textContent).toContain("plus 5.68 % by holding, implied by loops");
  const { lines } = await savedCsv("Loops and collateral use");
  const [earned, leverage, paid] = [
    "depositApy (fraction per year)",
    "quotedLeverage (times)",
    "borrowApy (fraction per year)",
  ];
  expect(lines).toMatchObject([
    { id: "loop", [earned]: "0.2", [leverage]: "2.6", [paid]: "" },
    { id: "usdc", [earned]: "", [leverage]: "", [paid]: "0.08", "maxLtv (fraction)": "0.7" },
  ]);
  const earn = await savedCsv("Earn");
  expect(earn.lines).toMatchObject([{ id: "sol", "depositApy (fraction per year)": "" }]);
});

test("an amount left to borrow that is only a bound sorts after known amounts, in both directions, as in the list", async () => {
  const usdc = { tokens: [rowToken("USDC")], websiteUrl: "https://kamino.com/" };
  const lender = (lent: number, borrowLeft?: number) =>
    poolRow(String(lent), { deposits: 9e6, lent, borrowLeft, borrowApy: 0.08 }, usdc);
  const all = [lender(7e6), lender(2e6, 5e5), lender(1e6), lender(3e6, 1e6)];
  const [facts] = listAssetFacts(all, [], { size: undefined, basis: "total" }, true);
  if (facts === undefined) throw new Error("The markets have no token.");
  render(<AssetMarkets facts={facts} rows={all} incomplete={undefined} />, {
    wrapper: queryWrapper(createQueryClient()),
  });
  const orders: unknown[] = [];
  for (const _ of ["descending", "ascending"]) {
    await userEvent.click(screen.getByRole("button", { name: "Left to borrow" }));
    const { lines } = await savedCsv("Borrow");
    orders.push(lines.map((line) => line["leftToBorrow (at most, USD)"]));
  }
  expect(orders).toEqual([
    ["1000000", "500000", "8000000", "2000000"],
    ["500000", "1000000", "2000000", "8000000"],
  ]);
});

test("a row says why its market takes or lends too little, as the lists do, and has no action if it is full", () => {
  const usdc = { productName: "Main", tokens: [rowToken("USDC")], kind: "lending" } as const;
  const full = { ...poolRow("full", { deposits: 5e6, left: 0 }, usdc), websiteUrl: "https://kamino.com/" };
  const both = [full, ...rows];
  const facts = listAssetFacts(both, [], { size: undefined, basis: "total" }, true).find(
    ({ symbol }) => symbol === "USDC",
  );
  if (facts === undefined) throw new Error("The markets have no USDC.");
  const wrapper = queryWrapper(createQueryClient());
  history.replaceState(null, "", "?size=7000000");
  render(<AssetMarkets facts={facts} rows={both} incomplete={undefined} />, { wrapper });
  history.replaceState(null, "", location.pathname);
  // The upper end is 7M · (1.03^k − 1) with k = 10 / 17.
  expect(screen.getByRole("table", { name: "Earn" }).textContent).toContain("$69.9–122.8 k");
  expect(screen.getByText("Cap reached, 100 % used")).toBeTruthy();
  expect(screen.getByText("Not enough to borrow, $6M short")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Open on/ })).toBeNull();
});

test("a row and the best market of the strip show the first flag of the lists", () => {
  const nearlyLent = poolRow(
    "nearly",
    { deposits: 1e7, lent: 9.7e6, apy: 0.3 },
    { productName: "Main", tokens: [rowToken("SOL")] },
  );
  const all = [nearlyLent];
  const [facts] = listAssetFacts(all, [], { size: undefined, basis: "total" }, true);
  if (facts === undefined) throw new Error("The market has no token.");
  render(
    <>
      <AssetStrip {...strip} facts={facts} />
      <AssetMarkets facts={facts} rows={all} incomplete={undefined} />
    </>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  expect(screen.getByText("Kamino · Near full utilization")).toBeTruthy();
  const earn = within(screen.getByRole("table", { name: "Earn" }));
  expect(earn.getByText("Near full utilization, 97 % lent out")).toBeTruthy();
});

test.each([
  [true, "implied by deposits, not in the catalog"],
  [false, "implied by deposits"],
])("with the catalogue loaded: %s, an implied price says %j", (hasCatalogue, text) => {
  render(
    <AssetStrip {...strip} facts={{ ...factsOf("SOL"), priceFrom: "markets" }} hasCatalogue={hasCatalogue} />,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  expect(screen.getByText(text)).toBeTruthy();
});

test("a loop has the button of the list of loops, also if it can be set up", () => {
  const way = { blinkUrl: "blink:https://kamino.dial.to/" };
  const actions = { setup: way, borrow: way, deposit: way };
  const all = rows.map((row) => Object.assign({}, row, { actions }));
  const facts = { ...factsOf("SOL"), loops: all.filter(({ kind }) => kind === "loop") };
  const wrapper = queryWrapper(createQueryClient());
  render(<AssetMarkets facts={facts} rows={all} incomplete={undefined} />, { wrapper });
  const table = screen.getByRole("table", { name: "Loops and collateral use" });
  const buttons = within(table).getAllByRole("link", { name: /opens in a new tab$/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Deposit", "Borrow"]);
});
