import { expect, test } from "vitest";
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import { requestOfTarget } from "./request-of-target.ts";

const market = (marketType: string): AlertTarget => ({ kind: "market", id: "a", name: "a", marketType });

test("a target's list requests its type and every deposit market, to compare prices; a loan is in no list", () => {
  const deposits = { types: ["lending", "yield"], limit: 200 };
  expect(requestOfTarget(market("loop"))).toEqual({ types: ["lending", "yield", "loop"], limit: 200 });
  expect(requestOfTarget(market("vault"))).toEqual({ limit: 200 });
  expect(requestOfTarget({ kind: "view", search: "", name: "All" })).toEqual(deposits);
  expect(requestOfTarget({ kind: "asset", mint: "m", name: "m" })).toEqual(deposits);
  expect(requestOfTarget({ kind: "position", wallet: "w", id: "p", name: "p" })).toBeUndefined();
});
