import type { QueryClient } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pass, queryWrapper } from "../../../tests/fixtures/queries.tsx";
import { useHistory, type HistorySpan } from "./history.ts";
import { createQueryClient } from "./query-client.ts";

const span: HistorySpan = { startTime: Date.UTC(2026, 0, 1), resolution: "1d" };
const point = { timestamp: "2026-01-01T00:00:00Z", depositApy: 0.05, totalDeposit: null };

let asked: URL[] = [];
let answer: () => Response | Promise<Response>;
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  client = createQueryClient();
  answer = () => Response.json({ data: { markets: [{ id: "a", history: [point] }] } });
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(new URL(address, "http://localhost"));
    return answer();
  });
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function history(ids: readonly string[]) {
  const view = renderHook(() => useHistory(ids, span), { wrapper: queryWrapper(client) });
  await pass(1);
  return view.result;
}

describe("useHistory", () => {
  it("sends one request for all markets in any order, and returns their points by id", async () => {
    const result = await history(["b", "a", "b"]);
    expect(asked.map((url) => url.pathname + url.search)).toEqual([
      "/api/v0/markets/history?marketIds=a,b&startTime=2026-01-01T00%3A00%3A00.000Z&resolution=1d",
    ]);
    expect(result.current).toMatchObject({ loading: false, error: undefined });
    expect([...result.current.histories]).toEqual([["a", [point]]]);
    await history(["a", "b"]);
    expect(asked).toHaveLength(1);
  });

  it("sends no request without markets, and asks for at most twenty", async () => {
    expect((await history([])).current).toMatchObject({ loading: false });
    expect(asked).toHaveLength(0);
    await history(Array.from({ length: 25 }, (_, index) => `m${index}`));
    expect(asked[0]?.searchParams.get("marketIds")?.split(",")).toHaveLength(20);
  });

  it("retries a temporary failure twice, then reports it and retries on request", async () => {
    answer = () => new Response(null, { status: 503 });
    const result = await history(["a"]);
    expect(result.current).toMatchObject({ loading: true, error: undefined });
    await pass(3000);
    expect(asked).toHaveLength(3);
    expect(result.current).toMatchObject({ loading: false, error: { kind: "unavailable" } });
    answer = () => Response.json({ data: { markets: [] } });
    act(() => result.current.retry());
    await pass(1);
    expect(result.current).toMatchObject({ loading: false, error: undefined });
  });

  it("does not retry a failure that would repeat", async () => {
    answer = () => Response.json({ nothing: true });
    const result = await history(["a"]);
    await pass(10_000);
    expect(asked).toHaveLength(1);
    expect(result.current.error).toMatchObject({ kind: "unreadable" });
  });
});
