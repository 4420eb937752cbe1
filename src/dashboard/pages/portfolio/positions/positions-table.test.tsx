import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { positionRow } from "../../../../../tests/fixtures/positions.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { sectionsOf } from "../../../portfolio/sections.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { PositionsTable } from "./positions-table.tsx";

const pair = { tokenA: { address: "S", symbol: "SOL" }, tokenB: { address: "U", symbol: "USDC" } };
const market = { id: "m", type: "perpetual", provider: { id: "kamino", name: "Kamino" }, ...pair };
const legs = { amountTokenA: 10, amountTokenAUsd: 1000, amountTokenB: 600, amountTokenBUsd: 600 };
const sent = { type: "perpetual", market, amount: 401, amountUsd: 400, ...legs, liquidationPrice: 70 };

function textOf(side: string): string | null {
  const sections = sectionsOf([positionRow({ ...sent, side })], []);
  const { container } = render(
    <PositionsTable label="Positions" sections={sections} maxRate={undefined} first={10} />,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  return container.textContent;
}

test("a perpetual shows its side and its distance to the liquidation price, but no amount in an unknown token", () => {
  const long = textOf("long");
  expect(long).toMatch(/SOL \/ USDC\s?long/);
  expect(long).toContain("−30.0 %");
  expect(long).toContain("SOL at $70.00, now $100.00");
  expect(long).not.toContain("401");
  // Which token liquidates a short is not said.
  const short = textOf("short");
  expect(short).toMatch(/short/);
  expect(short).not.toContain("now $");
});
