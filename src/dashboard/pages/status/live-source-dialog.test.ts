import { expect, test } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { estimatesAmong } from "./live-source-dialog.tsx";

test("counts the estimated figures of the demo over the loaded markets", () => {
  const jupiter = { providerId: "jupiter", tokens: [rowToken("SOL"), rowToken("USDC")] };
  expect(
    estimatesAmong([
      marketRow({ id: "main", providerId: "kamino", detail: "Main Market" }),
      marketRow({ id: "tuna", type: "yield", providerId: "defituna" }),
      marketRow({ id: "carrot", type: "yield", providerId: "carrot" }),
      marketRow({ id: "usdt", providerId: "marginfi", tokens: [rowToken("USDT")] }),
      marketRow({ id: "jlp", type: "loop", detail: "JLP Market", tokens: [rowToken("JLP")] }),
      marketRow({ id: "jito", type: "loop", detail: "Main Market", tokens: [rowToken("JitoSOL")] }),
      marketRow({ id: "one", ...jupiter }),
      marketRow({ id: "two", ...jupiter }),
      marketRow({ id: "event", type: "prediction" }),
    ]),
  ).toEqual([
    "2 markets: every figure",
    "1 market: every figure except utilization",
    "1 market: their token's own yield, and so the rate",
    "1 market: the leverage the rate is quoted at",
    "3 markets: most deposits, and their utilization",
    "1 market: every price",
    "2 of Jupiter's 84 borrow vaults are here, so what they owe is less than its Earn pools have lent out",
  ]);
  expect(estimatesAmong([])).toEqual([]);
});
