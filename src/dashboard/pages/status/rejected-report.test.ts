import { expect, it } from "vitest";
import { groupRejected, rejectedReport } from "./status-panel.tsx";

const rejected = [
  { page: 1, index: 3, id: "a", path: "token", reason: "is missing" },
  { page: 1, index: 9, id: "b", path: "depositApy", reason: "is null, not a number" },
  { page: 2, index: 0, id: undefined, path: "", reason: "is a list, not an object" },
  { page: 2, index: 4, id: "c", path: "depositApy", reason: "is null, not a number" },
];

it("groups identical faults, most frequent first", () => {
  expect(groupRejected(rejected).map(([reason, markets]) => [reason, markets.length])).toEqual([
    ["depositApy is null, not a number", 2],
    ["token is missing", 1],
    ["the market is a list, not an object", 1],
  ]);
});

it("the report lists the page, position, id and fault of each market", () => {
  expect(rejectedReport(rejected).split("\n")).toEqual([
    "Markets that could not be read: 4",
    "page 1, market 4, id a: token is missing",
    "page 1, market 10, id b: depositApy is null, not a number",
    "page 2, market 1, id none: the market is a list, not an object",
    "page 2, market 5, id c: depositApy is null, not a number",
    "",
  ]);
});

it("the report gives no position to a market whose position is unknown", () => {
  const unnamed = { page: 3, index: -1, id: undefined, path: "", reason: "could not be read" };
  expect(rejectedReport([unnamed])).toContain("\npage 3, id none: the market could not be read\n");
});
