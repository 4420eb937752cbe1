import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MatchedAsset } from "./matched-asset.tsx";

vi.mock("./asset-suggestion.tsx", () => ({
  AssetSuggestion: ({ query }: { readonly query: string }) => `Line of ${query}`,
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("looks for an asset only after typing has paused, and not for an empty search", async () => {
  const { rerender } = render(<MatchedAsset query="s" rows={[]} />);
  const type = async (query: string, ms: number): Promise<void> => {
    rerender(<MatchedAsset query={query} rows={[]} />);
    await act(async () => vi.advanceTimersByTimeAsync(ms));
  };
  await type("so", 200);
  await type("sol", 200);
  expect(screen.queryByText(/Line of/)).toBeNull();
  await type("sol", 200);
  expect(screen.getByText("Line of sol")).toBeTruthy();
  await type("", 0);
  expect(screen.queryByText(/Line of/)).toBeNull();
});
