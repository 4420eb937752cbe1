import { expect, test } from "vitest";
import { CallerSlots } from "./caller-slots.ts";

test("one caller has a limit, all together have one, and a released slot is free again, once", () => {
  const slots = new CallerSlots({ inAll: 3, perCaller: 2 });
  const first = slots.take("a");
  expect([first, slots.take("a"), slots.take("b")].every((slot) => slot !== undefined)).toBe(true);
  expect([slots.take("a"), slots.take("c")]).toEqual([undefined, undefined]);
  first?.();
  first?.();
  expect([slots.take("c") === undefined, slots.take("c")]).toEqual([false, undefined]);
});
