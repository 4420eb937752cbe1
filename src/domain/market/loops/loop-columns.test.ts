import { expect, test } from "vitest";
import { readRow } from "../../../../tests/fixtures/market-rows.ts";
import { columnValue } from "../columns.ts";
import { loopRooms } from "./loop-rooms.ts";

const token = (symbol: string): object => ({ symbol, address: `${symbol}-mint` });
const loop = readRow({
  type: "loop",
  tokenA: token("ONyc"),
  tokenB: token("USDC"),
  depositApy: 0.1,
  liquidationLtv: 0.88,
  additionalData: { leverage: 2.5, marketName: "OnRe" },
});
const debt = readRow({ type: "lending", productName: "OnRe", token: token("USDC"), borrowApy: 0.05 });
const supply = readRow({ type: "lending", productName: "OnRe", token: token("ONyc") });
const inputs = { size: undefined, basis: "total", benchmark: undefined } as const;

test("a loop earns (L − 1)/L · (net − borrow) more than holding its collateral", () => {
  const loops = loopRooms([loop], [debt, supply]);
  // 1.5 / 2.5 of the 5 points between 10 % and 5 %.
  expect(columnValue("vsHolding", loop, { ...inputs, loops })).toBeCloseTo(0.03, 12);
  expect(columnValue("vsHolding", loop, inputs)).toBeUndefined();
});

test("the drop to liquidation leads from the LTV at its leverage to the liquidation LTV", () => {
  expect(columnValue("dropToLiquidation", loop, inputs)).toBeCloseTo(1.5 / 2.5 / 0.88 - 1, 12);
  const unnamed = readRow({
    type: "loop",
    tokenA: token("ONyc"),
    tokenB: token("USDC"),
    liquidationLtv: 0.88,
  });
  expect(columnValue("dropToLiquidation", unnamed, inputs)).toBeUndefined();
});
