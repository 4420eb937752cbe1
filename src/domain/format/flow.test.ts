import { expect, test } from "vitest";
import { ratio, tokenAmount, usd } from "../../contract/units.ts";
import { formatFlow, formatPointsShort, formatShareChange, formatTokenFlow, formatTokens } from "./flow.ts";

test.each([
  [9_800_000, "+$9.8 M"],
  [-5_100_000, "−$5.1 M"],
  [0, "$0"],
  [0.01, "< $0.1"],
])("formats a money flow with its sign: %d", (value, text) => {
  expect(formatFlow(usd(value))?.text).toBe(text);
});

test.each([
  [9_812_345, "+9.8 M USDC"],
  [-69_700, "−69,700 USDC"],
  [-380_000, "−380 k USDC"],
  [0.0042, "+0.0042 USDC"],
  [0, "0 USDC"],
])("formats a token flow with its sign: %d", (value, text) => {
  expect(formatTokenFlow(tokenAmount(value), "USDC")?.text).toBe(text);
});

test.each([
  [0.048, "+4.8 %"],
  [-0.024, "−2.4 %"],
  [0.0001, "0.0 %"],
  [25, "> +1,000 %"],
])("formats a change of share with its sign: %d", (value, text) => {
  expect(formatShareChange(ratio(value))?.text).toBe(text);
});

test("missing stays missing, and an amount that is not a change has no plus", () => {
  expect(formatFlow(usd(undefined))).toBeUndefined();
  expect(formatTokens(tokenAmount(200_000_000), "SOL")?.text).toBe("200 M SOL");
  expect(formatPointsShort(ratio(0.005))?.text).toBe("0.5 pp");
});
