import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FactLine } from "./fact-chips.tsx";

test("a flag in a link explains itself without a tab stop of its own", () => {
  render(
    <a href="/">
      <FactLine
        id="capReached"
        tone="bad"
        icon="ban"
        label="Cap reached"
        figure="100 % used"
        note="No room."
      />
    </a>,
  );
  const line = screen.getByText("Cap reached, 100 % used").parentElement;
  expect(line?.getAttribute("aria-description")).toBe("No room.");
  expect(line?.tabIndex).toBe(-1);
});
