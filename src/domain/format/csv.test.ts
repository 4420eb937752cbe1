import { expect, it } from "vitest";
import { csvText } from "./csv.ts";

it.for([
  ...["=", "+", "-", "@", "\t"].map((sign) => [`${sign}1+1`, `'${sign}1+1`] as const),
  ["\r=1", "\"'\r'=1\""],
  ["\n=1", "\"'\n'=1\""],
  ...["＝", "＋", "－", "＠"].map((sign) => [`${sign}1`, `'${sign}1`] as const),
  ["x;=1", "x;'=1"],
  ["a; b - c", "a; b - c"],
  ["-12.5", "-12.5"],
  ['a "b", c', '"a ""b"", c"'],
] as const)("a cell starts no formula and keeps its text: %j", ([text, cell]) => {
  expect(csvText([[text]])).toBe(`${cell}\r\n`);
});

it("sums are written without floating-point noise, sent values with all digits, and missing ones as empty", () => {
  const sums = [
    0.1 + 0.2,
    480.3699999999999,
    19_999.999_999_999_71,
    -28.799_999_999_999_986,
    6.284_000_000_000_02e-5,
  ];
  const sent = [1e-8, 2 / 3, 123_456_789.123_456, 9_007_199_254_740_991];
  expect(csvText([sums, [...sent, undefined, 0]])).toBe(
    "0.3,480.37,20000,-28.8,0.00006284\r\n1e-8,0.6666666666666666,123456789.123456,9007199254740991,,0\r\n",
  );
});
