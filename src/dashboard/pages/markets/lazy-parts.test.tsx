import { expect, test, vi } from "vitest";
import { preloadList } from "./lazy-parts.tsx";

const load = vi.hoisted(() => vi.fn());
vi.mock("./excluded-markets.tsx", () => {
  load();
  return { ExcludedLine: () => null };
});

test("the line under the list, which appears by itself after loading, needs no network then", async () => {
  await preloadList();
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
});
