import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alertRule } from "../../../../tests/fixtures/alert-rule.ts";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { keyOfRules } from "../../data/alerts/alert-marks.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { AlertsPage } from "./alerts-page.tsx";

const config = { ...demoConfig, record: { everyMs: 60_000 }, alerts: { everyMs: 60_000, send: false } };
const failure = { statusCode: 400, message: "None.", error: "Bad Request", code: "bad-request" };
let answer: (response: Response) => void;

/** A service that deletes at once, and answers the undo when the test resolves it. */
beforeEach(() => {
  let puts = 0;
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit = {}) => {
    if (!url.includes("/alerts/rules")) return Response.json(failure, { status: 400 });
    if (method !== "PUT") return Response.json({ rules: [alertRule("rule1")], revision: 1 });
    puts += 1;
    if (puts === 1) return Response.json({ rules: [], revision: 2 });
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function undoDeletion(): Promise<HTMLElement> {
  keyOfRules();
  render(
    <LiveRegionProvider>
      <AlertsPage />
    </LiveRegionProvider>,
    { wrapper: queryWrapper(createQueryClient(), config) },
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Delete rule/ }));
  const undo = await screen.findByRole("button", { name: "Undo" });
  expect(document.activeElement, "the focus was in a list that is empty now").toBe(undo);
  fireEvent.click(undo);
  const text = screen.getByTestId("announcements");
  await act(async () => undefined);
  expect(text.textContent).toMatch(/^Rule deleted/);
  return text;
}

test("a restored rule is announced, and gets the focus, once the service has it", async () => {
  const text = await undoDeletion();
  await act(async () => answer(Response.json({ rules: [alertRule("rule1")], revision: 3 })));
  expect(text.textContent).toBe("Restored.");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Edit rule/ }));
});

test("an undo that fails says so and can be tried again", async () => {
  const text = await undoDeletion();
  await act(async () => answer(Response.json(failure, { status: 400 })));
  expect((await screen.findByRole("alert")).textContent).toContain("Nothing was changed.");
  expect(text.textContent).not.toBe("Restored.");
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
});
