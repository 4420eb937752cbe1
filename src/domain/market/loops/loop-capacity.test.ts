import { describe, expect, test } from "vitest";
import { marketRow, poolRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../market-row.ts";
import { columnValue } from "../columns.ts";
import { leverageText, quotedRate, withLeverage } from "../market-text.ts";
import { loopCapacities } from "./loop-capacity.ts";
import { fitShortfall, isClosedLoop, capacityOf } from "../row-values.ts";

const pool = { deposits: 1e6, lent: 5e5, left: 6e5, borrowLeft: 3e5 };
const supply = poolRow("supply", pool, { productName: "OnRe", tokens: [rowToken("ONyc")] });
const debt = poolRow("debt", pool, { productName: "OnRe", tokens: [rowToken("USDC")] });

function loop(id: string, leverage?: number): MarketRow {
  return marketRow({
    id,
    type: "loop",
    raw: readRow({ type: "loop", additionalData: { leverage } }).raw,
    detail: "OnRe",
    tokens: [rowToken("ONyc"), rowToken("USDC")],
    maxLeverage: 5,
  });
}

function left(row: MarketRow, ...legs: readonly MarketRow[]): number | undefined {
  return capacityOf(row, loopCapacities([row], legs));
}

describe("the capacity of a loop", () => {
  test("is what both legs leave at its named leverage, else halfway to its limit", () => {
    expect(fitShortfall(loop("a"), dollars(200_000), loopCapacities([loop("a")], [supply, debt]))).toBe(
      50_000,
    );
    // min($300k / 2, $600k / 3) and min($300k / 3, $600k / 4), because halfway from 1 to 5 is 3 and the named leverage is 4.
    expect(left(loop("a"), supply, debt)).toBe(150_000);
    expect(left(loop("a", 4), supply, debt)).toBe(100_000);
    expect(left(loop("a", 3), { ...supply, maxDeposit: tokens(1.003e6) }, debt)).toBeCloseTo(1000, 6);
  });

  test("is 0 when a leg is closed, and unknown when a leg, its limit or its market is", () => {
    expect(left(loop("a"), supply, { ...debt, maxBorrow: tokens(5e5) })).toBe(0);
    expect(left(loop("a"), { ...supply, maxDeposit: tokens(1e6) })).toBe(0);
    expect(left(loop("a"), supply)).toBeUndefined();
    expect(left(loop("a"), supply, { ...debt, productName: "Main Market" })).toBeUndefined();
    expect(left(loop("a"), { ...supply, maxDeposit: undefined }, debt)).toBeUndefined();
    expect(capacityOf(loop("a"), undefined)).toBeUndefined();
    // A pool's capacity does not depend on loops.
    expect(capacityOf(supply, undefined)).toBe(600_000);
  });

  test("closes the loop only when a leg is known to leave nothing", () => {
    const closed = loopCapacities([loop("a")], [supply, { ...debt, maxBorrow: tokens(5e5) }]);
    expect(isClosedLoop(loop("a"), closed)).toBe(true);
    expect(isClosedLoop(loop("b"), closed)).toBe(false);
    expect(isClosedLoop(loop("a"), undefined)).toBe(false);
    expect(isClosedLoop({ ...loop("a"), kind: "lending" }, closed)).toBe(false);
  });

  test("stays the same object while the legs are equal, so that nothing renders again", () => {
    const capacities = loopCapacities([loop("a")], [supply, debt]);
    expect(loopCapacities([supply, loop("a")], [debt, { ...supply }], capacities)).toBe(capacities);
    expect(loopCapacities([loop("a")], [supply, { ...debt, maxBorrow: tokens(5e5) }], capacities)).not.toBe(
      capacities,
    );
  });
});

test("the columns of a loop compare it with holding, and its LTV with liquidation", () => {
  const row = { ...loop("a", 2.5), depositApy: fraction(0.1), liquidationLtv: fraction(0.88) };
  const inputs = { size: undefined, basis: "total", benchmark: undefined } as const;
  const loops = loopCapacities([row], [supply, { ...debt, borrowApy: fraction(0.05) }]);
  // 1.5 / 2.5 of the 5 points between 10 % and 5 %.
  expect(columnValue("vsHolding", row, { ...inputs, loops })).toBeCloseTo(0.03, 12);
  expect(columnValue("vsHolding", row, inputs)).toBeUndefined();
  expect(columnValue("dropToLiquidation", row, inputs)).toBeCloseTo(1 - 1.5 / 2.5 / 0.88, 12);
  expect(columnValue("dropToLiquidation", { ...row, raw: loop("a").raw }, inputs)).toBeUndefined();
});

describe("the rate of a loop", () => {
  const rated = { ...loop("a", 2.6), depositApy: fraction(0.3667) };

  test("shows its leverage, or says that it is unknown", () => {
    expect(quotedRate(rated)).toBe("36.67 % at 2.6 ×");
    expect(quotedRate({ ...loop("a"), depositApy: fraction(0.3667) })).toBe("36.67 %, leverage unknown");
    expect(withLeverage("JLP / USDC", rated)).toBe("JLP / USDC (at 2.6 ×)");
  });

  test("is the bare rate for other markets, and missing without a rate", () => {
    expect(quotedRate({ ...supply, depositApy: fraction(0.05) })).toBe("5.00 %");
    expect(withLeverage("USDC", supply)).toBe("USDC");
    expect(quotedRate(loop("a", 2.6))).toBeUndefined();
    expect(leverageText(loop("a", 2.6))).toBeUndefined();
  });
});
