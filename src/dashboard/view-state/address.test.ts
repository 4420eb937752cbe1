import { expect, test } from "vitest";
import { hrefTo } from "./address.ts";

test("makes an address with one question mark, and none when it is empty", () => {
  expect(hrefTo("/", "?q=a")).toBe("/?q=a");
  expect(hrefTo("/compare", "q=a")).toBe("/compare?q=a");
  expect(hrefTo("/", "")).toBe("/");
  expect(hrefTo("/", "?")).toBe("/");
});
