import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { poolRow } from "../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../tests/fixtures/markets-result.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import { AssetNotes } from "./asset-notes.tsx";

test.each([
  ["says that the tokens of markets are shown", [poolRow("a", {})], true],
  ["promises no tokens where no market is loaded", [], false],
] as const)("without a catalogue it %s", (_what, rows, isSaid) => {
  const catalogue = {
    assets: [],
    error: new LoadError(0, { kind: "unavailable" }),
    loading: false,
    cut: false,
    retry: () => undefined,
  };
  render(<AssetNotes catalogue={catalogue} result={marketsResult({ rows })} />);
  expect(screen.queryByText(/tokens of loaded markets/) !== null).toBe(isSaid);
});
