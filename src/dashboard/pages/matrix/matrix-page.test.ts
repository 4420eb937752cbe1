import { expect, test } from "vitest";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { cellHelp } from "./matrix-page.tsx";

test.each([
  ["total", undefined, /highest Deposit APY of the token at Kamino\. .*depositApy/],
  ["total", 50_000, /highest Deposit APY .* at your size: the lower end of its range, after dilution/],
  ["base", 50_000, /highest Base APY .* at your size: the lower end/],
  ["borrow", 50_000, /lowest Borrow APY .* for a loan of your size: the lower end/],
] as const)(
  "the help of a column of rates (%s) says what its cells show with size %s",
  (measure, size, text) => {
    expect(cellHelp(measure, "Kamino", size === undefined ? undefined : dollars(size))).toMatch(text);
  },
);
