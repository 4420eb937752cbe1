import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { clientKeyHeader } from "../../../../contract/problems.ts";
import { readRequest } from "../../../../contract/operations/operation.ts";
import { exportRecord } from "../../../../contract/operations/record-operations.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { useRecordDownloads } from "./record-downloads.tsx";

const past = { startTime: Date.UTC(2026, 9, 1), resolution: "1d" } as const;
const marketId = "kamino.lending/x";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Collects requests and saved files while menu items are selected. */
function downloads(answer: () => Response) {
  const requests: [url: string, init: RequestInit][] = [];
  const saved: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push([url, init]);
    return answer();
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const wrapper = queryWrapper(createQueryClient());
  const { result } = renderHook(() => useRecordDownloads(marketId, "90d", past), { wrapper });
  const save = (format: string): void => {
    const item = result.current.items.find(({ label }) => label === `Export record as ${format}`);
    if (item !== undefined && "onSelect" in item) act(() => item.onSelect());
  };
  return { requests, saved, save, failure: () => result.current.failure };
}

it("saves one market's range, requested with the client key", async () => {
  const { requests, saved, save } = downloads(() => new Response("PAR1"));
  save("Parquet");
  await vi.waitFor(() => expect(saved).toEqual(["yieldboard-kamino.lending_x-record-90d.parquet"]));
  const [[url, init] = ["", {}]] = requests;
  expect(new Headers(init.headers).get(clientKeyHeader)).toBe("key");
  expect(readRequest(exportRecord, new URL(url, "http://localhost").searchParams)).toEqual({
    ok: true,
    request: { format: "parquet", from: past.startTime, resolution: "1d", marketIds: [marketId] },
  });
});

it("says why saving failed and saves on the next attempt", async () => {
  let busy = true;
  const message = "Other exports are being made. Wait a minute and try again.";
  const refusal = { statusCode: 429, message, error: "Too Many Requests", code: "rate-limited" };
  const { saved, save, failure } = downloads(() =>
    busy ? Response.json(refusal, { status: 429 }) : new Response("timestamp\r\n"),
  );
  save("CSV");
  await vi.waitFor(() => expect(failure()).toMatchObject({ message }));
  expect(saved).toEqual([]);
  busy = false;
  save("CSV");
  await vi.waitFor(() => expect(saved).toEqual(["yieldboard-kamino.lending_x-record-90d.csv"]));
  expect(failure()).toBeUndefined();
});
