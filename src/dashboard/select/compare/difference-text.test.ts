import { expect, test } from "vitest";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { points, yearlyUsd } from "./difference-text.ts";

test.each([
  [0.0056, "$6k"],
  [0.0139, "$14k"],
  [0.0194, "$19k"],
  [0.0206, "$20k"],
  [0.0963, "$100k"],
  [0.000_14, "$140"],
])(
  "a difference of %d on $1M reads %s a year, with one digit or two after a leading 1",
  (difference, text) => {
    expect(yearlyUsd(difference, dollars(1e6))).toBe(text);
  },
);

test("a difference of rates has no sign", () => {
  expect(points(-0.0125)).toBe("1.25 pp");
});
