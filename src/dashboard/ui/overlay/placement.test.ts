import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { place } from "./floating.tsx";

const viewport = { width: 1000, height: 800 };
const anchor = { left: 100, top: 100, width: 80, height: 30 };

describe("placement of a floating panel", () => {
  test.each([
    [
      "below its anchor, aligned with its start",
      {},
      300,
      200,
      "below-start",
      { left: 100, top: 136, bottom: undefined },
    ],
    ["below its anchor, aligned with its end", {}, 60, 200, "below-end", { left: 120 }],
    ["above its anchor when it fits only there", { top: 700 }, 300, 400, "below-start", { top: 294 }],
    [
      "above its anchor when that side is preferred",
      { top: 400 },
      300,
      200,
      "above-start",
      { left: 100, top: 194, bottom: 406 },
    ],
    ["below its anchor when it fits only there", {}, 300, 200, "above-start", { top: 136 }],
  ] as const)("opens %s", (_what, from, width, height, wish, found) => {
    expect(place({ ...anchor, ...from }, { width, height }, viewport, wish)).toMatchObject(found);
  });

  test("stays inside the window and no taller than the available space", () => {
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
    const wish = fc.constantFrom("above-start", "below-start", "below-end");
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
