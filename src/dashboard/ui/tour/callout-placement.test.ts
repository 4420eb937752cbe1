import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeCallout, ringAround } from "./callout-placement.ts";
import type { Box } from "../overlay/placement.ts";

const viewport = { width: 1000, height: 800 };
const card = { width: 300, height: 150 };

const at = (target: Box): object => placeCallout(target, card, viewport, false);

function meet(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}

describe("the place of a card that speaks of something", () => {
  test("is under it, over it where there is no room, and beside what is as high as the window", () => {
    expect(at({ left: 100, top: 100, width: 80, height: 30 })).toEqual({ left: 100, top: 142 });
    expect(at({ left: 100, top: 700, width: 80, height: 30 })).toEqual({ left: 100, top: 538 });
    expect(at({ left: 0, top: 70, width: 224, height: 730 })).toEqual({ left: 236, top: 70 });
    expect(at({ left: 776, top: 0, width: 224, height: 800 })).toEqual({ left: 464, top: 8 });
  });

  test("is the window's foot when docked, and its head when the element is at the foot", () => {
    const phone = { width: 320, height: 640 };
    const wide = { width: 304, height: 180 };
    expect(placeCallout(undefined, wide, phone, true)).toEqual({ left: 8, top: 452 });
    expect(placeCallout({ left: 10, top: 100, width: 90, height: 44 }, wide, phone, true).top).toBe(452);
    expect(placeCallout({ left: 10, top: 590, width: 90, height: 44 }, wide, phone, true).top).toBe(8);
  });

  test("is inside the window, and never over an element of a control's height", () => {
    const element = fc.record({
      left: fc.integer({ min: 0, max: 700 }),
      top: fc.integer({ min: 0, max: 750 }),
      width: fc.integer({ min: 1, max: 300 }),
      height: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(element, fc.boolean(), (target, docked) => {
        const spot = { ...placeCallout(target, card, viewport, docked), ...card };
        expect(spot.left).toBeGreaterThanOrEqual(8);
        expect(spot.top).toBeGreaterThanOrEqual(8);
        expect(spot.left + spot.width).toBeLessThanOrEqual(viewport.width - 8);
        expect(spot.top + spot.height).toBeLessThanOrEqual(viewport.height - 8);
        expect(meet(spot, target)).toBe(false);
      }),
    );
  });
});

test("a ring goes round its element and stays inside the window", () => {
  expect(ringAround({ left: 100, top: 100, width: 80, height: 30 }, viewport)).toEqual({
    left: 96,
    top: 96,
    width: 88,
    height: 38,
  });
  expect(ringAround({ left: 0, top: 70, width: 224, height: 730 }, viewport)).toEqual({
    left: 1,
    top: 66,
    width: 227,
    height: 733,
  });
});
