import { expect, it } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { positionRow, someWallet } from "../../../tests/fixtures/positions.ts";
import { moment } from "../../../tests/fixtures/quantities.ts";
import { parsePnl } from "../../contract/positions/position.ts";
import { toProfits } from "../../domain/position/profit-row.ts";
import { portfolioCsv, portfolioJson } from "./portfolio-export.ts";

const readAt = moment("2026-10-01T00:00:00Z");

it("has the lifetime profit of open and closed predictions, which adds up to the page's", () => {
  const open = { total: 20, realized: 0, unrealized: 20, realizedLifetime: -50, totalLifetime: -30 };
  const provider = { id: "dflow", name: "DFlow" };
  const market = { id: "m", type: "prediction", provider, title: "BTC price?", subtitle: "Above $64,000" };
  const closed = {
    positionId: "closed",
    total: 7,
    realized: 7,
    realizedLifetime: 7,
    totalLifetime: 7,
    market,
  };
  const body = parsePnl({ positions: [{ positionId: "open", ...open }, closed] });
  const wallet = {
    wallet: someWallet,
    rows: [positionRow({ id: "open", type: "prediction", side: "yes", pnl: open, market })],
    profits: toProfits(body, someWallet, readAt),
    rejectedCount: 0,
    readAt,
  };
  const source = { kind: "demo", label: "Demo" } as const;
  const input = { shown: [wallet], markets: [marketRow({})], source, exportedAt: readAt };
  expect(JSON.parse(portfolioJson(input))).toMatchObject({
    positions: [
      {
        market: "BTC price? Above $64,000",
        "profit (USD)": 20,
        "realizedLifetime (USD)": -50,
        "profitLifetime (USD)": -30,
      },
      {
        market: "BTC price? Above $64,000",
        "profit (USD)": 7,
        "realizedLifetime (USD)": 7,
        "profitLifetime (USD)": 7,
      },
    ],
  });
  expect(portfolioCsv(input)).toContain(",realizedLifetime (USD),");
});

it("says in which unit a liquidation price was sent", () => {
  const tokens = { tokenA: { address: "J", symbol: "JupSOL" }, tokenB: { address: "S", symbol: "SOL" } };
  const provider = { id: "kamino", name: "Kamino" };
  const market = { id: "m", type: "loop", provider, ...tokens, maxLtv: 0.9, liquidationLtv: 0.92 };
  const supplied = { amountTokenA: 10, amountTokenAUsd: 1000, amountTokenB: 8, amountTokenBUsd: 720 };
  const loop = { type: "loop", side: undefined, market, amountUsd: 280, ...supplied, ltv: 0.72 };
  // 1.11 SOL a token now, and $100: liquidated at 0.72 / 0.92 of either.
  const prices = [0.87, 78.3, 5];
  const rows = prices.map((liquidationPrice, index) =>
    positionRow({ ...loop, id: String(index), liquidationPrice }),
  );
  const wallet = { wallet: someWallet, rows, profits: undefined, rejectedCount: 0, readAt };
  const source = { kind: "demo", label: "Demo" } as const;
  const text = portfolioJson({ shown: [wallet], markets: [], source, exportedAt: readAt });
  expect(JSON.parse(text)).toMatchObject({
    positions: ["tokens of the debt", "USD", "unknown"].map((unit) => ({ "liquidationPrice unit": unit })),
  });
});

it("has the side of a perpetual, a loop's own tokens, and no APY of rewards to claim", () => {
  const pair = { tokenA: { address: "J", symbol: "JupSOL" }, tokenB: { address: "S", symbol: "SOL" } };
  const provider = { id: "kamino", name: "Kamino" };
  const market = { id: "m", provider, ...pair };
  const legs = { amountTokenA: 10, amountTokenAUsd: 1000, amountTokenB: 8, amountTokenBUsd: 720 };
  // Equity of $280, in SOL.
  const sent = { amount: 3.1, amountUsd: 280, ...legs };
  const rows = [
    positionRow({ ...sent, id: "1", type: "loop", side: undefined, market: { ...market, type: "loop" } }),
    positionRow({
      ...sent,
      id: "2",
      type: "perpetual",
      side: "long",
      market: { ...market, type: "perpetual" },
    }),
    positionRow({ id: "3", type: "reward", side: undefined, token: { address: "K", symbol: "KMNO" } }),
  ];
  const wallet = { wallet: someWallet, rows, profits: undefined, rejectedCount: 0, readAt };
  const source = { kind: "demo", label: "Demo" } as const;
  const text = portfolioJson({ shown: [wallet], markets: [], source, exportedAt: readAt });
  expect(JSON.parse(text)).toMatchObject({
    positions: [
      {
        side: null,
        token: "JupSOL",
        "amount (tokens)": 10,
        debtToken: "SOL",
        debtMint: "S",
        "debtAmount (tokens)": 8,
      },
      { side: "long", token: null, "amount (tokens)": null, "net (USD)": 280 },
      { token: "KMNO", "apy (fraction per year)": null, "earns (USD per year)": null },
    ],
  });
});

it("names the wallets that could not be read, in both formats", () => {
  const shared = { profits: undefined, rejectedCount: 0, readAt };
  const missing = { ...shared, wallet: "Missing", rows: undefined };
  const shown = [{ ...shared, wallet: someWallet, rows: [positionRow()] }, missing];
  const input = { shown, markets: [], source: { kind: "demo", label: "Demo" } as const, exportedAt: readAt };
  expect(portfolioCsv(input)).toMatch(/,wallets not read\r\n.*,Missing\r\n$/u);
  expect(JSON.parse(portfolioJson(input))).toMatchObject({ export: { walletsNotRead: ["Missing"] } });
});
