import { expect, test } from "vitest";
import { ratio, tokenAmount, usd } from "../../contract/units.ts";
import { formatFlow, formatPointsShort, formatShareChange, formatTokenFlow, formatTokens } from "./flow.ts";

const money = (value: number) => formatFlow(usd(value))?.text;
const amount = (value: number) => formatTokenFlow(tokenAmount(value), "USDC")?.text;
const share = (value: number) => formatShareChange(ratio(value))?.text;

test("a flow of money, tokens or shares has its sign, except for 0", () => {
  expect([9_800_000, -5_100_000, 0, 0.001].map(money)).toEqual(["+$9.8 M", "−$5.1 M", "$0", "< $0.01"]);
  const amounts = ["+9.8 M USDC", "−69,700 USDC", "−380 k USDC", "+0.0042 USDC", "0 USDC"];
  expect([9_812_345, -69_700, -380_000, 0.0042, 0].map(amount)).toEqual(amounts);
  expect([0.048, -0.024, 0.0001, 25].map(share)).toEqual(["+4.8 %", "−2.4 %", "0.0 %", "> +1,000 %"]);
});

test("missing stays missing, and an amount that is not a change has no plus", () => {
  expect(formatFlow(usd(undefined))).toBeUndefined();
  expect(formatTokens(tokenAmount(200_000_000), "SOL")?.text).toBe("200 M SOL");
  expect(formatPointsShort(ratio(0.005))?.text).toBe("0.5 pp");
});
