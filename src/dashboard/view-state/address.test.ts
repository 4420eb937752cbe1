import { expect, test } from "vitest";
import { hrefTo } from "./address.ts";

test("hrefTo writes at most one question mark, and none for an empty query", () => {
  expect(hrefTo("/", "?q=a")).toBe("/?q=a");
  expect(hrefTo("/compare", "q=a")).toBe("/compare?q=a");
  expect(hrefTo("/", "")).toBe("/");
  expect(hrefTo("/", "?")).toBe("/");
});
