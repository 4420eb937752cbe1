import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alertRule, overTenPercent } from "../../../../tests/fixtures/alert-rule.ts";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { sentMarket } from "../../../../tests/fixtures/positions.ts";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { keyOfRules } from "../../data/alerts/alert-marks.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { AlertsPage } from "./alerts-page.tsx";
import { RulePreview } from "./rule-preview.tsx";

const row = marketRow({ id: "a", type: "lending" });
const config = { ...demoConfig, record: { everyMs: 60_000 }, alerts: { everyMs: 60_000, send: false } };
const missing = { statusCode: 404, message: "None.", error: "Not found", code: "not-found" };

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json(missing, { status: 404 }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("rules that failed to load do not count as no rules", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ ...missing, statusCode: 400 }, { status: 400 }));
  keyOfRules();
  const { container } = render(<AlertsPage />, { wrapper: queryWrapper(createQueryClient(), config) });
  await screen.findByText(/The service still checks your rules/);
  expect(container.textContent).not.toMatch(/no rules yet|No alerts yet|0 of/);
  expect(container.textContent).toContain("Alerts could not be loaded.");
});

test("a market without a record has no history yet, and nothing failed", async () => {
  const { container } = render(
    <RulePreview
      target={{ kind: "market", id: "a", name: "A", marketType: "lending" }}
      form={{ choice: "cap", side: "over", threshold: "", reset: undefined }}
      reading={{ resetText: "" }}
      facts={undefined}
      onForm={() => undefined}
      rows={[row]}
      loading
    />,
    { wrapper: queryWrapper(createQueryClient(), config) },
  );
  await screen.findByText(/No history yet/);
  expect(container.textContent).toContain("Loading current value");
});

test("an empty inbox opens the form of a new rule", async () => {
  render(<AlertsPage />, { wrapper: queryWrapper(createQueryClient(), config) });
  fireEvent.click(await screen.findByRole("button", { name: "Create one" }));
  expect(screen.getByRole("dialog", { name: "New rule" })).toBeTruthy();
});

test("a rule says that its view has been replaced since", async () => {
  const target = { kind: "view", name: "Mine", search: "?q=a" };
  const rule = { ...alertRule("rule1"), target, condition: { kind: "newMarket" } };
  vi.stubGlobal("fetch", async () => Response.json({ rules: [rule], revision: 1 }));
  localStorage.setItem("yieldboard.views", JSON.stringify([{ name: "Mine", search: "?q=b" }]));
  keyOfRules();
  render(<AlertsPage />, { wrapper: queryWrapper(createQueryClient(), config) });
  await screen.findByText("view changed: edit to update");
});

test("a rule on a market that is gone, or on a figure that it doesn't publish, says that it can't fire", async () => {
  const target = { kind: "market", id: "a", name: "A", marketType: "lending" } as const;
  const used = { ...overTenPercent, measure: "utilization" } as const;
  const rules = [
    alertRule("gone"),
    alertRule("known", { target }),
    alertRule("unpublished", { target, condition: used }),
    alertRule("paused", { paused: true }),
  ];
  vi.stubGlobal("fetch", async (url: string) =>
    url.includes("/alerts/rules")
      ? Response.json({ rules, revision: 1 })
      : url.includes("/v0/markets?")
        ? Response.json({ markets: [sentMarket({ id: "a" })], cursor: null })
        : Response.json(missing, { status: 404 }),
  );
  keyOfRules();
  render(<AlertsPage />, { wrapper: queryWrapper(createQueryClient(), config) });
  expect(await screen.findAllByText("unknown now: can't fire")).toHaveLength(2);
  expect(screen.getAllByText("no alert in the inbox")).toHaveLength(1);
});

test("quiet hours that end when they begin say that no alert waits, and longer ones until when", async () => {
  render(<AlertsPage />, { wrapper: queryWrapper(createQueryClient(), config) });
  fireEvent.click(await screen.findByRole("switch", { name: "Quiet hours" }));
  screen.getByText(/^alerts wait until 07:00/);
  fireEvent.change(screen.getByLabelText("Quiet from"), { target: { value: "07:00" } });
  screen.getByText(/alerts arrive immediately$/);
  expect(screen.queryByText(/^alerts wait/)).toBeNull();
});
