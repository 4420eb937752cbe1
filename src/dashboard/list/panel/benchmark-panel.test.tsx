import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { createSelector } from "../../select/select.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import { BenchmarkPanel } from "./benchmark-panel.tsx";

test("describes a benchmark as a plain alternative and never calls it safe", () => {
  const rows = [marketRow({ id: "a", depositApy: fraction(0.05) })];
  render(
    <BenchmarkPanel
      selection={createSelector()(rows, defaultViewState, { starred: new Set() })}
      looking={false}
      onClose={() => undefined}
    />,
  );
  const text = screen.getByRole("region", { name: "Benchmark" }).textContent;
  expect(text).toContain("Compares every deposit rate with one market, such as a plain alternative.");
  expect(text).not.toMatch(/safe|risk-free|best/i);
});
