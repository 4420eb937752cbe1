import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listContext } from "../../../../tests/fixtures/list-context.ts";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, tokens } from "../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { solMint } from "../../../domain/market/asset-families.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { Hero } from "./hero.tsx";
import { ListContext } from "./list-context.ts";

test("the size in tokens has all its digits, and a refinement that keeps the token names no other token", () => {
  const sol = { tokens: [rowToken("SOL", solMint)], totalDeposit: tokens(1000) };
  const rows = ["a", "b", "c"].map((id) => poolRow(id, { deposits: 62_080 }, sol));
  const held = { ...defaultViewState, assets: [solMint], size: dollars(3100) };
  render(
    <ListContext value={listContext(rows, held)}>
      <Hero />
    </ListContext>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  // 3,100 / 62.08
  expect(screen.getByText("≈ 49.94 SOL")).toBeTruthy();
  expect(screen.getByRole("button", { name: "No rewards" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Stablecoins/ })).toBeNull();
});
