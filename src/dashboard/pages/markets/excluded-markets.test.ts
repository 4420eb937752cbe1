import { describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { loopsText } from "./excluded-markets.tsx";

const pool = {
  productName: "OnRe",
  totalDeposit: tokens(8e6),
  totalDepositUsd: dollars(8e6),
  totalBorrow: tokens(5e6),
  totalBorrowUsd: dollars(5e6),
};
const supply = marketRow({ ...pool, id: "supply", tokens: [rowToken("ONyc")], maxDeposit: tokens(9e6) });
const debt = marketRow({ ...pool, id: "debt", tokens: [rowToken("USDC")], maxBorrow: tokens(5e6) });

function loop(id: string, apy: number | undefined, place: string): MarketRow {
  return marketRow({
    id,
    type: "loop",
    raw: readRow({ type: "loop", additionalData: { leverage: 2.6 } }).raw,
    detail: place,
    tokens: [rowToken("ONyc"), rowToken("USDC")],
    depositApy: apy === undefined ? undefined : fraction(apy),
    maxLeverage: 5,
  });
}

describe("the line under plain deposits", () => {
  test("promises no rate of a loop that cannot be opened", () => {
    const loops = [loop("shut", 0.2113, "OnRe"), loop("open", 0.1, "Main Market")];
    expect(loopsText(loops, [supply, debt])).toBe(
      "2 leveraged loops, up to 10.00 % at 2.6 ×, 1 of them closed",
    );
    expect(loopsText(loops, [])).toBe("2 leveraged loops, up to 21.13 % at 2.6 ×");
  });

  test("says nothing where no loop that can be opened has a rate", () => {
    expect(loopsText([loop("shut", 0.2, "OnRe")], [supply, debt])).toBeUndefined();
    expect(loopsText([loop("a", undefined, "Main Market")], [])).toBeUndefined();
    expect(loopsText([], [])).toBeUndefined();
  });
});
