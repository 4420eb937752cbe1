import { expect, test } from "vitest";
import { createKeyHolder } from "./client-key.ts";

const holderOf = createKeyHolder(["first", "second"], ["derived", "derived before"]);

test("maps a known key to its holder's name, never to the key itself, and nothing else", () => {
  const known = ["first", "second", "derived", "derived before"];
  expect(known.map(holderOf)).toEqual(["key-1", "key-2", "dashboard", "dashboard"]);
  for (const given of ["", "firs", "first ", "FIRST", "first,second", "dérivé"])
    expect(holderOf(given)).toBeUndefined();
});
