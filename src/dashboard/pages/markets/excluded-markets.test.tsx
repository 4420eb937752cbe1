import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listContext } from "../../../../tests/fixtures/list-context.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { sentMarket } from "../../../../tests/fixtures/positions.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { ExcludedLine } from "./excluded-markets.tsx";
import { ListContext } from "./list-context.ts";

test("of the loops, only those that the search matches count as left out, and the link shows those", async () => {
  const loops = ["PYUSD", "JLP"].map((symbol) =>
    sentMarket({ id: symbol, type: "loop", token: { address: `${symbol}mint`, symbol, decimals: 6 } }),
  );
  vi.stubGlobal("fetch", async () => Response.json({ markets: loops, cursor: null }));
  render(
    <ListContext value={listContext([], readViewState("q=pyusd"))}>
      <ExcludedLine />
    </ListContext>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  await screen.findByText("1 leveraged loop not shown");
  const link = screen.getByRole("link", { name: "Show leveraged loops" });
  expect(link.getAttribute("href")).toBe("/?view=loop&type=loop&q=pyusd");
});
