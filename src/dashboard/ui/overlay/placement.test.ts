import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { place } from "./placement.ts";

const viewport = { width: 1000, height: 800 };
const anchor = { left: 100, top: 100, width: 80, height: 30 };

describe("the place of a floating panel", () => {
  test("is under its anchor, with the same edge", () => {
    expect(place(anchor, { width: 300, height: 200 }, viewport, "below-start")).toMatchObject({
      left: 100,
      top: 136,
    });
    expect(place(anchor, { width: 60, height: 200 }, viewport, "below-end").left).toBe(120);
  });

  test("is over its anchor when only there it fits", () => {
    const low = { ...anchor, top: 700 };
    expect(place(low, { width: 300, height: 400 }, viewport, "below-start").top).toBe(294);
  });

  test("beside its anchor leaves what is under it in sight, on whichever side has room", () => {
    expect(place(anchor, { width: 300, height: 90 }, viewport, "beside")).toMatchObject({
      left: 186,
      top: 100,
    });
    const late = { ...anchor, left: 800 };
    expect(place(late, { width: 300, height: 90 }, viewport, "beside")).toMatchObject({
      left: 494,
      top: 100,
    });
  });

  test("is always inside the window, and no higher than the room it has", () => {
    const size = fc.record({
      width: fc.integer({ min: 10, max: 900 }),
      height: fc.integer({ min: 10, max: 3000 }),
    });
    const spot = fc.record({
      left: fc.integer({ min: 0, max: 980 }),
      top: fc.integer({ min: 0, max: 770 }),
      width: fc.integer({ min: 1, max: 200 }),
      height: fc.integer({ min: 1, max: 30 }),
    });
    const wish = fc.constantFrom("below-start", "below-end", "above-start", "beside");
    fc.assert(
      fc.property(spot, size, wish, (box, panel, wished) => {
        const { left, top, maxHeight } = place(box, panel, viewport, wished);
        const height = Math.min(panel.height, maxHeight);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(left + panel.width).toBeLessThanOrEqual(viewport.width - 8);
        expect(top + height).toBeLessThanOrEqual(viewport.height);
        expect(top).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
