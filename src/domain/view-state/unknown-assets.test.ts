import { expect, test } from "vitest";
import { sol } from "../../../tests/fixtures/mints.ts";
import { unknownAssets } from "./unknown-assets.ts";

test("assets in the URL that are no mint, family or symbol of a family are named once, at most five", () => {
  expect(unknownAssets(`?size=1&asset=${sol},stables,usdc,,JUP, JUP ,x%2Fy`)).toEqual(["JUP", "x/y"]);
  expect(unknownAssets("asset=a,b,c,d,e,f")).toHaveLength(5);
  expect(unknownAssets("q=JUP")).toEqual([]);
});
