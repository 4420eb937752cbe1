import { expect, test } from "vitest";
import { createKeyHolder } from "./client-key.ts";

const holderOf = createKeyHolder(["first", "second"], ["derived", "derived before"]);

test("a known key names its holder and never the key", () => {
  expect(holderOf("first")).toBe("key-1");
  expect(holderOf("second")).toBe("key-2");
  expect(holderOf("derived")).toBe("dashboard");
  expect(holderOf("derived before")).toBe("dashboard");
});

test("anything else has no holder", () => {
  for (const given of [undefined, "", "firs", "first ", "FIRST", "first,second", "dérivé"])
    expect(holderOf(given)).toBeUndefined();
});
