import { expect, test } from "vitest";
import { readRow } from "../../../../tests/fixtures/market-rows.ts";
import { usd } from "../../../contract/units.ts";
import { requestedAction } from "./requested-action.ts";

const pool = {
  productName: "Adrena Market",
  token: { symbol: "USDC", address: "mint" },
  depositApy: 0.05,
  baseDepositApy: 0.05,
  rewards: [],
  borrowApy: 0.0603,
  totalDeposit: 1_000_000,
  totalDepositUsd: 999_600,
};
const context = { size: usd(250_000), basis: "total" } as const;

test("a deposit states its amount, token and market, and the APY at my size", () => {
  const { title, rate } = requestedAction("deposit", "Deposit", readRow(pool), context);
  expect(title).toBe("Deposit 250,100 USDC, worth $250,000, into Kamino Adrena Market");
  expect(rate).toMatch(/^At your size it would earn \d\.\d\d–\d\.\d\d % per year, \$[\d,]+–[\d,]+\.$/);
});

test("an amount is in tokens with its USD value, or in USD if unpriced", () => {
  const sol = { ...pool, token: { symbol: "SOL", address: "mint" }, totalDepositUsd: 200_000_000 };
  expect(requestedAction("deposit", "Deposit", readRow(sol), context).title).toBe(
    "Deposit 1,250 SOL, worth $250,000, into Kamino Adrena Market",
  );
  const priceless = { ...sol, totalDeposit: null };
  expect(requestedAction("deposit", "Deposit", readRow(priceless), context).title).toBe(
    "Deposit $250,000 of SOL into Kamino Adrena Market",
  );
});

test("without a size shows today's rate, for a loan its cost, for other actions neither", () => {
  const now = { size: undefined, basis: "total" } as const;
  expect(requestedAction("deposit", "Deposit", readRow(pool), now)).toEqual({
    title: "Deposit USDC into Kamino Adrena Market",
    rate: "It pays 5.00 % per year now.",
  });
  const loop = readRow({ type: "loop", depositApy: 0.33 });
  expect(requestedAction("deposit", "Deposit", loop, { ...now, basis: "base" }).rate).toBe(
    "It pays 33.00 % net per year now.",
  );
  expect(requestedAction("borrow", "Borrow", readRow(pool), now).rate).toBe(
    "A loan costs 6.03 % per year now.",
  );
  expect(requestedAction("withdraw", "Withdraw", readRow(pool), now)).toEqual({
    title: "Withdraw: USDC in Kamino Adrena Market",
    rate: undefined,
  });
});
