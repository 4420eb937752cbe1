import { expect, test } from "vitest";
import { CallerSlots } from "./caller-slots.ts";

test("one caller has so many, all together have so many, and what is given back is there again, once", () => {
  const slots = new CallerSlots({ inAll: 3, perCaller: 2 });
  const first = slots.take("a");
  expect([first, slots.take("a"), slots.take("b")].every((slot) => slot !== undefined)).toBe(true);
  expect([slots.take("a"), slots.take("c")]).toEqual([undefined, undefined]);
  first?.();
  first?.();
  expect([slots.take("c") === undefined, slots.take("c")]).toEqual([false, undefined]);
});
