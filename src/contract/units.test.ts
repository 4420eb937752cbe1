import { describe, expect, it } from "vitest";
import { millis, ratio, tokenAmount, usd } from "./units.ts";

describe.for([
  ["ratio", ratio],
  ["usd", usd],
  ["tokenAmount", tokenAmount],
  ["millis", millis],
] as const)("%s", ([, give]) => {
  it("keeps a finite number", () => {
    expect(give(0.0534)).toBe(0.0534);
    expect(give(-3)).toBe(-3);
    expect(give(0)).toBe(0);
  });

  it("turns −0 into 0, which would print with a sign", () => {
    expect(Object.is(give(-0), 0)).toBe(true);
  });

  it.for([undefined, null, Number.NaN, Infinity, -Infinity])("turns %s into undefined", (value) => {
    expect(give(value)).toBeUndefined();
  });
});
