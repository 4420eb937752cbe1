import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { positionRow } from "../../../../../tests/fixtures/positions.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { sectionsOf } from "../../../portfolio/sections.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { PositionsTable } from "./positions-table.tsx";

const sol = { address: "S", symbol: "SOL" };
const usdc = { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC" };
const provider = { id: "kamino", name: "Kamino" };
const legs = { amountTokenA: 10, amountTokenAUsd: 1000, amountTokenB: 600, amountTokenBUsd: 600 };
const sent = { type: "perpetual", amount: 401, amountUsd: 400, ...legs, liquidationPrice: 70 };

function textOf(side: string, tokenA: object, tokenB: object): string | null {
  const market = { id: "m", type: "perpetual", provider, tokenA, tokenB };
  const sections = sectionsOf([positionRow({ ...sent, side, market })], []);
  const { container } = render(
    <PositionsTable label="Positions" sections={sections} maxRate={undefined} first={10} />,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  return container.textContent;
}

test("a perpetual shows its side and its distance to the liquidation price, but no amount in an unknown token", () => {
  const long = textOf("long", sol, usdc);
  expect(long).toMatch(/SOL \/ USDC\s?long/);
  expect(long).toContain("−30.0 %");
  expect(long).toContain("SOL at $70.00, now $100.00");
  expect(long).not.toContain("401");
  // Whether a short is liquidated by a rise of the first token or of the second is not said.
  const short = textOf("short", sol, usdc);
  expect(short).toMatch(/short/);
  expect(short).not.toContain("now $");
  expect(textOf("long", usdc, sol)).toContain("USDC at 70.00, unit unknown");
});
