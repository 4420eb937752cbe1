import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { millis, ratio } from "../../contract/units.ts";
import { realised, type Realised } from "../../finance/realised.ts";
import { toSeries } from "./history-series.ts";
import { RealisedYields, type PaidEntry } from "./realised-yields.tsx";

afterEach(cleanup);

const day = 86_400_000;

/** What `known` of twenty days at 10 % have paid. */
function paidFor(known: number): Realised | undefined {
  const from = millis(0);
  const to = millis(20 * day);
  if (from === undefined || to === undefined) return undefined;
  const points = Array.from({ length: known }, (_, at) => millis(at * day)).flatMap((time) =>
    time === undefined ? [] : [{ time, apy: ratio(0.1) }],
  );
  return realised({ points, from, to, stepMs: day });
}

function entry(known: number, place?: number): PaidEntry {
  return {
    row: marketRow({ id: `m${place ?? ""}` }),
    place,
    series: toSeries([], "1d", undefined),
    paid: paidFor(known),
  };
}

test("a figure has one name for one market and for several", () => {
  render(<RealisedYields entries={[entry(20)]} range="30d" />);
  const alone = screen.getAllByRole("term").map((term) => term.textContent);
  cleanup();
  render(<RealisedYields entries={[entry(20, 0), entry(20, 1)]} range="30d" />);
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(alone).toEqual(["Realised APY", "Mean APY", "Growth of $1", "Coverage"]);
  expect(heads).toEqual(["Market", ...alone]);
  expect(screen.queryByText(/Too little is known/)).toBeNull();
});

test("the market of which too little is known is marked, and what is needed is said", () => {
  render(<RealisedYields entries={[entry(20, 0), entry(13, 1)]} range="30d" />);
  const [, first, second] = screen.getAllByRole("row");
  expect(first?.textContent).toMatch(/100\.0 %$/);
  expect(second?.textContent).toMatch(/65\.0 % \*$/);
  screen.getByText(/^\* Too little is known .*: at least 14 points and 80 % of the time are needed\.$/);
  expect(within(screen.getByRole("table", { name: "Realised yields" })).getAllByRole("row")).toHaveLength(3);
});
