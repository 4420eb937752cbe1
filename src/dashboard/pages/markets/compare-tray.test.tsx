import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listContext } from "../../../../tests/fixtures/list-context.ts";
import { poolRow } from "../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { CompareTray } from "./compare-tray.tsx";
import { ListContext } from "./list-context.ts";

test.each([
  ["", "1.00 %quoted"],
  ["view=borrow", "2.00 %to borrow"],
  ["view=borrow&basis=base", "5.00 %to borrow"],
])("a selected market has the rate of the list, of a loan if it is one: %s", (search, rate) => {
  const row = { ...poolRow("m", { apy: 0.01, borrowApy: 0.05 }), borrowApy: fraction(0.02) };
  localStorage.setItem("yieldboard.picks", '["m"]');
  render(
    <ListContext value={listContext([row], readViewState(search))}>
      <CompareTray />
    </ListContext>,
  );
  expect(screen.getByRole("list").textContent.replaceAll(/\s+/g, " ")).toContain(rate);
});

test.each([
  [["a"], true],
  // Beside two loops there is no space for it.
  [["a", "b"], false],
] as const)("with %j selected, the key that adds a market is named: %s", (ids, isNamed) => {
  localStorage.setItem("yieldboard.picks", JSON.stringify(ids));
  render(
    <ListContext value={listContext([], readViewState(""))}>
      <CompareTray />
    </ListContext>,
  );
  expect(screen.queryByText("x") !== null).toBe(isNamed);
});
