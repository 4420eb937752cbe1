import { expect, test } from "vitest";
import { linePath } from "./sparkline.tsx";

test("a sparkline breaks at gaps and clips outliers to its edge", () => {
  expect(linePath([0.05, undefined, 0.05], [0.05, 0.05])).toBe("M0 22M240 22");
  const far = linePath([0.1, -0.76, 0.1, 0.2], [0.1, 0.2]);
  expect(far).toMatch(/^M0 [\d.]+L80 44L160 [\d.]+L240 [\d.]+$/);
});
