import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { Checkbox } from "./checkbox.tsx";
import { ChoiceChip } from "../marks/choice-chip.tsx";
import { CopyButton } from "./copy-button.tsx";
import { LiveRegionProvider, useAnnounce } from "../page/live-region.tsx";

const descriptionOf = (element: Element): string | null => element.getAttribute("aria-description");

test("a checkbox has its count, or why it is disabled, as description and not in its name", async () => {
  const onChange = vi.fn();
  const count = { text: "170", spoken: "170 markets", help: "Number of markets." };
  render(
    <>
      <Checkbox label="Lending" count={count} checked={false} onChange={onChange} />
      <Checkbox label="Fits" checked={false} disabled reason="Enter a size first." onChange={onChange} />
    </>,
  );
  expect(descriptionOf(screen.getByRole("checkbox", { name: "Lending" }))).toBe("170 markets");
  expect(descriptionOf(screen.getByRole("checkbox", { name: "Fits" }))).toBe("Enter a size first.");
  await userEvent.click(screen.getByText("Lending"));
  expect(onChange).toHaveBeenCalledWith(true);
});

test("a choice chip exposes whether it is pressed", () => {
  const { rerender } = render(<ChoiceChip label="Stables" pressed onPress={() => undefined} />);
  expect(screen.getByRole("button", { name: "Stables", pressed: true })).toBeTruthy();
  rerender(<ChoiceChip label="Stables" pressed={false} onPress={() => undefined} />);
  expect(screen.getByRole("button", { name: "Stables", pressed: false })).toBeTruthy();
});

test.each([
  ["Copied", () => Promise.resolve()],
  ["Failed", () => Promise.reject(new Error("blocked"))],
])("a copy button reports %s", async (word, writeText) => {
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  render(<CopyButton label="Copy" what="The address" text={() => "a"} />);
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByText(word);
  vi.unstubAllGlobals();
});

function Speaker(): ReactNode {
  const announce = useAnnounce();
  return <button onClick={() => announce("Sorted.")}>Say</button>;
}

test("repeating an announcement changes the text of the live region", async () => {
  render(
    <LiveRegionProvider>
      <Speaker />
    </LiveRegionProvider>,
  );
  const region = screen.getByTestId("announcements");
  expect(region.textContent).toBe("");
  await userEvent.click(screen.getByText("Say"));
  const first = region.textContent;
  await userEvent.click(screen.getByText("Say"));
  expect(region.textContent).not.toBe(first);
  expect([first, region.textContent].map((text) => text.trim())).toEqual(["Sorted.", "Sorted."]);
});
