import * as fc from "fast-check";
import { expect, test } from "vitest";
import { spreadOut } from "./plot-marks.tsx";

test("spread-out end labels keep their order and minimum distance within the bounds", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10, max: 250 }), { maxLength: 8 }), (places) => {
      const moved = spreadOut(places, 20, 10, 250);
      const sorted = moved.toSorted((a, b) => a - b);
      expect(sorted.every((place) => place >= 10 && place <= 250)).toBe(true);
      expect(sorted.every((place, index) => index === 0 || place - (sorted[index - 1] ?? 0) >= 20)).toBe(
        true,
      );
      const swapped = places.flatMap((first, a) =>
        places.filter((second, b) => first < second && (moved[a] ?? 0) >= (moved[b] ?? 0)),
      );
      expect(swapped).toEqual([]);
    }),
  );
});

test("end labels that are far enough apart do not move", () => {
  expect(spreadOut([200, 40, 100], 20, 0, 250)).toEqual([200, 40, 100]);
});
