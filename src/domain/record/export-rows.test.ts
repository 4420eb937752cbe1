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
