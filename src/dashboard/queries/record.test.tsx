import type { QueryClient } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recordChangesAnswer } from "../../../tests/fixtures/record-answers.ts";
import { demoConfig, pass, queryWrapper } from "../../../tests/fixtures/queries.tsx";
import { useRecordChanges } from "./record.ts";
import { createQueryClient } from "./query-client.ts";

const away = { statusCode: 503, message: "Away.", error: "Unavailable", code: "record-unavailable" };
const unavailable = (): Response => Response.json(away, { status: 503, headers: { "retry-after": "60" } });

let asked: string[] = [];
let answer: () => Response;
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  client = createQueryClient();
  answer = () => Response.json(recordChangesAnswer);
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return answer();
  });
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function changes(record?: { readonly everyMs: number }) {
  const wrapper = queryWrapper(client, record === undefined ? demoConfig : { ...demoConfig, record });
  const { result } = renderHook(() => useRecordChanges("7d"), { wrapper });
  await pass(1);
  return result;
}

it("polls again when the next poll is due, and keeps its data beside the error when that fails", async () => {
  const result = await changes({ everyMs: 600_000 });
  expect(asked).toEqual(["/api/v0/changes?since=7d"]);
  expect(result.current.body).toEqual(recordChangesAnswer);
  answer = unavailable;
  await pass(600_000);
  expect(result.current.error?.code).toBe("record-unavailable");
  expect(result.current.body).toEqual(recordChangesAnswer);
  expect(result.current.readAt).toBeDefined();
});

it("reports at once why data is missing, and retries after Retry-After", async () => {
  answer = unavailable;
  const result = await changes({ everyMs: 600_000 });
  expect(result.current).toMatchObject({ loading: false, error: { message: "Away." } });
  answer = () => Response.json(recordChangesAnswer);
  await pass(60_000);
  expect(result.current).toMatchObject({ body: recordChangesAnswer, error: undefined });
});

it("sends no request when nothing is recorded", async () => {
  const result = await changes();
  expect(asked).toEqual([]);
  expect(result.current).toMatchObject({ body: undefined, loading: false, error: undefined });
});
