import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { alertRule } from "../../../../tests/fixtures/alert-rule.ts";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { keyOfRules } from "../../data/alerts/alert-marks.ts";
import { writeInbox } from "../../data/alerts/kept-alerts.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { AlertWatch } from "./alert-watch.tsx";
import { AlertsPage } from "./alerts-page.tsx";

const config = { ...demoConfig, record: { everyMs: 60_000 }, alerts: { everyMs: 60_000, send: false } };

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("an event that was held back is announced on the alerts page too", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 400 }));
  keyOfRules();
  const at = Date.now() - 60_000;
  const happening = { kind: "crossed", wasAt: at - 600_000, value: 0.1072, was: 0.0948 } as const;
  const event = { id: "e", rule: alertRule("rule1"), at, happening };
  writeInbox([{ event, due: at, announced: false, read: false }]);
  render(
    <LiveRegionProvider>
      <AlertsPage />
      <AlertWatch />
    </LiveRegionProvider>,
    { wrapper: queryWrapper(createQueryClient(), config) },
  );
  await act(async () => undefined);
  expect(screen.getByTestId("announcements").textContent).toMatch(/^Alert: /);
});
