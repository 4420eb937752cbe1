import { expect, it } from "vitest";
import { recordChangesResponse } from "../../../../tests/fixtures/record-responses.ts";
import { changesCsv } from "./changes-export.ts";
import { shownChanges } from "./shown-changes.ts";

it("each move, flow and event is a line of raw values with its time, empty when missing", () => {
  const text = changesCsv(shownChanges(recordChangesResponse, [], "total", undefined), [["source", "demo"]]);
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const names = head.split(",");
  const cells = (line: string): Record<string, string | undefined> =>
    Object.fromEntries(line.split(",").map((cell, index) => [names[index] ?? "", cell]));
  expect(lines.map((line) => cells(line)["list"])).toEqual([
    "moves",
    "moves",
    "flows",
    "caps",
    "arrivals",
    "parameters",
    "rewards",
  ]);
  expect(cells(lines[0] ?? "")).toMatchObject({
    marketId: "kamino.lending.adrena.usdc",
    what: "rewards-began",
    "depositApy was (fraction per year)": "0.0417",
    "depositApy now (fraction per year)": "0.1035",
    "in (tokens)": "",
    "until (UTC)": "2026-11-22T14:30:00.000Z",
    "coverage (fraction)": "0.993",
    source: "demo",
  });
  expect(lines.slice(3).map((line) => [cells(line)["field"], cells(line)["unit of the field"]])).toEqual([
    ["maxDeposit", "tokens"],
    ["", ""],
    ["maxLtv", "fraction"],
    ["rewardApy", "fraction per year"],
  ]);
  expect(cells(lines[1] ?? "")["rewardApy was (fraction per year)"]).toBe("");
  expect(cells(lines[2] ?? "")["net (tokens)"]).toBe("412100");
  expect(cells(lines[4] ?? "")).toMatchObject({
    market: "BONK",
    type: "lending",
    provider: "kamino",
    what: "gone",
    "depositApy was (fraction per year)": "0.0375",
    "depositApy now (fraction per year)": "",
    "totalDepositUsd (USD)": "400000",
  });
});
