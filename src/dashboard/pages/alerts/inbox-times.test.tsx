import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { alertRule } from "../../../../tests/fixtures/alert-rule.ts";
import { moment } from "../../../../tests/fixtures/quantities.ts";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { noteServiceDate } from "../../data/clock.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { Inbox } from "./inbox.tsx";

const at = moment("2026-11-22T11:20:00Z");

afterEach(() => {
  noteServiceDate(new Date().toUTCString());
  vi.useRealTimers();
});

test("the day of an event follows the service's clock, whatever the browser's says", () => {
  vi.useFakeTimers({ now: moment("2026-11-23T11:30:00Z") });
  noteServiceDate("Sun, 22 Nov 2026 11:30:00 GMT");
  const rule = alertRule("rule1");
  const happening = { kind: "crossed", wasAt: at - 600_000, value: 0.1072, was: 0.0948 } as const;
  const item = { event: { id: "e", rule, at, happening }, due: at, announced: true, read: false };
  render(
    <Inbox
      announced={[item]}
      deferred={[]}
      create={null}
      rows={new Map()}
      now={Date.now()}
      onDelete={() => undefined}
    />,
    { wrapper: queryWrapper(createQueryClient(), demoConfig) },
  );
  expect(screen.getByRole("heading", { name: /^Today, / })).toBeTruthy();
  // On a phone, a line must not end between a figure and its unit.
  for (const figure of ["10.00 %", "9.48 %"])
    expect(screen.getByText(figure).className).toContain("whitespace-nowrap");
});
