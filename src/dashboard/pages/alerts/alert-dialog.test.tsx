import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { marketRow, poolRow } from "../../../../tests/fixtures/market-rows.ts";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { AlertDialog } from "./alert-dialog.tsx";

const failure = { statusCode: 400, message: "None.", error: "Bad Request", code: "bad-request" };

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("the button keeps the focus while a rule is saved, saves it once, and can be pressed again after a failure", async () => {
  const puts: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit = {}) => {
    if (method === "PUT") return new Promise<Response>((resolve) => puts.push(resolve));
    return url.includes("/alerts/rules")
      ? Response.json({ rules: [], revision: 0 })
      : Response.json(failure, { status: 400 });
  });
  const config = { ...demoConfig, alerts: { everyMs: 60_000, send: false } };
  render(<AlertDialog draft={{ kind: "market", row: poolRow("a", { apy: 0.05 }) }} />, {
    wrapper: queryWrapper(createQueryClient(), config),
  });
  const create = await screen.findByRole("button", { name: "Create rule" });
  create.focus();
  fireEvent.click(create);
  await vi.waitFor(() => expect(puts).toHaveLength(1));
  expect(create.getAttribute("aria-disabled")).toBe("true");
  expect(create.hasAttribute("disabled"), "a disabled button loses the focus").toBe(false);
  fireEvent.click(create);
  await act(async () => puts[0]?.(Response.json(failure, { status: 400 })));
  await screen.findByText(/The rule is not saved\./);
  expect(puts).toHaveLength(1);
  expect(create.getAttribute("aria-disabled")).toBe("false");
  fireEvent.click(create);
  await vi.waitFor(() => expect(puts).toHaveLength(2));
});

test("a market without figures says so, and nothing about a rule", async () => {
  const row = marketRow({ id: "p", type: "perpetual" });
  vi.stubGlobal("fetch", async () => Response.json({ markets: [], cursor: null }));
  const config = { ...demoConfig, alerts: { everyMs: 60_000, send: false } };
  const { container } = render(<AlertDialog draft={{ kind: "market", row }} />, {
    wrapper: queryWrapper(createQueryClient(), config),
  });
  await screen.findByText(/^Rules can't watch any figure of /);
  expect(container.textContent).not.toMatch(/unknown now|Fire again|Delivery|Checked/);
});

test.each([
  ["", "Deposit APY", "under"],
  ["view=borrow", "Borrow APY", "over"],
])("a rule of a market begins with the rate that its page shows: %s", async (search, measure, side) => {
  vi.stubGlobal("fetch", async () => Response.json({ rules: [], revision: 0 }));
  window.history.replaceState(null, "", `/?${search}`);
  const config = { ...demoConfig, alerts: { everyMs: 60_000, send: false } };
  render(<AlertDialog draft={{ kind: "market", row: poolRow("a", { apy: 0.05, borrowApy: 0.06 }) }} />, {
    wrapper: queryWrapper(createQueryClient(), config),
  });
  await screen.findByRole("button", { name: "Create rule" });
  const chosen = screen
    .getAllByRole<HTMLSelectElement>("combobox")
    .map((box) => box.selectedOptions[0]?.text);
  expect(chosen).toEqual([measure, side]);
});
