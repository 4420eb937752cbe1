import { expect, it, test } from "vitest";
import { rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { countsByField, describeEvent } from "./event-words.ts";

type Event = Parameters<typeof describeEvent>[0];
const of = (kind: string, field: string, before: number, after: number): Event => ({
  kind,
  field,
  before,
  after,
});

test.each<readonly [event: Event, title: string, note: string, worse: boolean]>([
  [of("parameter", "maxLtv", 0.62, 0.59), "Max LTV 59.0 %", "was 62.0 %, −3.00 pp", true],
  [of("parameter", "liquidationPenalty", 0.02, 0.015), "Penalty 1.5 %", "was 2.0 %, −0.50 pp", false],
  [of("parameter", "maxLeverage", 4, 3), "Max leverage 3.0 ×", "was 4.0 ×", true],
  [of("parameter", "maxDeposit", 175e6, 200e6), "Deposit cap 200 M USDC", "was 175 M USDC", false],
  [
    of("cap-reached", "maxDeposit", 50_000, 50_000),
    "reached 50,000 USDC",
    "deposit cap, no capacity left",
    true,
  ],
  [
    of("cap-lifted", "maxDeposit", 1.5e6, 1.8e6),
    "capacity available",
    "deposit cap of 1.8 M USDC, was 1.5 M USDC",
    false,
  ],
  [of("cap-lifted", "maxBorrow", 1.5e6, 1.5e6), "capacity available", "borrow cap of 1.5 M USDC", false],
  [of("reward-began", "rewardApy", 0, 0.046), "Rewards began, 4.60 %", "", false],
  [of("reward-ended", "rewardApy", 0.046, 0), "Rewards ended", "last 4.60 %", false],
  [{ kind: "gone" }, "gone", "", true],
])("describes an event: %#", (event, title, note, worse) => {
  expect(describeEvent(event, [rowToken("USDC")])).toEqual({ title, note, worse });
});

it("counts a deposit cap in the first token of a pair, and a borrow cap in the second", () => {
  const pair = [rowToken("SOL"), rowToken("USDC")];
  expect(describeEvent(of("parameter", "maxDeposit", 1e6, 2e6), pair).title).toBe("Deposit cap 2 M SOL");
  expect(describeEvent(of("parameter", "maxBorrow", 1e6, 2e6), pair).title).toBe("Borrow cap 2 M USDC");
  expect(describeEvent(of("cap-reached", "maxBorrow", 2e6, 2e6), pair).title).toBe("reached 2 M USDC");
});

it("shows unknown kinds and fields as sent, and never shows a missing value as zero", () => {
  expect(describeEvent({ kind: "frozen" }, []).title).toBe("frozen");
  expect(describeEvent({ kind: "parameter", field: "oracle", before: 1, after: 2 }, [])).toEqual({
    title: "oracle 2",
    note: "was 1",
    worse: false,
  });
  expect(describeEvent({ kind: "parameter", field: "maxLtv", before: 0.5 }, []).title).toBe(
    "Max LTV unknown",
  );
});

it("counts changes by field name, most frequent first, and unknown fields by their own name", () => {
  const fields = ["liquidationPenalty", "maxLtv", "newTerm", "maxLtv"];
  expect(countsByField(fields.map((field) => ({ field })))).toBe("Max LTV 2, Penalty 1, newTerm 1");
});
