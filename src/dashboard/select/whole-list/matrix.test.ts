import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { poolRow, rowToken, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { isSecurable, loansAgainst } from "../../../domain/market/loan-terms.ts";
import { failedCheckKind, peerPrices } from "../../../domain/market/assess/checks.ts";
import { isFull } from "../../../domain/market/row-values.ts";
import { offersLoans } from "../reliability.ts";
import { matrixMeasures, toMatrix, type MatrixMeasure } from "./matrix.ts";

/** A USDC market whose base rate is half of `rate` and whose borrow APY is twice that. */
function row(id: string, providerId: string, rate: number, more: Partial<MarketRow> = {}): MarketRow {
  return poolRow(
    id,
    { deposits: 1e6, apy: rate, borrowApy: rate * 2 },
    {
      providerId,
      providerName: providerId,
      tokens: [rowToken("USDC")],
      baseDepositApy: fraction(rate / 2),
      websiteUrl: "https://example.com",
      ...more,
    },
  );
}

const pool = (id: string, rate: number, deposits: number, left: number): MarketRow =>
  row(id, "kamino", rate, {
    totalDepositUsd: dollars(deposits),
    totalDeposit: tokens(deposits),
    maxDeposit: tokens(deposits + left),
  });

const lender = (id: string, rate: number, lent: number): MarketRow =>
  row(id, "kamino", rate, { totalBorrowUsd: dollars(lent), totalBorrow: tokens(lent) });

type Options = Parameters<typeof toMatrix>[2];

const noOptions = { size: undefined, family: undefined, prices: peerPrices([]), minDeposits: 0 };

const matrixOf = (rows: readonly MarketRow[], measure: MatrixMeasure, options?: Partial<Options>) =>
  toMatrix(rows, measure, { ...noOptions, ...options });

/** The market in Kamino's cell for the only token. */
const inCell = (rows: readonly MarketRow[], options?: Partial<Options>): string | undefined =>
  matrixOf(rows, "total", options).rows[0]?.cells.get("kamino")?.row.id;

/** What a provider's loans are secured by: SOL, of which `left` more can be deposited. */
const collateral = (providerId: string, left = 1e6): MarketRow =>
  row(`SOL at ${providerId}`, providerId, 0.01, {
    tokens: [rowToken("SOL")],
    maxLtv: fraction(0.75),
    totalDepositUsd: dollars(2e6),
    totalDeposit: tokens(2e6),
    maxDeposit: tokens(2e6 + left),
  });

const isBest = (rates: Readonly<Record<string, number>>, measure: MatrixMeasure): boolean | undefined => {
  const rows = Object.entries(rates).flatMap(([provider, rate]) => [
    row(provider, provider, rate),
    collateral(provider),
  ]);
  return matrixOf(rows, measure)
    .rows.find(({ symbol }) => symbol === "USDC")
    ?.cells.get("kamino")?.best;
};

describe("token by provider", () => {
  test("a cell holds the provider's best rate and its market", () => {
    const rows = [row("a", "kamino", 0.03), row("b", "kamino", 0.05), row("c", "jupiter", 0.04)];
    const { providers, rows: lines } = matrixOf(rows, "total");
    expect(providers.map(({ id }) => id)).toEqual(["kamino", "jupiter"]);
    expect(lines[0]?.cells.get("kamino")).toMatchObject({ row: { id: "b" }, markets: 2, best: true });
    expect(lines[0]?.cells.get("jupiter")?.best).toBe(false);
    expect(lines[0]?.spread).toBeCloseTo(0.01, 12);
  });

  test("tokens that share a symbol are named by their mint, too", () => {
    const other = row("b", "kamino", 0.05, { tokens: [rowToken("USDC", "AnotherMintOfThatName")] });
    const names = matrixOf([row("a", "kamino", 0.03), other], "total").rows.map(({ symbol }) => symbol);
    expect(names.toSorted()).toEqual(["USDC Anot…Name", "USDC USDCmint"]);
  });

  test("a market below the minimum deposits, or with unknown deposits, is in no cell", () => {
    const unknown = row("unknown", "kamino", 0.3, { totalDepositUsd: undefined });
    const rows = [pool("small", 0.2, 10_000, 1e9), unknown];
    expect(inCell(rows, { minDeposits: 100_000 })).toBeUndefined();
    expect(inCell([...rows, pool("large", 0.1, 1e9, 1e9)], { minDeposits: 1e5 })).toBe("large");
  });

  test("at a size a cell holds the APY at size of a market that takes the whole size", () => {
    const rows = [pool("small", 0.2, 10_000, 1e9), pool("full", 0.3, 1e9, 0), pool("large", 0.04, 1e9, 1e9)];
    expect(inCell(rows, { size: dollars(1_000_000) })).toBe("large");
    expect(inCell(rows)).toBe("small");
  });

  test("skips lenders with less left than my size", () => {
    const rows = [lender("dear", 0.05, 1e5), lender("cheap", 0.02, 8e5)];
    const lent = (size: number): unknown =>
      matrixOf(rows, "borrow", { size: dollars(size) }).rows.map(({ cells }) => cells.get("kamino")?.row.id);
    expect([lent(1e5), lent(3e5), lent(1e6)]).toEqual([["cheap"], ["dear"], []]);
  });

  test("a loan without collateral that is still accepted is never the best of a row", () => {
    const rows = [row("a", "jupiter", 0.03), row("b", "kamino", 0.02), row("c", "lulo", 0.01)];
    const secured = [...rows, collateral("jupiter"), collateral("kamino", 0)];
    const [line] = matrixOf(secured, "borrow").rows;
    const cells = [...(line?.cells ?? [])].map(([id, { securable, best }]) => [id, securable, best]);
    expect(cells).toEqual([
      ["jupiter", true, false],
      ["kamino", false, false],
      ["lulo", false, false],
    ]);
    const [both] = matrixOf([...secured, row("d", "drift", 0.04), collateral("drift")], "borrow").rows;
    expect(both?.cells.get("jupiter")?.best).toBe(true);
    expect(both?.spread).toBeCloseTo(0.02, 12);
    const place = { productName: "Other Market" };
    const cheaper = row("e", "jupiter", 0.001, place);
    expect(matrixOf([...secured, cheaper], "borrow").rows[0]?.cells.get("jupiter")?.row.id).toBe("a");
  });

  test("contradictory markets fill a cell only without others and are never the best of a row", () => {
    // A max LTV above the liquidation LTV.
    const faulty = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.5) };
    const rows = [
      row("a", "kamino", 0.03),
      row("b", "kamino", 0.5, faulty),
      row("c", "jupiter", 0.04),
      row("d", "lulo", 0.9, faulty),
    ];
    const [line] = matrixOf(rows, "total").rows;
    const text = [...(line?.cells ?? [])].map(([id, cell]) => [
      id,
      cell.row.id,
      cell.contradictory,
      cell.best,
    ]);
    expect(text).toEqual([
      ["kamino", "a", false, false],
      ["jupiter", "c", false, true],
      ["lulo", "d", true, false],
    ]);
    expect(line?.spread).toBeCloseTo(0.01, 12);
  });

  test("the best of a row needs a rate above zero and two providers, and is the lowest for loans", () => {
    expect(isBest({ kamino: 0.0001, jupiter: 0 }, "total")).toBe(false);
    expect(isBest({ kamino: 0.03, jupiter: 0.04 }, "borrow")).toBe(true);
    expect(isBest({ kamino: 0.03 }, "base")).toBe(false);
    const tied = matrixOf([row("a", "kamino", 0.03), row("b", "jupiter", 0.03)], "total");
    expect(tied.providers.map(({ id }) => id)).toEqual(["jupiter", "kamino"]);
    expect(matrixOf([row("a", "kamino", 0.03)], "base").rows[0]?.spread).toBeUndefined();
  });

  test("every cell is the best of its provider's markets, for any rows", () => {
    fc.assert(
      fc.property(someRows(), fc.constantFrom(...matrixMeasures), (rows, measure) => {
        const loans = loansAgainst(undefined, rows);
        for (const line of matrixOf(rows, measure).rows) {
          for (const [provider, cell] of line.cells) {
            const listed = rows.filter(
              (one) =>
                one.providerId === provider &&
                (one.kind === "lending" || (one.kind === "yield" && measure !== "borrow")),
            );
            const rates = listed.flatMap((one) => {
              if (measure === "borrow" ? !offersLoans(one) : isFull(one)) return [];
              if ((failedCheckKind(one, undefined) === "figures") !== cell.contradictory) return [];
              if (measure === "borrow" && isSecurable(one, loans) !== cell.securable) return [];
              const token = measure === "borrow" ? (one.tokens[1] ?? one.tokens[0]) : one.tokens[0];
              const published = { total: one.depositApy, base: one.baseDepositApy, borrow: one.borrowApy };
              return token?.address === line.address ? (published[measure] ?? []) : [];
            });
            expect(cell.value).toBe(measure === "borrow" ? Math.min(...rates) : Math.max(...rates));
            expect(cell.markets).toBe(
              listed.filter((one) => one.tokens.some((token) => token.address === line.address)).length,
            );
          }
        }
      }),
    );
  });
});
