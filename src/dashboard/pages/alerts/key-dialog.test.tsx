import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alertRule } from "../../../../tests/fixtures/alert-rule.ts";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { keyOfRules } from "../../data/alerts/alert-marks.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { KeyButton } from "./key-dialog.tsx";

const key = "0123456789abcdef".repeat(2);
beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function open(): HTMLElement {
  const config = { ...demoConfig, alerts: { everyMs: 60_000, send: false } };
  render(<KeyButton />, { wrapper: queryWrapper(createQueryClient(), config) });
  fireEvent.click(screen.getByRole("button", { name: "Sync key" }));
  return screen.getByRole("dialog", { name: "Sync key" });
}

test("the key is in the page only while it is shown", () => {
  const dialog = open();
  const own = keyOfRules();
  expect(dialog.innerHTML).not.toContain(own.slice(0, 4));
  fireEvent.click(screen.getByRole("button", { name: "Show key" }));
  expect(dialog.textContent).toContain(own.match(/.{4}/gu)?.join(" "));
  fireEvent.click(screen.getByRole("button", { name: "Hide key" }));
  expect(dialog.innerHTML).not.toContain(own.slice(0, 4));
});

test("a key of another browser is validated before any request, and then its rules load", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    return Response.json(
      url.includes("events") ? { events: [], cursor: "1" } : { rules: [alertRule("rule1")] },
    );
  });
  open();
  const field = screen.getByRole("textbox", { name: "Key to use here" });
  const use = screen.getByRole("button", { name: "Use this key" });
  fireEvent.click(use);
  expect(screen.getByText("Paste the key of the other browser.")).toBeTruthy();
  fireEvent.change(field, { target: { value: key.slice(2) } });
  expect(screen.getByText("A key has 32 characters. This has 30.")).toBeTruthy();
  expect(requests).toEqual([]);
  fireEvent.change(field, { target: { value: key } });
  fireEvent.click(use);
  await waitFor(() => expect(screen.getByText("1 rule from that key was added.")).toBeTruthy());
  expect(requests.join()).not.toContain(key);
  expect(keyOfRules()).toBe(key);
});
