import { expect, test } from "vitest";
import { isWorthKeeping } from "./kept-states.ts";

const state = (at: number, more: object = {}) => ({ rule1: { of: "market m", at, value: at, ...more } });
const priced = (at: number, price: object) => state(at, { prices: { m: { value: at, ...price } } });
const hour = 3_600_000;

test.each([
  ["a new value", false, state(0, { beyond: false }), state(1, { beyond: false })],
  ["a value an hour after the stored one", true, state(0), state(hour)],
  ["a crossing back", true, state(0, { beyond: true }), state(1, { beyond: false })],
  ["a price", false, priced(0, { beyond: false }), priced(1, { beyond: false })],
  ["a price that crosses back", true, priced(0, { beyond: true }), priced(1, { beyond: false })],
  ["the first state", true, {}, state(0)],
  ["a rule that is gone", true, state(0), {}],
])("with %s, states are worth keeping: %s", (_, worth, before, after) => {
  expect(isWorthKeeping(before, after)).toBe(worth);
});
