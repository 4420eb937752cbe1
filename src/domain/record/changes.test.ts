import { expect, test } from "vitest";
import { hourMs, minuteMs } from "../../contract/units.ts";
import { changesBetween } from "./changes.ts";

test("a flow says since when it is known only if the period begins more than an hour earlier", () => {
  const market = { id: "m", type: "lending", provider: "p", firstSeen: 0 };
  const sinceOf = (time: number) =>
    changesBetween(
      [
        {
          market,
          was: { time, figures: { totalDeposit: 100 } },
          now: { time: 10 * hourMs, figures: { totalDeposit: 150 } },
          flow: { window: 0, since: 0, in: 50, out: 0 },
        },
      ],
      { caps: [], parameters: [], rewards: [], counted: [] },
      0,
    ).flows.map(({ since }) => since);
  // Older readings are hourly.
  expect(sinceOf(4 * minuteMs)).toEqual([undefined]);
  expect(sinceOf(2 * hourMs)).toEqual(["1970-01-01T02:00:00.000Z"]);
});
