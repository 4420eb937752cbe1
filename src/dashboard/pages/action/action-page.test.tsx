import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sentMarket } from "../../../../tests/fixtures/positions.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { ActionPage } from "./action-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const refused = { statusCode: 401, message: "No.", error: "Unauthorized", code: "key-refused" };
const marketOf = (id: string): Response => Response.json({ markets: [sentMarket({ id })], cursor: null });

test.each([
  ["The market could not be loaded", () => Response.json(refused, { status: 401 })],
  ["The market doesn't offer this action", () => marketOf("a")],
  ["This market isn't in the list", () => marketOf("b")],
])("says %j only where that is so", async (expected, answer) => {
  vi.stubGlobal("fetch", async () => answer());
  const action = encodeURIComponent("solana-action:https://kamino.dial.to/deposit");
  window.history.replaceState(null, "", `/action?market=a&action=${action}`);
  render(<ActionPage />, { wrapper: queryWrapper(createQueryClient()) });
  expect(await screen.findByRole("heading", { name: expected })).toBeTruthy();
});
