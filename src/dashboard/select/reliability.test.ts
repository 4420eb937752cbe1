import { expect, test } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { dollars } from "../../../tests/fixtures/quantities.ts";
import { assessReliability } from "./reliability.ts";

test("a loop is short if it is closed or its legs leave room for less than the size", () => {
  const loop = marketRow({ id: "loop", type: "loop" });
  const level = (size: number, left: number | undefined, closed?: "supplied") =>
    assessReliability("deposit", loop, dollars(size), undefined, {
      byLoop: new Map([["loop", { left: left === undefined ? undefined : dollars(left), closed }]]),
      rows: [],
      text: "",
    });
  expect([level(100, 50), level(50, 50), level(1, 0, "supplied"), level(1, undefined)]).toEqual([
    "short",
    "open",
    "short",
    "open",
  ]);
});
