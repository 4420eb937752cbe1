import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { recordChangesResponse } from "../../../../tests/fixtures/record-responses.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { ChangesPage } from "./changes-page.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(undefined, "", "/");
});

test("without stars, the lists of starred markets make no claim and lead back to all markets", async () => {
  vi.stubGlobal("fetch", async (url: string) =>
    url.includes("/changes") ? Response.json(recordChangesResponse) : Response.json({}, { status: 400 }),
  );
  window.history.replaceState(undefined, "", "/changes?starred=1");
  const config = { ...demoConfig, record: { everyMs: 60_000 } };
  render(<ChangesPage />, { wrapper: queryWrapper(createQueryClient(), config) });
  const showAll = await screen.findByRole("button", { name: "Show all markets" });
  expect(screen.queryByText(/^No rate moved/)).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("Showing the last 24 h.");
  fireEvent.click(showAll);
  expect(await screen.findByRole("heading", { name: "Biggest rate moves" })).toBeTruthy();
});
