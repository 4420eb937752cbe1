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
