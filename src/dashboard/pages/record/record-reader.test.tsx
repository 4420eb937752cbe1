import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { recordSummaryAnswer } from "../../../../tests/fixtures/record-answers.ts";
import { DashboardConfigContext } from "../../queries/configuration.ts";
import { RecordReader, type RecordReading } from "./record-reader.tsx";

const config = {
  source: { kind: "demo" as const, label: "Demo" },
  clientKey: "key",
  interstitialUrl: "/action",
  record: { everyMs: 600_000 },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page(): ReactNode {
  const [{ figures, failed }, setReading] = useState<RecordReading>({ figures: undefined, failed: false });
  return (
    <DashboardConfigContext value={config}>
      <RecordReader onRead={setReading} />
      <p data-testid="reading">{`${String(figures?.byMarket.size ?? "none")} ${failed ? "failed" : "well"}`}</p>
    </DashboardConfigContext>
  );
}

it("says once why the record is not there and what is missing for it, and reads it on request", async () => {
  const refused = { statusCode: 503, message: "Away.", error: "Unavailable", code: "record-unavailable" };
  let away = true;
  vi.stubGlobal("fetch", async () =>
    away
      ? Response.json(refused, { status: 503, headers: { "retry-after": "60" } })
      : Response.json(recordSummaryAnswer),
  );
  render(<Page />);
  const said = await screen.findByText(/Flows, ages and averages recorded here are missing/);
  expect(said.textContent).toContain("The record cannot be read now. It has only just begun, or");
  expect(screen.getByTestId("reading").textContent).toBe("none failed");
  away = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() =>
    expect(screen.getByTestId("reading").textContent).toBe(
      `${String(recordSummaryAnswer.markets.length)} well`,
    ),
  );
  expect(screen.queryByText(/record cannot be read/)).toBeNull();
});
