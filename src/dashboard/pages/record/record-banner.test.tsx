import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { recordSummaryResponse } from "../../../../tests/fixtures/record-responses.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { RecordBanner } from "./record-banner.tsx";
import { useRecordFigures } from "../../queries/record-summary.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

function Reading(): ReactNode {
  const record = useRecordFigures(true);
  return (
    <>
      <RecordBanner record={record} />
      <p data-testid="reading">{String(record.body?.byMarket.size ?? "none")}</p>
    </>
  );
}

it("says why the record is unavailable and what is missing, and loads it on Try again", async () => {
  const refused = { statusCode: 503, message: "Away.", error: "Unavailable", code: "record-unavailable" };
  let away = true;
  vi.stubGlobal("fetch", async () =>
    away
      ? Response.json(refused, { status: 503, headers: { "retry-after": "60" } })
      : Response.json(recordSummaryResponse),
  );
  const config = { ...demoConfig, record: { everyMs: 600_000 } };
  render(<Reading />, { wrapper: queryWrapper(createQueryClient(), config) });
  const text = await screen.findByText(/Flows, ages and averages recorded here are missing/);
  expect(text.textContent).toContain(
    "The record cannot be read right now. Recording has only just begun, or",
  );
  expect(screen.getByTestId("reading").textContent).toBe("none");
  away = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() =>
    expect(screen.getByTestId("reading").textContent).toBe(String(recordSummaryResponse.markets.length)),
  );
  expect(screen.queryByText(/record cannot be read/)).toBeNull();
});
