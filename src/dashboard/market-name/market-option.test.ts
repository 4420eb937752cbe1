import { expect, test } from "vitest";
import { poolRow, readRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { marketOptions } from "./market-option.ts";

test("a prediction begins with its outcome and shows its chance", () => {
  const row = readRow({
    type: "prediction",
    title: "What does the Fed decide?",
    subtitle: "Hold",
    yesBid: 0.6,
    yesAsk: 0.64,
    additionalData: { settlementSymbol: "USDC" },
  });
  expect(marketOptions([row])).toMatchObject([
    { label: "Hold · in USDC · What does the Fed decide?", detail: row.providerName, count: "62 %" },
  ]);
});

test("a market is found by the names of its tokens", () => {
  const row = poolRow("a", {}, { tokens: [rowToken("USDT", "mint")] });
  const [option] = marketOptions([row], [{ mint: "mint", name: "Tether USD" }]);
  expect(option?.searchText).toContain("tether usd");
});
