import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ratio } from "../../../contract/units.ts";
import { AreaSparkline } from "./area-sparkline.tsx";

type Rates = readonly (number | undefined)[];

/** The last rates are today's. */
function draw(total: Rates, base: Rates): Element {
  const row = { depositApy: ratio(total.at(-1)), baseDepositApy: ratio(base.at(-1)) };
  const trend = {
    apy: total.slice(0, -1).map((rate) => ratio(rate)),
    base: base.slice(0, -1).map((rate) => ratio(rate)),
  };
  return render(<AreaSparkline row={row} trend={trend} />).container;
}

function paths(...rates: Parameters<typeof draw>): readonly Element[] {
  return [...draw(...rates).querySelectorAll("path")];
}
const colors = (drawn: readonly Element[]): readonly (string | null)[] =>
  drawn.flatMap((path) => path.getAttribute("stroke") ?? path.getAttribute("fill"));

const dot = (...rates: Parameters<typeof draw>): string | null | undefined =>
  draw(...rates)
    .querySelector("circle")
    ?.getAttribute("fill");
const zeroHeight = (values: readonly number[]): number =>
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

test("the dot at its end is today's rate, in the color of what is paid today", () => {
  expect(dot([0.06, 0.04], [0.04, 0.04])).toBe("var(--base)");
  expect(dot([0.04, 0.06], [0.04, 0.04])).toBe("var(--reward)");
});

test("breaks at gaps", () => {
  const [area, line] = paths([0.05, 0.06, undefined, 0.05, 0.06], []);
  expect(line?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  expect(area?.getAttribute("d")?.match(/Z/g)).toHaveLength(2);
});

test("starts at zero, or raises the zero line when rates are negative", () => {
  expect(zeroHeight([0.05, 0.06])).toBe(27);
  expect(zeroHeight([0.05, -0.05])).toBeLessThan(20);
});
