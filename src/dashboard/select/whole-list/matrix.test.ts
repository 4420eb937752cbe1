import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ratio, usd } from "../../../contract/units.ts";
import { marketRow, rowToken, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { failedCheckKind } from "../../../domain/market/assess/checks.ts";
import { isFull } from "../../../domain/market/row-values.ts";
import { offersLoans } from "../reliability.ts";
import { matrixMeasures, toMatrix, type MatrixCell, type MatrixMeasure } from "./matrix.ts";

const usdc = rowToken("USDC", "usdc-mint");

function row(id: string, providerId: string, rate: number, more: Partial<ReturnType<typeof marketRow>> = {}) {
  return marketRow({
    id,
    kind: "lending",
    providerId,
    providerName: providerId,
    tokens: [usdc],
    depositApy: ratio(rate),
    baseDepositApy: ratio(rate / 2),
    borrowApy: ratio(rate * 2),
    totalDepositUsd: usd(1),
    websiteUrl: "https://example.com",
    ...more,
  });
}

const pool = (id: string, rate: number, deposits: number, room: number) =>
  row(id, "kamino", rate, {
    totalDepositUsd: dollars(deposits),
    totalDeposit: tokens(deposits),
    maxDeposit: tokens(deposits + room),
  });

const lender = (id: string, rate: number, lent: number): MarketRow =>
  row(id, "kamino", rate, {
    totalDepositUsd: dollars(1e6),
    totalDeposit: tokens(1e6),
    totalBorrowUsd: dollars(lent),
    totalBorrow: tokens(lent),
  });

const isBest = (rates: Readonly<Record<string, number>>, measure: MatrixMeasure): boolean | undefined => {
  const rows = Object.entries(rates).map(([provider, rate]) => row(provider, provider, rate));
  return toMatrix(rows, measure).rows[0]?.cells.get("kamino")?.best;
};

describe("token by provider", () => {
  test("a cell holds the provider's best rate and knows its market", () => {
    const matrix = toMatrix(
      [row("a", "kamino", 0.03), row("b", "kamino", 0.05), row("c", "jupiter", 0.04)],
      "total",
    );
    expect(matrix.providers.map(({ id }) => id)).toEqual(["kamino", "jupiter"]);
    const cells = matrix.rows[0]?.cells;
    expect(cells?.get("kamino")?.row.id).toBe("b");
    expect(cells?.get("kamino")?.markets).toBe(2);
    expect(cells?.get("kamino")?.best).toBe(true);
    expect(cells?.get("jupiter")?.best).toBe(false);
    expect(matrix.rows[0]?.spread).toBeCloseTo(0.01, 12);
  });
  test("a market under the least deposits, or with unknown ones, is in no cell", () => {
    const rows = [
      pool("small", 0.2, 10_000, 1e9),
      row("unknown", "lulo", 0.3, { totalDepositUsd: undefined }),
    ];
    expect(toMatrix(rows, "total", { leastDeposits: 100_000 }).rows).toEqual([]);
    const [token] = toMatrix([...rows, pool("large", 0.1, 1e9, 1e9)], "total", { leastDeposits: 1e5 }).rows;
    expect([...(token?.cells.values() ?? [])].map(({ row: { id } }) => id)).toEqual(["large"]);
  });
  test("at a size a cell holds what the size leaves of the rate, of a market that takes the whole size", () => {
    const size = dollars(1_000_000);
    const rows = [pool("small", 0.2, 10_000, 1e9), pool("full", 0.3, 1e9, 0), pool("large", 0.04, 1e9, 1e9)];
    const cell = toMatrix(rows, "total", { size }).rows[0]?.cells.get("kamino");
    expect(cell?.row.id).toBe("large");
    expect(toMatrix(rows, "total").rows[0]?.cells.get("kamino")?.row.id).toBe("small");
  });
  test("a full market earns its rate for no new deposit, and one with nothing left to borrow charges no one", () => {
    expect(toMatrix([pool("full", 0.3, 1e9, 0)], "total").rows).toEqual([]);
    const rows = [lender("dear", 0.05, 1e5), lender("cheap", 0.02, 8e5), lender("empty", 0.01, 1e6)];
    const cell = (size?: number): MatrixCell | undefined =>
      toMatrix(rows, "borrow", { size: usd(size) }).rows[0]?.cells.get("kamino");
    expect(cell()?.row.id).toBe("cheap");
    // $300k are more than the cheap one has left.
    expect(cell(3e5)?.row.id).toBe("dear");
    expect(cell(1e6)).toBeUndefined();
  });
  test("figures that contradict each other are in a cell only where there are no others, and never the best of a row", () => {
    // A loan-to-value above its own liquidation.
    const faulty = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.5) };
    const rows = [
      row("a", "kamino", 0.03),
      row("b", "kamino", 0.5, faulty),
      row("c", "jupiter", 0.04),
      row("d", "lulo", 0.9, faulty),
    ];
    const [line] = toMatrix(rows, "total").rows;
    const said = [...(line?.cells ?? [])].map(([id, cell]) => [id, cell.row.id, cell.doubtful, cell.best]);
    expect(said).toEqual([
      ["kamino", "a", false, false],
      ["jupiter", "c", false, true],
      ["lulo", "d", true, false],
    ]);
    expect(line?.spread).toBeCloseTo(0.01, 12);
  });

  test("the best of a row is above next to nothing, for borrowing the lowest, and none of one provider alone", () => {
    expect(isBest({ kamino: 0.0001, jupiter: 0 }, "total")).toBe(false);
    expect(isBest({ kamino: 0.03, jupiter: 0.04 }, "borrow")).toBe(true);
    expect(isBest({ kamino: 0.03 }, "base")).toBe(false);
    const tied = toMatrix([row("a", "kamino", 0.03), row("b", "jupiter", 0.03)], "total");
    expect(tied.providers.map(({ id }) => id)).toEqual(["jupiter", "kamino"]);
    expect(toMatrix([row("a", "kamino", 0.03)], "base").rows[0]?.spread).toBeUndefined();
  });
  test("every cell is the best of its provider's markets, whatever the rows", () => {
    fc.assert(
      fc.property(someRows(), fc.constantFrom(...matrixMeasures), (rows, measure) => {
        for (const line of toMatrix(rows, measure).rows) {
          for (const [provider, cell] of line.cells) {
            const listed = rows.filter(
              (one) =>
                one.providerId === provider &&
                (one.kind === "lending" || (one.kind === "yield" && measure !== "borrow")),
            );
            const rates = listed.flatMap((one) => {
              if (measure === "borrow" ? !offersLoans(one) : isFull(one)) return [];
              if ((failedCheckKind(one, undefined) === "figures") !== cell.doubtful) return [];
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
