import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { clientKeyHeader } from "../../../../contract/problems.ts";
import { readRequest } from "../../../../contract/operations/operation.ts";
import { exportRecord } from "../../../../contract/operations/record-operations.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { Problem } from "../../../ui/marks/problem.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { useRecordDownloads } from "./record-downloads.tsx";

const from = Date.UTC(2026, 9, 1);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Downloads(): ReactNode {
  const { items, failure } = useRecordDownloads({
    marketId: "kamino.lending/x",
    range: "90d",
    from,
    resolution: "1d",
  });
  return (
    <>
      <Menu label="Chart options" items={items}>
        …
      </Menu>
      <Problem size="line" title="The record was not saved" error={failure} />
    </>
  );
}

function save(format: string): void {
  fireEvent.click(screen.getByRole("button", { name: "Chart options" }));
  fireEvent.click(screen.getByRole("menuitem", { name: `Save record as ${format}` }));
}

function show(answer: () => Response): {
  readonly asked: [url: string, init: RequestInit][];
  saved: string[];
} {
  const asked: [string, RequestInit][] = [];
  const saved: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push([url, init]);
    return answer();
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  render(<Downloads />, { wrapper: queryWrapper(createQueryClient()) });
  return { asked, saved };
}

it("saves the range of the one market, asked for with the key", async () => {
  const { asked, saved } = show(() => new Response("PAR1"));
  save("Parquet");
  await vi.waitFor(() => expect(saved).toEqual(["yieldboard-kamino.lending_x-record-90d.parquet"]));
  const [[url, init] = ["", {}]] = asked;
  expect(new Headers(init.headers).get(clientKeyHeader)).toBe("key");
  expect(readRequest(exportRecord, new URL(url, "http://localhost").searchParams)).toEqual({
    ok: true,
    request: { format: "parquet", from, resolution: "1d", marketIds: ["kamino.lending/x"] },
  });
});

it("says why nothing was saved, and saves at the next press", async () => {
  let busy = true;
  const message = "Other exports are being made. Wait a minute and try again.";
  const refusal = { statusCode: 429, message, error: "Too Many Requests", code: "rate-limited" };
  const { saved } = show(() =>
    busy ? Response.json(refusal, { status: 429 }) : new Response("timestamp\r\n"),
  );
  save("CSV");
  expect((await screen.findByRole("alert")).textContent).toBe(`The record was not saved. ${message}`);
  expect(saved).toEqual([]);
  busy = false;
  save("CSV");
  await vi.waitFor(() => expect(saved).toEqual(["yieldboard-kamino.lending_x-record-90d.csv"]));
  expect(screen.queryByRole("alert")).toBeNull();
});
