import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { AreaSparkline } from "./area-sparkline.tsx";

function paths(
  total: readonly (number | undefined)[],
  base: readonly (number | undefined)[],
): readonly Element[] {
  return [...render(<AreaSparkline total={total} base={base} />).container.querySelectorAll("path")];
}
const colors = (drawn: readonly Element[]): readonly (string | null)[] =>
  drawn.flatMap((path) => path.getAttribute("stroke") ?? path.getAttribute("fill"));

/** The height of the zero line. */
const zero = (values: readonly number[]): number =>
  Number(/M0 ([\d.]+)/.exec(paths(values, []).at(-1)?.getAttribute("d") ?? "")?.[1]);

test("stacks rewards on base, and draws one neutral area where the rate isn't split", () => {
  expect(colors(paths([0.06, 0.07], [0.04, 0.04]))).toEqual([
    "var(--reward-area)",
    "var(--reward)",
    "var(--base-area)",
    "var(--base)",
    "var(--line2)",
  ]);
  expect(colors(paths([0.06, 0.07], []))).toEqual(["var(--net-area)", "var(--control)", "var(--line2)"]);
  // Without rewards, the total equals the base.
  expect(colors(paths([0.04, 0.04], [0.04, 0.04]))).toEqual([
    "var(--base-area)",
    "var(--base)",
    "var(--line2)",
  ]);
});

test("breaks at gaps", () => {
  const [area, line] = paths([0.05, 0.06, undefined, 0.05, 0.06], []);
  expect(line?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  expect(area?.getAttribute("d")?.match(/Z/g)).toHaveLength(2);
});

test("starts at zero, or raises the zero line when rates are negative", () => {
  expect(zero([0.05, 0.06])).toBe(27);
  expect(zero([0.05, -0.05])).toBeLessThan(20);
});
