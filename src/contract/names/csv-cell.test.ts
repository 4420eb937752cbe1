import { expect, it } from "vitest";
import { csvCell } from "./csv-cell.ts";

it.for([
  ["=1+1", "'=1+1"],
  ["+1+1", "'+1+1"],
  ["-1+1", "'-1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ["\n=1", '"\'\n=1"'],
  ["＝1", "'＝1"],
  ["＋1", "'＋1"],
  ["－1", "'－1"],
  ["＠A", "'＠A"],
  ["-12.5", "-12.5"],
  ["kamino.lending.1", "kamino.lending.1"],
  ['a "b", c', '"a ""b"", c"'],
  ["", ""],
] as const)("a cell starts no formula and keeps its text: %j", ([text, cell]) => {
  expect(csvCell(text)).toBe(cell);
});
