import { expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { impliedPrices } from "./implied-prices.ts";

const pool = (providerId: string, amount: number, worth: number): MarketRow =>
  marketRow({
    id: `${providerId} ${String(amount)}`,
    providerId,
    providerName: providerId,
    totalDeposit: tokens(amount),
    totalDepositUsd: dollars(worth),
  });

test("shows each provider's market farthest from the price, and marks it from 1 % on", () => {
  // 101 is 1 % over 100 and 98.84 is 1.16 % under it.
  const found = impliedPrices(
    [pool("a", 10, 1000), pool("a", 1, 100.5), pool("b", 100, 10_100), pool("c", 50, 4942)],
    dollars(100),
  );
  expect(
    found.map(({ provider, markets, price, marked }) => [provider.providerId, markets, price, marked]),
  ).toEqual([
    ["b", 1, 101, true],
    ["c", 1, 98.84, true],
    ["a", 2, 100.5, false],
  ]);
  expect(found[1]?.off).toBeCloseTo(-0.0116, 10);
});

test("without a price no market is off, and a market with only one total has no price", () => {
  const found = impliedPrices(
    [pool("a", 10, 1000), marketRow({ providerId: "b", totalDepositUsd: dollars(5) })],
    undefined,
  );
  expect(found).toMatchObject([{ price: 100, off: undefined, marked: false }]);
});
