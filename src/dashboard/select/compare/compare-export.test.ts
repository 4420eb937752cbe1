import { expect, it } from "vitest";
import { poolRow, readRow } from "../../../../tests/fixtures/market-rows.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { noOwnYields } from "../../../domain/market/loops/own-yield.ts";
import { compareCsv } from "./compare-export.ts";
import { compareFacts } from "./compare-facts.ts";

it("names facts as the list does, the source, the basis and the size it is for, and writes times as dates", () => {
  const lending = poolRow("a", { deposits: 1_000_000, lent: 500_000, apy: 0.05, borrowApy: 0.07 });
  const prediction = readRow({ id: "b", type: "prediction", title: "Rain?", closeTime: 1_798_761_600 });
  const rows = [lending, prediction];
  const context = { size: dollars(1000), basis: "total", benchmark: undefined } as const;
  const facts = compareFacts(rows, {
    ...context,
    side: "deposit",
    prices: undefined,
    ownYields: noOwnYields,
  });
  const text = compareCsv(rows, facts, context, [["source", "Demo"]]);
  const lines = new Map(text.split("\r\n").map((line) => [line.split(",")[1], line.split(",").slice(2)]));
  expect(lines.get("my size (USD)")).toEqual(["1000", "1000"]);
  expect(lines.get("source")).toEqual(["Demo", "Demo"]);
  expect(lines.get("APY basis")).toEqual(["total", "total"]);
  expect(lines.get("depositApy (fraction per year)")).toEqual(["0.05", ""]);
  expect(lines.get("depositShortBy (USD)")).toEqual(["", ""]);
  expect(lines.get("closeTime (UTC)")).toEqual(["", "2027-01-01T00:00:00.000Z"]);
});
