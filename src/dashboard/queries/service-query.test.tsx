import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { demoConfig, pass, queryWrapper } from "../../../tests/fixtures/queries.tsx";
import { recordChangesResponse } from "../../../tests/fixtures/record-responses.ts";
import { useHistory, type HistorySpan } from "./history.ts";
import { createQueryClient } from "./query-client.ts";
import { useRecordChanges } from "./record.ts";
import { useServiceQuery } from "./service-query.ts";
import { useTrends } from "./trends.ts";

let requests: URL[] = [];
let respond: () => Response;
let client = createQueryClient();

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  client = createQueryClient();
  vi.stubGlobal("fetch", async (address: string) => {
    requests.push(new URL(address, "http://localhost"));
    return respond();
  });
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the history of markets", () => {
  const span: HistorySpan = { startTime: Date.UTC(2026, 0, 1), resolution: "1d" };
  const point = { timestamp: "2026-01-01T00:00:00Z", depositApy: 0.05, totalDeposit: null };
  const points = (): Response => Response.json({ data: { markets: [{ id: "a", history: [point] }] } });

  async function history(ids: readonly string[]) {
    const { result } = renderHook(() => useHistory(ids, span), { wrapper: queryWrapper(client) });
    await pass(1);
    return result;
  }

  it("is one request for all markets in any order, and has their points by id", async () => {
    respond = points;
    const result = await history(["b", "a", "b"]);
    expect(requests.map((url) => url.pathname + url.search)).toEqual([
      "/api/v0/markets/history?marketIds=a,b&startTime=2026-01-01T00%3A00%3A00.000Z&resolution=1d",
    ]);
    expect(result.current).toMatchObject({ loading: false, error: undefined });
    expect([...result.current.histories]).toEqual([["a", [point]]]);
    await history(["a", "b"]);
    expect(requests).toHaveLength(1);
  });

  it("is not requested without markets, and for at most twenty", async () => {
    respond = points;
    expect((await history([])).current).toMatchObject({ loading: false });
    expect(requests).toHaveLength(0);
    await history(Array.from({ length: 25 }, (_, index) => `m${index}`));
    expect(requests[0]?.searchParams.get("marketIds")?.split(",")).toHaveLength(20);
  });

  it("is empty when the service has none, because its upstream need not offer histories", async () => {
    respond = () => new Response(null, { status: 404 });
    expect((await history(["a"])).current).toMatchObject({ error: undefined, histories: new Map() });
  });

  it("is requested twice more after a temporary failure, then fails until the user asks", async () => {
    respond = () => new Response(null, { status: 503 });
    const result = await history(["a"]);
    expect(result.current).toMatchObject({ loading: true, error: undefined });
    // 1 s and 2 s, each up to 20 % longer.
    await pass(3600);
    expect(requests).toHaveLength(3);
    expect(result.current).toMatchObject({ loading: false, error: { kind: "unavailable" } });
    respond = points;
    act(() => result.current.retry());
    await pass(1);
    expect(result.current).toMatchObject({ loading: false, error: undefined });
  });

  it("fails at once when the service asks for a long wait", async () => {
    respond = () => new Response(null, { status: 429, headers: { "retry-after": "20" } });
    const result = await history(["a"]);
    expect(result.current).toMatchObject({ loading: false, error: { kind: "rate-limited" } });
    await pass(60_000);
    expect(requests).toHaveLength(1);
  });

  it("is not requested again after a failure that would repeat", async () => {
    respond = () => Response.json({ nothing: true });
    const result = await history(["a"]);
    await pass(10_000);
    expect(requests).toHaveLength(1);
    expect(result.current.error).toMatchObject({ kind: "unreadable" });
  });
});

test("90-day histories that failed are requested again after a minute", async () => {
  respond = () => new Response(null, { status: 400 });
  const request = { types: ["lending"] } as const;
  const { result } = renderHook(() => useTrends(request, true), { wrapper: queryWrapper(client) });
  await pass(1);
  await vi.waitFor(() => expect(result.current.error).toMatchObject({ kind: "refused" }));
  expect(requests).toHaveLength(1);
  respond = () => Response.json({ markets: [], cursor: null });
  await pass(60_000);
  await vi.waitFor(() => expect(result.current.trends).toBeDefined());
  expect(result.current.error).toBeUndefined();
});

function failImport(): never {
  throw new TypeError("Failed to fetch dynamically imported module");
}

test("code that fails to load is reported like data that fails to load", async () => {
  const { result } = renderHook(() => useServiceQuery({ queryKey: ["late"], queryFn: failImport }), {
    wrapper: queryWrapper(client),
  });
  await pass(1);
  expect(result.current).toMatchObject({ loading: false, data: undefined, error: { kind: "unavailable" } });
});

const recorded = (): Response => Response.json(recordChangesResponse);

async function changes(record?: { readonly everyMs: number }) {
  const wrapper = queryWrapper(client, { ...demoConfig, ...(record === undefined ? {} : { record }) });
  const { result } = renderHook(() => useRecordChanges("7d"), { wrapper });
  await pass(1);
  return result;
}

describe("the record", () => {
  const away = { statusCode: 503, message: "Away.", error: "Unavailable", code: "record-unavailable" };
  const unavailable = (): Response => Response.json(away, { status: 503, headers: { "retry-after": "60" } });
  it("is requested when the next poll is due, and its data stays beside the error when that fails", async () => {
    respond = recorded;
    const result = await changes({ everyMs: 600_000 });
    expect(requests.map((url) => url.pathname + url.search)).toEqual(["/api/v0/changes?since=7d"]);
    expect(result.current.body).toEqual(recordChangesResponse);
    respond = unavailable;
    await pass(600_000);
    expect(result.current.error?.code).toBe("record-unavailable");
    expect(result.current.body).toEqual(recordChangesResponse);
    expect(result.current.readAt).toBeDefined();
  });

  it("says at once why data is missing, and is requested again after Retry-After", async () => {
    respond = unavailable;
    const result = await changes({ everyMs: 600_000 });
    expect(result.current).toMatchObject({ loading: false, error: { message: "Away." } });
    respond = recorded;
    await pass(60_000);
    expect(result.current).toMatchObject({ body: recordChangesResponse, error: undefined });
  });

  it("is not requested when nothing is recorded", async () => {
    const result = await changes();
    expect(requests).toEqual([]);
    expect(result.current).toMatchObject({ body: undefined, loading: false, error: undefined });
  });
});
