import { expect, test } from "vitest";
import { eventsBetween } from "./market-events.ts";

test("reports a changed limit or loan term with its old value", () => {
  expect(eventsBetween({ maxLtv: 0.62, depositApy: 0.05 }, { maxLtv: 0.59, depositApy: 0.06 })).toEqual([
    { kind: "parameter", field: "maxLtv", before: 0.62, after: 0.59 },
  ]);
});

test("ignores limits that move by less than 0.01% and negligible rewards", () => {
  expect(
    eventsBetween(
      { maxBorrow: 121_861_264, rewardApy: 0 },
      { maxBorrow: 121_861_264.142_815, rewardApy: 1e-9 },
    ),
  ).toEqual([]);
  expect(eventsBetween({ maxBorrow: 100_000 }, { maxBorrow: 100_020 })).toHaveLength(1);
  expect(eventsBetween({ maxLtv: 0 }, { maxLtv: 0.5 })).toHaveLength(1);
});

test("reports no change for a figure missing from one snapshot", () => {
  expect(eventsBetween({ maxLtv: 0.62, rewardApy: 0.01 }, {})).toEqual([]);
  expect(eventsBetween({}, { maxLtv: 0.62, rewardApy: 0.01 })).toEqual([]);
});

test("reports when rewards begin and end", () => {
  expect(eventsBetween({ rewardApy: 0 }, { rewardApy: 0.02 })).toEqual([
    { kind: "reward-began", field: "rewardApy", before: 0, after: 0.02 },
  ]);
  expect(eventsBetween({ rewardApy: 0.02 }, { rewardApy: 0 })).toEqual([
    { kind: "reward-ended", field: "rewardApy", before: 0.02, after: 0 },
  ]);
  expect(eventsBetween({ rewardApy: 0.02 }, { rewardApy: 0.03 })).toEqual([]);
});

test("reports when a cap is reached and when it is lifted", () => {
  const full = { totalDeposit: 100, maxDeposit: 100 };
  expect(eventsBetween({ ...full, totalDeposit: 99 }, full)).toEqual([
    { kind: "cap-reached", field: "maxDeposit", before: 100, after: 100 },
  ]);
  expect(eventsBetween(full, { ...full, maxDeposit: 200 })).toEqual([
    { kind: "parameter", field: "maxDeposit", before: 100, after: 200 },
    { kind: "cap-lifted", field: "maxDeposit", before: 100, after: 200 },
  ]);
});
