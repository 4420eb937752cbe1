import { describe, expect, test } from "vitest";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { listHref, marketInListHref, readGrouping, withGrouping } from "./overview-address.ts";

describe("the overview's address", () => {
  test("names what markets are put together by, and junk is dropped", () => {
    expect(readGrouping("?type=lending&by=provider")).toBe("provider");
    expect(readGrouping("?by=type")).toBe("type");
    for (const junk of ["", "?by=", "?by=moon", "?by", "?nearby=type", "?by=%F0%28"])
      expect(readGrouping(junk)).toBe("asset");
  });

  test("leaves everything else as it was, and the default out", () => {
    expect(withGrouping("?type=lending&by=type&x=%2F", "provider")).toBe("by=provider&type=lending&x=%2F");
    expect(withGrouping("?by=type", "asset")).toBe("");
    expect(readGrouping(withGrouping("?q=by", "type"))).toBe("type");
  });

  test("leads to the list of the same markets, and to a market with that list behind it", () => {
    const state = readViewState("?type=lending&minApy=5&by=type");
    expect(listHref(state)).toBe("/?type=lending&minApy=5");
    expect(listHref(state, { providers: ["kamino"] })).toBe("/?type=lending&provider=kamino&minApy=5");
    expect(listHref(readViewState(""))).toBe("/");
    expect(marketInListHref(state, "a/b")).toBe("/markets/a%2Fb?type=lending&minApy=5");
  });
});
