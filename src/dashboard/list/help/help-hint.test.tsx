import { configure, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { HelpDialog } from "./help-dialog.tsx";
import { HelpHint } from "./help-hint.tsx";

configure({ asyncUtilTimeout: 10_000 });
beforeEach(() => localStorage.clear());
const link = (): HTMLElement | null => screen.queryByRole("button", { name: "How to read this list" });

test("the hint is shown until it is dismissed, and hidden while there is no room for it", () => {
  localStorage.setItem("yieldboard.hint", "junk");
  const { rerender } = render(<HelpHint hasSpace />);
  expect(link()).not.toBeNull();
  rerender(<HelpHint hasSpace={false} />);
  expect(link()).toBeNull();
});

test("a dismissed hint never returns, and focus stays in place", async () => {
  const user = userEvent.setup();
  const { container, unmount } = render(<HelpHint hasSpace />);
  await user.tab();
  expect(document.activeElement).toBe(link());
  await user.tab();
  await user.keyboard("{Enter}");
  expect(link()).toBeNull();
  expect(document.activeElement).toBe(container.firstElementChild);
  unmount();
  render(<HelpHint hasSpace />);
  expect(link()).toBeNull();
});

test("opening the help dismisses the hint", async () => {
  const user = userEvent.setup();
  render(<HelpHint hasSpace />);
  link()?.focus();
  await user.keyboard("{Enter}");
  const help = await screen.findByRole("dialog", { name: "Help and keyboard" });
  // In an effect, which may run after the dialog is found.
  await waitFor(() => expect(link()).toBeNull());
  await user.click(within(help).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(link()).toBeNull();
});

test("the help explains columns, how to read a rate, and the keys", () => {
  render(<HelpDialog onClose={() => undefined} />);
  const { textContent } = screen.getByRole("dialog", { name: "Help and keyboard" });
  expect(textContent).toContain("shows base yield and rewards");
  expect(textContent).toContain("Deposit APYWhat a deposit earns now, rewards included.");
  expect(textContent).toContain("Search markets");
});
