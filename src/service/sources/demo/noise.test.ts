import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { madeUpAddress, noise, streamOf, unit } from "./noise.ts";

describe("randomness of the demo", () => {
  test("a made-up address decodes to 32 bytes", () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), (seed, name) => {
        expect(isMintAddress(madeUpAddress(streamOf(seed, name)))).toBe(true);
      }),
    );
  });

  test("noise stays within −1 and 1 and moves by little in a little time", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: -1e6, max: 1e6, noNaN: true }), (seed, position) => {
        const stream = streamOf(seed, "test");
        const value = noise(stream, position);
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(Math.abs(noise(stream, position + 1e-4) - value)).toBeLessThan(1e-3);
      }),
    );
  });

  test("noise is spread over its range and averages to nothing", () => {
    const stream = streamOf(1, "spread");
    const values = Array.from({ length: 20_000 }, (_, index) => noise(stream, index * 0.37));
    expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / values.length)).toBeLessThan(0.02);
    expect(Math.max(...values)).toBeGreaterThan(0.99);
    expect(Math.min(...values)).toBeLessThan(-0.99);
  });

  test("streams of different names or seeds have nothing in common", () => {
    const streams = [streamOf(1, "a"), streamOf(1, "b"), streamOf(2, "a"), streamOf(1, "a", "b")];
    expect(new Set(streams.map((stream) => unit(stream, 0))).size).toBe(4);
  });
});
