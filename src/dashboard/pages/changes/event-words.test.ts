import { expect, it, test } from "vitest";
import { countsByField, wordsOfEvent } from "./event-words.ts";

test.each([
  [
    { kind: "parameter", field: "maxLtv", before: 0.62, after: 0.59 },
    "Max LTV 59.0 %",
    "was 62.0 %, −3.00 pp",
    true,
  ],
  [
    { kind: "parameter", field: "liquidationPenalty", before: 0.02, after: 0.015 },
    "Penalty 1.5 %",
    "was 2.0 %, −0.50 pp",
    false,
  ],
  [{ kind: "parameter", field: "maxLeverage", before: 4, after: 3 }, "Max leverage 3.0 ×", "was 4.0 ×", true],
  [
    { kind: "parameter", field: "maxDeposit", before: 175e6, after: 200e6 },
    "Deposit cap 200 M USDC",
    "was 175 M USDC",
    false,
  ],
  [
    { kind: "cap-reached", field: "maxDeposit", before: 50_000, after: 50_000 },
    "reached 50,000 USDC",
    "deposit cap, no capacity left",
    true,
  ],
  [
    { kind: "cap-lifted", field: "maxDeposit", before: 1.5e6, after: 1.8e6 },
    "lifted to 1.8 M USDC",
    "deposit cap, was 1.5 M USDC",
    false,
  ],
  [
    { kind: "cap-lifted", field: "maxBorrow", before: 1.5e6, after: 1.5e6 },
    "capacity again",
    "borrow cap of 1.5 M USDC",
    false,
  ],
  [{ kind: "reward-began", field: "rewardApy", before: 0, after: 0.046 }, "Rewards began, 4.60 %", "", false],
  [
    { kind: "reward-ended", field: "rewardApy", before: 0.046, after: 0 },
    "Rewards ended",
    "was 4.60 %",
    false,
  ],
  [{ kind: "gone" }, "gone", "", true],
] as const)("what is said of an event: %#", (event, title, note, worse) => {
  expect(wordsOfEvent(event, "USDC")).toEqual({ title, note, worse });
});

it("kinds and fields unknown to us are said as they were sent, and what is not stated is no zero", () => {
  expect(wordsOfEvent({ kind: "frozen" }, "").title).toBe("frozen");
  expect(wordsOfEvent({ kind: "parameter", field: "oracle", before: 1, after: 2 }, "")).toEqual({
    title: "oracle 2",
    note: "was 1",
    worse: false,
  });
  expect(wordsOfEvent({ kind: "parameter", field: "maxLtv", before: 0.5 }, "").title).toBe("Max LTV unknown");
});

it("counts what was changed by its name, the most often first, and one that is unknown by its own", () => {
  const fields = ["liquidationPenalty", "maxLtv", "newTerm", "maxLtv"];
  expect(countsByField(fields.map((field) => ({ field })))).toBe("Max LTV 2, Penalty 1, newTerm 1");
});
