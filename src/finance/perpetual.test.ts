import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, someDollars } from "../../tests/fixtures/quantities.ts";
import { depth, longShare } from "./perpetual.ts";

describe("depth", () => {
  it("says how often a loan fits, and what is missing", () => {
    expect(depth({ liquidityUsd: dollars(100_000), loan: dollars(25_000) })).toEqual({
      cover: 4,
      fits: true,
      short: 0,
    });
    expect(depth({ liquidityUsd: dollars(20_000), loan: dollars(25_000) })).toEqual({
      cover: 0.8,
      fits: false,
      short: 5000,
    });
  });

  it("is unknown for no loan and for negative liquidity", () => {
    expect(depth({ liquidityUsd: dollars(1), loan: dollars(0) })).toBeUndefined();
    expect(depth({ liquidityUsd: dollars(-1), loan: dollars(1) })).toBeUndefined();
  });

  it("fits exactly when nothing is missing", () => {
    fc.assert(
      fc.property(someDollars, someDollars, (liquidityUsd, value) => {
        const given = depth({ liquidityUsd, loan: value });
        expect(given?.fits).toBe(given?.short === 0);
        expect(given?.fits).toBe((given?.cover ?? Number.NaN) >= 1);
      }),
    );
  });
});

describe("longShare", () => {
  it("runs from 0 for shorts only to 1 for longs only", () => {
    expect(longShare({ longUsd: dollars(3), shortUsd: dollars(1) })).toBe(0.75);
    expect(longShare({ longUsd: dollars(0), shortUsd: dollars(1) })).toBe(0);
    expect(longShare({ longUsd: dollars(0), shortUsd: dollars(0) })).toBeUndefined();
  });

  it("of both sides makes one", () => {
    fc.assert(
      fc.property(someDollars, someDollars, (longUsd, shortUsd) => {
        const longs = longShare({ longUsd, shortUsd }) ?? Number.NaN;
        expect(longShare({ longUsd: shortUsd, shortUsd: longUsd })).toBeCloseTo(1 - longs, 12);
      }),
    );
  });
});
