import { expect, test } from "vitest";
import { createRotation } from "./rotation.ts";

const pieces = Array.from({ length: 1000 }, (_, index) => `piece ${String(index)}`);

test("does all work in each poll while it fits the limit", () => {
  const rotation = createRotation();
  for (let tick = 0; tick < 3; tick += 1) {
    rotation.begin(1000);
    expect(pieces.every((piece) => rotation.has(piece))).toBe(true);
  }
});

test("spreads more work over several polls near the limit, so that each item gets its turn", () => {
  const rotation = createRotation();
  rotation.begin(100);
  expect(pieces.filter((piece) => rotation.has(piece))).toHaveLength(100);
  const done = new Set<string>();
  for (let tick = 0; tick < 13; tick += 1) {
    rotation.begin(100);
    const had = pieces.filter((piece) => rotation.has(piece));
    expect(had.length).toBeGreaterThan(40);
    expect(had.length).toBeLessThan(160);
    for (const piece of had) done.add(piece);
  }
  expect(done.size).toBe(pieces.length);
});
