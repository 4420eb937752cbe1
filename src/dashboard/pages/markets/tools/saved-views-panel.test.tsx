import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { LiveRegionProvider } from "../../../ui/page/live-region.tsx";
import { SavedViewsPanel } from "./saved-views-panel.tsx";

afterEach(() => localStorage.clear());

const names = (): readonly (string | null)[] =>
  screen.queryAllByRole("button", { name: /^Delete / }).map((button) => button.getAttribute("aria-label"));

test("a view is renamed, and put back after it was deleted or replaced", async () => {
  const saved = ["Loops", "Dollars"].map((name) => ({ name, search: "?view=loop" }));
  localStorage.setItem("yieldboard.views", JSON.stringify(saved));
  render(
    <LiveRegionProvider>
      <SavedViewsPanel onClose={() => undefined} />
    </LiveRegionProvider>,
  );
  const user = userEvent.setup();
  const text = screen.getByTestId("announcements");
  await user.click(screen.getByRole("button", { name: "Rename Loops" }));
  const field = screen.getByRole("textbox", { name: "New name" });
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty("value", "Loops");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("textbox", { name: "Name this view" })).toHaveProperty("value", "");

  await user.click(screen.getByRole("button", { name: "Rename Loops" }));
  await user.keyboard(" of SOL{Enter}");
  expect(text.textContent).toBe("View renamed to Loops of SOL.");
  expect(names()).toEqual(["Delete Loops of SOL", "Delete Dollars"]);

  await user.click(screen.getByRole("button", { name: "Delete Loops of SOL" }));
  expect(names()).toEqual(["Delete Dollars"]);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(names()).toEqual(["Delete Loops of SOL", "Delete Dollars"]);
  expect(text.textContent).toBe("Restored.");
  expect(screen.queryByText(/deleted/)).toBeNull();

  const stored = localStorage.getItem("yieldboard.views");
  await user.click(screen.getByRole("button", { name: "Rename Loops of SOL" }));
  await user.clear(screen.getByRole("textbox", { name: "New name" }));
  await user.keyboard("Dollars");
  await user.click(screen.getByRole("button", { name: "Replace" }));
  expect(names()).toEqual(["Delete Dollars"]);
  screen.getByText("Dollars replaced.");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(localStorage.getItem("yieldboard.views")).toBe(stored);
});
