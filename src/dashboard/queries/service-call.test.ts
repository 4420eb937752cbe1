import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callEarly, callService } from "./service-call.ts";

const fetched = vi.fn(async (_url: string, _options: RequestInit) => new Response("{}"));

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe("a request that was sent early", () => {
  it("is the answer to whoever asks the same with the same key, once", async () => {
    callEarly("/api/v0/markets?limit=200", "key");
    const { response } = callService("/api/v0/markets?limit=200", "key");
    expect(fetched).toHaveBeenCalledTimes(1);
    expect((await response).ok).toBe(true);
    callService("/api/v0/markets?limit=200", "key");
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it("answers no other address and no other key", () => {
    callEarly("/api/v0/markets?limit=200", "key");
    callService("/api/v0/markets?limit=200&type=loop", "key");
    callService("/api/v0/markets?limit=200", "another");
    callService("/api/v0/markets?limit=200", undefined);
    expect(fetched.mock.calls.map(([url]) => url)).toHaveLength(4);
  });

  it("is no uncaught error when it fails, and fails for whoever asks", async () => {
    fetched.mockRejectedValueOnce(new TypeError("no network"));
    callEarly("/api/v0/markets?type=yield", "key");
    await expect(callService("/api/v0/markets?type=yield", "key").response).rejects.toThrow("no network");
  });

  it("carries the key, and ends when whoever took it gives up", () => {
    callEarly("/api/v0/markets?type=loop", "key");
    const [, options] = fetched.mock.calls[0] ?? [];
    expect(options?.headers).toMatchObject({ "x-service-client-key": "key" });
    callService("/api/v0/markets?type=loop", "key").controller.abort();
    expect(options?.signal?.aborted).toBe(true);
  });
});
