import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Checkbox } from "./checkbox.tsx";
import { ChoiceChip } from "../marks/choice-chip.tsx";
import { Chip } from "../marks/pill.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import { ErrorBoundary } from "../page/load-boundary.tsx";
import { LiveRegionProvider, useAnnounce } from "../page/live-region.tsx";
import { Segmented } from "./segmented.tsx";
import { Switch } from "./switch.tsx";

afterEach(cleanup);

const descriptionOf = (element: Element): string =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");

test("a checkbox has its count, or why it is disabled, as description and not in its name", async () => {
  const onChange = vi.fn();
  render(
    <>
      <Checkbox label="Lending" count="170" countNoun="markets" checked={false} onChange={onChange} />
      <Checkbox label="Fits" checked={false} disabled reason="Enter a size first." onChange={onChange} />
    </>,
  );
  expect(descriptionOf(screen.getByRole("checkbox", { name: "Lending" }))).toBe("170 markets");
  expect(descriptionOf(screen.getByRole("checkbox", { name: "Fits" }))).toBe("Enter a size first.");
  await userEvent.click(screen.getByText("Lending"));
  expect(onChange).toHaveBeenCalledWith(true);
});

test("segments are a named group of radios", async () => {
  const onChange = vi.fn();
  const options = ["Total", "Base"].map((label) => ({ value: label.toLowerCase(), label }));
  render(<Segmented label="APY basis" options={options} value="total" onChange={onChange} />);
  screen.getByRole("radiogroup", { name: "APY basis" });
  expect(screen.getByRole("radio", { name: "Total" })).toHaveProperty("checked", true);
  await userEvent.click(screen.getByRole("radio", { name: "Base" }));
  expect(onChange).toHaveBeenCalledWith("base");
});

test("a switch and a choice chip expose whether they are on", () => {
  render(
    <>
      <Switch label="Refresh" checked onChange={() => undefined} />
      <ChoiceChip label="Stables" pressed onPress={() => undefined} />
      <ChoiceChip label="SOL" pressed={false} onPress={() => undefined} />
    </>,
  );
  expect(screen.getByRole("switch", { name: "Refresh" }).getAttribute("aria-checked")).toBe("true");
  const [stables, sol] = screen.getAllByRole("button");
  expect([stables, sol].map((chip) => chip?.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
});

test("a chip's remove button names the filter it removes", async () => {
  const onRemove = vi.fn();
  render(<Chip field="Type" value="Lending, Yield" onRemove={onRemove} />);
  await userEvent.click(screen.getByRole("button", { name: "Remove filter Type Lending, Yield" }));
  expect(onRemove).toHaveBeenCalledOnce();
});

test.each([
  ["Copied", () => Promise.resolve()],
  ["Refused", () => Promise.reject(new Error("blocked"))],
])("a copy button reports %s", async (word, writeText) => {
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  render(<CopyButton label="Copy" what="The address" text={() => "a"} />);
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  await screen.findByText(word);
  vi.unstubAllGlobals();
});

test("a dialog is open while rendered and asks to be closed by its Close button", async () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Use a live source" onClose={onClose}>
      Text
    </Dialog>,
  );
  expect(screen.getByRole("dialog", { name: "Use a live source" })).toHaveProperty("open", true);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
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

test("an error boundary shows its fallback, then its children once they render again", async () => {
  // React logs caught errors in development; this one is expected.
  const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let isBroken = true;
  const Fragile = (): ReactNode => {
    if (isBroken) throw new Error("broken");
    return "whole";
  };
  const { container } = render(
    <ErrorBoundary fallback={({ retry }) => <button onClick={retry}>Again</button>}>
      <Fragile />
    </ErrorBoundary>,
  );
  isBroken = false;
  await userEvent.click(screen.getByText("Again"));
  expect(container.textContent).toBe("whole");
  silence.mockRestore();
});
