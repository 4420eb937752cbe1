import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { NonBreakingFigures } from "./truncated-line.tsx";

test("figures stay on one line with their units and signs, and the text is unchanged", () => {
  const text =
    "Pays 7.44–7.56 %, $32.3 M at 2.4 ×: 90 days mostly, +1.05 pp (5 Markets), $9,526–21,240, < 0.01 %, ≥ 0 %, −$323.72 prices.";
  const { container } = render(<NonBreakingFigures text={text} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll(".whitespace-nowrap")].map((part) => part.textContent)).toEqual([
    "7.44–7.56 %,",
    "$32.3 M",
    "2.4 ×:",
    "+1.05 pp",
    "$9,526–21,240",
    "< 0.01 %,",
    "≥ 0 %,",
    "−$323.72",
  ]);
});
