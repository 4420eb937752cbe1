import { expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { positionRow, positionRows, someWallet } from "../../../tests/fixtures/positions.ts";
import { moment } from "../../../tests/fixtures/quantities.ts";
import { parsePnl } from "../../contract/positions/position.ts";
import { toProfits } from "../../domain/position/profit-row.ts";
import { lifetimeFigures, predictionFigures, predictionLines } from "./predictions.ts";

const rows = positionRows(readExample("positions.owners"));
const readAt = moment("2026-10-01T00:00:00Z");
const profits = toProfits(parsePnl(readExample("positions.pnl")), someWallet, readAt);

const marketOf = (market: unknown): unknown => {
  const read = toProfits(parsePnl({ positions: [{ positionId: "p", market }] }), someWallet, readAt);
  return predictionLines([], [{ rows: [], rejectedCount: 0, profits: read }])[0]?.market?.label;
};

it("closed predictions come after open ones, with lifetime figures", () => {
  const lines = predictionLines(rows, [{ rows, rejectedCount: 0, profits }]);
  expect(lines.map(({ row }) => row === undefined)).toEqual([false, true]);
  const [open, closed] = lines.map(predictionFigures);
  expect(open).toMatchObject({ unrealized: 24.5, realized: 0, total: 24.5, invested: 205, netFlow: -205 });
  expect(closed).toMatchObject({ unrealized: undefined, realized: -4.2, total: -4.2, invested: undefined });
});

it("a closed prediction has the market sent with its profit, if readable", () => {
  const provider = { id: "dflow", name: "DFlow" };
  expect(marketOf({ id: "m", type: "prediction", provider, title: "Rain?", status: "settled" })).toBe(
    "Rain?",
  );
  for (const unreadable of [undefined, null, { id: "m" }, "m"]) expect(marketOf(unreadable)).toBeUndefined();
});

it("an incomplete wallet has no closed predictions", () => {
  const closedOf = (held: typeof rows | undefined, rejectedCount: number) =>
    predictionLines(held ?? [], [{ rows: held, rejectedCount, profits }]).filter(
      ({ row }) => row === undefined,
    ).length;
  expect(closedOf(undefined, 0)).toBe(0);
  expect(closedOf(rows, 0)).toBe(1);
  // An unreadable position may be the missing one.
  expect(closedOf(rows, 1)).toBe(0);
});

it("without separate profit data the position's own profit counts", () => {
  const [line] = predictionLines(rows, [{ rows, rejectedCount: 0, profits: undefined }]);
  expect(line === undefined ? undefined : predictionFigures(line).total).toBe(24.5);
});

it("lifetime figures include what earlier rounds of an open position realised", () => {
  const capital = { invested: 280, investedLifetime: 401.6, netFlow: -280, netFlowLifetime: -177.6 };
  const pnl = { total: -256, realized: 0, unrealized: -256, realizedLifetime: 102.4, totalLifetime: -153.6 };
  const open = positionRow({ id: "y", type: "prediction", side: "yes", pnl: { ...pnl, capital } });
  const [line] = predictionLines([open], []);
  expect(line === undefined ? undefined : lifetimeFigures(line)).toEqual({
    unrealized: -256,
    realized: 102.4,
    total: -153.6,
    invested: 401.6,
    netFlow: -177.6,
  });
});
