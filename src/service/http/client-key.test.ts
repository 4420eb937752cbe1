import { expect, test } from "vitest";
import { createKeyHolder } from "./client-key.ts";

const holderOf = createKeyHolder(["first", "second"], ["derived", "derived before"]);

test("maps a known key to its holder's name, never to the key itself", () => {
  expect(holderOf("first")).toBe("key-1");
  expect(holderOf("second")).toBe("key-2");
  expect(holderOf("derived")).toBe("dashboard");
  expect(holderOf("derived before")).toBe("dashboard");
});

test("finds no holder for anything else", () => {
  for (const given of ["", "firs", "first ", "FIRST", "first,second", "dérivé"])
    expect(holderOf(given)).toBeUndefined();
});
