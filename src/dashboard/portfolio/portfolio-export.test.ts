import { expect, it } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { positionRow, someWallet } from "../../../tests/fixtures/positions.ts";
import { moment } from "../../../tests/fixtures/quantities.ts";
import { parsePnl } from "../../contract/positions/pnl.ts";
import { toWalletProfit } from "../../domain/position/profit-row.ts";
import { portfolioJson } from "./portfolio-export.ts";

const readAt = moment("2026-10-01T00:00:00Z");

it("has the lifetime profit of open and closed predictions, which adds up to the page's", () => {
  const open = { total: 20, realized: 0, unrealized: 20, realizedLifetime: -50, totalLifetime: -30 };
  const closed = { positionId: "closed", total: 7, realized: 7, realizedLifetime: 7, totalLifetime: 7 };
  const body = parsePnl({ positions: [{ positionId: "open", ...open }, closed] });
  const wallet = {
    wallet: someWallet,
    rows: [positionRow({ id: "open", type: "prediction", side: "yes", pnl: open })],
    profit: toWalletProfit(body, someWallet, readAt),
    rejectedCount: 0,
    readAt,
  };
  const source = { kind: "demo", label: "Demo" } as const;
  const text = portfolioJson({ shown: [wallet], markets: [marketRow({})], source, exportedAt: readAt });
  expect(JSON.parse(text)).toMatchObject({
    positions: [
      { "profit (USD)": 20, "realisedLifetime (USD)": -50, "profitLifetime (USD)": -30 },
      { "profit (USD)": 7, "realisedLifetime (USD)": 7, "profitLifetime (USD)": 7 },
    ],
  });
});
