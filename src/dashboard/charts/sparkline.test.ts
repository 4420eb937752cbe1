import { expect, test } from "vitest";
import { linePath } from "./sparkline.tsx";

test("a sparkline breaks at gaps and has a margin", () => {
  expect(linePath([0.05, undefined, 0.05], [0.05, 0.05])).toBe("M0 22M240 22");
  expect(linePath([0.1, 0.2], [0.1, 0.2])).toBe("M0 38.9L240 5.1");
});
