import { expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { positionRows, someWallet } from "../../../tests/fixtures/positions.ts";
import { parsePnl } from "../../contract/positions/pnl.ts";
import { toWalletProfit } from "../data/positions/profit-row.ts";
import { knownSum, predictionFigures, predictionLines } from "./predictions.ts";

const rows = positionRows(readExample("positions.owners").body);
const profit = toWalletProfit(parsePnl(readExample("positions.pnl").body), someWallet);

it("closed predictions, which no list of positions has, come after the open ones with their lifetime's figures", () => {
  const lines = predictionLines(rows, [profit]);
  expect(lines.map(({ row }) => row === undefined)).toEqual([false, true]);
  const [open, closed] = lines.map(predictionFigures);
  expect(open).toMatchObject({ unrealized: 24.5, realized: 0, total: 24.5, invested: 205, netFlow: -205 });
  expect(closed).toMatchObject({ unrealized: undefined, realized: -4.2, total: -4.2, invested: undefined });
});

it("without a profit told by itself the position's own counts", () => {
  const [line] = predictionLines(rows, [undefined]);
  expect(line === undefined ? undefined : predictionFigures(line).total).toBe(24.5);
});

it("a sum says how many it leaves out, and is none where nothing is known", () => {
  expect(knownSum([undefined])).toEqual({ sum: undefined, unknown: 1 });
});
