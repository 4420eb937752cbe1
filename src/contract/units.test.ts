import { describe, expect, it } from "vitest";
import { millis, ratio, tokenAmount, usd } from "./units.ts";

describe.for([
  ["ratio", ratio],
  ["usd", usd],
  ["tokenAmount", tokenAmount],
  ["millis", millis],
] as const)("%s", ([, give]) => {
  it("keeps a finite number, and turns −0 into 0, which would print with a sign", () => {
    expect([0.0534, -3, 0, -0].map((value) => give(value))).toEqual([0.0534, -3, 0, 0]);
  });

  it.for([undefined, null, Number.NaN, Infinity, -Infinity])("turns %s into undefined", (value) => {
    expect(give(value)).toBeUndefined();
  });
});
