import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../contract/units.ts";
import { planExport } from "./export-rows.ts";

test("an export counts no rows before the first poll", () => {
  const first = Date.UTC(2026, 9, 1);
  const recordedSince = first + 23 * hourMs;
  const known = [{ id: "m", type: "lending", provider: "p", firstSeen: recordedSince }];
  const request = { format: "csv", from: first - dayMs, resolution: "raw" } as const;
  const recorded = { recordedSince, until: first + dayMs - 1 };
  const plan = planExport(known, request, recorded, 10 * minuteMs);
  expect([plan.from, plan.rows]).toEqual([recordedSince, 6]);
});

test("an export counts the rows of a market only while it was known", () => {
  const today = Date.UTC(2026, 9, 1);
  const known = [
    { id: "lending", type: "lending", provider: "p", firstSeen: today - 300 * dayMs },
    {
      id: "gone",
      type: "prediction",
      provider: "p",
      firstSeen: today - 50.5 * dayMs,
      goneSince: today - 48.5 * dayMs,
    },
  ];
  const request = { format: "csv", from: today - 100 * dayMs, resolution: "1d" } as const;
  const recorded = { recordedSince: today - 300 * dayMs, until: today - 1 };
  const plan = planExport(known, request, recorded, 10 * minuteMs);
  expect([plan.marketIds, plan.rows]).toEqual([["lending", "gone"], 100 + 3]);
});
