import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { onScreen } from "../../../../tests/fixtures/screen-size.ts";
import { savedCsv } from "../../../../tests/fixtures/saved-csv.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import { RateGaps } from "./rate-gaps-table.tsx";

const at = { productName: "Main", tokens: [rowToken("USDC")], websiteUrl: "https://kamino.com/" };
const rows = [
  poolRow("cheap", { deposits: 10e6, lent: 4e6, borrowLeft: 16e6, borrowApy: 0.03 }, at),
  poolRow("sol", { deposits: 5e6 }, { ...at, tokens: [rowToken("SOL")], maxLtv: fraction(0.7) }),
  poolRow("good", { deposits: 10e6, left: 1e5, apy: 0.08 }, { ...at, productName: "Other" }),
];

beforeEach(() => onScreen("wide"));
function cellsByHeader(size: number | undefined): Readonly<Record<string, string | null>> {
  const mine = size === undefined ? undefined : dollars(size);
  render(<RateGaps rows={rows} prices={peerPrices(rows)} size={mine} provisional={false} />);
  const [heads, line] = within(screen.getByRole("table", { name: "Rate gaps" })).getAllByRole("row");
  const cells = [...(line?.children ?? [])].map(({ textContent }) => textContent);
  const names = [...(heads?.children ?? [])].map(({ textContent }) => textContent);
  cleanup();
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? "no cell"]));
}

test("a gap comes with both rates, the collateral and what either market takes", () => {
  const now = {
    Gap: "5.00 pp",
    "Base APY": "8.00 %",
    "Base borrow APY": "3.00 %",
    "Left to borrow": "$6.0 M",
    "Capacity left": "$100.0 k",
  };
  expect(cellsByHeader(undefined)).toMatchObject({ ...now, "Max LTV": "70.0 % of SOL≤ 3.50 % a year" });
  // $200k beside $10M leave k = 0.98 of the rate, k² at worst; they take the loan's pool from 40 % to 42 %.
  expect(cellsByHeader(200_000)).toMatchObject({
    "Gap after loan": "4.53–4.68 pp5.00 pp now",
    "Base APY": "8.00 %7.68 % after",
    "Base borrow APY": "3.00 %3.00–3.15 % after",
    "Utilization after loan": "42.0 %",
    "Left to borrow": "$6.0 Menough",
    "Capacity left": "$100.0 k$100k short",
  });
});

test("a file names the token, both markets, the collateral and which end of a range it has", async () => {
  render(<RateGaps rows={rows} prices={peerPrices(rows)} size={dollars(200_000)} provisional={false} />);
  const { lines } = await savedCsv("Rate gaps");
  expect(lines).toMatchObject([
    {
      Token: "USDC",
      mint: "USDCmint",
      "Lend at": "m, Kamino · Other",
      "Lend at, id": "good",
      "Borrow at, id": "cheap",
      "Gap (fraction per year)": "0.05",
      "Gap after loan (at least, fraction per year)": expect.stringMatching(/^0\.0452/),
      "Gap after loan (at most, fraction per year)": expect.stringMatching(/^0\.0467/),
      "baseDepositApy after deposit (at least, fraction per year)": expect.stringMatching(/^0\.0767/),
      "baseBorrowApy after loan (at most, fraction per year)": expect.stringMatching(/^0\.0315/),
      "Max LTV of": "SOL",
      "leftToBorrow (at most, USD)": "6000000",
      "depositShortBy (USD)": "100000",
      "my size (USD)": "200000",
    },
  ]);
});

test("an amount left to borrow that is only a bound sorts last", async () => {
  const both = [
    ["USDC", undefined],
    ["PYUSD", 1e6],
  ] as const;
  const gaps = both.flatMap(([symbol, borrowLeft]) => {
    const own = { ...at, tokens: [rowToken(symbol)] };
    return [
      poolRow(`${symbol} loans`, { deposits: 10e6, lent: 4e6, borrowLeft, borrowApy: 0.03 }, own),
      poolRow(`${symbol} deposits`, { deposits: 10e6, left: 1e5, apy: 0.08 }, own),
    ];
  });
  render(<RateGaps rows={gaps} prices={peerPrices(gaps)} size={undefined} provisional={false} />);
  await userEvent.click(screen.getByRole("button", { name: "Left to borrow" }));
  const { lines } = await savedCsv("Rate gaps");
  expect(lines).toMatchObject([{ Token: "PYUSD" }, { Token: "USDC" }]);
});

test.each([
  [true, "No gap among the markets so far."],
  [false, "No token costs less to borrow in one market than it earns in another."],
])("without a gap the table says so, provisional: %s", (provisional, text) => {
  render(<RateGaps rows={[]} prices={peerPrices([])} size={undefined} provisional={provisional} />);
  screen.getByText(text);
  expect(screen.queryByText(/Provisional until every page is loaded/) !== null).toBe(provisional);
});
