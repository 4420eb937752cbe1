import { expect, test } from "vitest";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { listHref, marketInListHref } from "./parts.tsx";

test("overview links carry the filters to the list and to a market's page", () => {
  const state = readViewState("?type=lending&minApy=5&by=type");
  expect(listHref(state)).toBe("/?type=lending&minApy=5");
  expect(listHref(state, { providers: ["kamino"] })).toBe("/?type=lending&provider=kamino&minApy=5");
  expect(listHref(readViewState(""))).toBe("/");
  expect(marketInListHref(state, "a/b")).toBe("/markets/a%2Fb?type=lending&minApy=5");
});
