import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { sentMarket } from "../../../../tests/fixtures/positions.ts";
import { savedCsv } from "../../../../tests/fixtures/saved-csv.ts";
import { marketTypes } from "../../../contract/market.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { MatrixPage } from "../matrix/matrix-page.tsx";
import { qualityListHref, QualityPage } from "./quality-page.tsx";

const totals = { totalDeposit: 1e6, totalDepositUsd: 1e6, totalBorrow: 8e5, totalBorrowUsd: 8e5 };
const markets = [
  sentMarket({ id: "capped", ...totals, maxDeposit: 2e6 }),
  sentMarket({ id: "open", rewards: null, ...totals, depositApy: 0.06 }),
];

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

function open(address: string): void {
  vi.stubGlobal("fetch", async () => Response.json({ markets, cursor: null }));
  window.history.replaceState(null, "", address);
}

test("a line of the quality file names what it counts and the number of markets that could have it", async () => {
  open("/quality");
  render(<QualityPage />, { wrapper: queryWrapper(createQueryClient()) });
  // Markets are not counted before the first page.
  expect(screen.queryByText(/\d markets/)).toBeNull();
  await screen.findByRole("button", { name: /^Export CSV ?, Quality/ });
  const { lines } = await savedCsv("Quality");
  const lineOf = (name: string) => lines.find((line) => line["What is counted"] === name);
  expect(lineOf("Deposit cap missing")).toMatchObject({
    Unit: "fraction of the markets with the figures",
    Kamino: "0.5",
    "Kamino, of markets": "2",
  });
  expect(lineOf("Impossible rate failed")).toMatchObject({ Kamino: "0" });
  expect(lineOf("Markets")).toMatchObject({ Unit: "markets", Kamino: "2", "Kamino, of markets": "" });
});

test("the help of the column All names no provider", async () => {
  open("/quality");
  render(<QualityPage />, { wrapper: queryWrapper(createQueryClient()) });
  const all = await screen.findByRole("button", { name: "All" });
  expect(all.getAttribute("aria-description")).toBe("All markets that the row counts.");
});

test("a file of the matrix names its rate, the size and the end of the range", async () => {
  open("/matrix?size=1000");
  render(<MatrixPage />, { wrapper: queryWrapper(createQueryClient()) });
  await screen.findByRole("button", { name: /^Export CSV ?, Matrix/ });
  const { lines } = await savedCsv("Matrix");
  expect(lines).toMatchObject([
    {
      Token: "USDC",
      mint: "USDCmint",
      "effectiveApy at Kamino (at least, fraction per year)": expect.stringMatching(/^0\.0/),
      "my size (USD)": "1000",
      "APY basis": "total",
      "minDeposits (USD)": "100000",
    },
  ]);
});

test("an empty matrix blames its conditions, not the markets", async () => {
  open("/matrix?asset=btc");
  render(<MatrixPage />, { wrapper: queryWrapper(createQueryClient()) });
  await screen.findByText("No market qualifies.");
});

test("the table is not busy after a page has failed for good", async () => {
  open("/quality");
  const refused = { statusCode: 400, message: "No.", error: "Bad request", code: "bad-request" };
  vi.stubGlobal("fetch", async (url: string) =>
    url.includes("cursor=")
      ? Response.json(refused, { status: 400 })
      : Response.json({ markets, cursor: "next" }),
  );
  render(<QualityPage />, { wrapper: queryWrapper(createQueryClient()) });
  await screen.findByRole("button", { name: /^Retry page 2/ });
  expect(screen.getByRole("table", { name: "Quality" }).getAttribute("aria-busy")).toBe("false");
});

test("a count leads to the provider's markets of every type, those with most failed checks first", () => {
  const state = readViewState("minApy=5&size=1000");
  const shown = readViewState(qualityListHref(state, "faulty", "doubts").slice(2));
  expect(shown).toMatchObject({ providers: ["faulty"], types: marketTypes, hideSmall: false, size: 1000 });
  expect(shown.sort).toEqual([{ column: "doubts", descending: true }]);
  expect(shown.minApy).toBeUndefined();
  expect(readViewState(qualityListHref(state, undefined, "averages").slice(2)).columns).toContain(
    "baseDepositApy90d",
  );
});

test("the focus stays on its column when a page adds a provider", async () => {
  open("/quality");
  const responses: ((response: Response) => void)[] = [];
  const promise = new Promise<Response>((resolve) => void responses.push(resolve));
  vi.stubGlobal("fetch", (url: string) =>
    url.includes("cursor=") ? promise : Promise.resolve(Response.json({ markets, cursor: "next" })),
  );
  render(<QualityPage />, { wrapper: queryWrapper(createQueryClient()) });
  const kamino = await screen.findByRole("button", { name: "Kamino" });
  act(() => kamino.focus());
  responses[0]?.(
    Response.json({
      markets: [sentMarket({ id: "a", provider: { id: "save", name: "Save" } })],
      cursor: null,
    }),
  );
  await screen.findByRole("button", { name: "Save" });
  expect(document.activeElement).toBe(kamino);
});
