import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { readRow } from "../../../../tests/fixtures/market-rows.ts";
import { recordChangesResponse } from "../../../../tests/fixtures/record-responses.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import type { RecordChanges } from "../../../contract/record/record-changes.ts";
import { shownChanges } from "../../select/changes/shown-changes.ts";
import { ChangeLists } from "./change-lists.tsx";

const shown = (changes: RecordChanges) => shownChanges(changes, [], "total", undefined);

function moveOf(totalDepositUsd: number) {
  const [move] = recordChangesResponse.moves;
  if (move === undefined) throw new Error("The answer has no move.");
  return { ...move, marketId: String(totalDepositUsd), totalDepositUsd };
}

const wrapper = { wrapper: queryWrapper(createQueryClient()) };

function lists(changes: RecordChanges, areMarketsLoading = false) {
  return (
    <ChangeLists changes={shown(changes)} basis="total" span="24h" areMarketsLoading={areMarketsLoading} />
  );
}

const moveList = () => within(screen.getByRole("region", { name: "Biggest rate moves" }));

test("a market is named by its id only if it is in no list, not while the lists load", () => {
  const id = recordChangesResponse.moves[0]?.marketId ?? "";
  const { rerender } = render(lists(recordChangesResponse, true), wrapper);
  expect(moveList().queryByText(id)).toBeNull();
  expect(moveList().getAllByText("Loading market…")).not.toHaveLength(0);
  rerender(lists(recordChangesResponse));
  expect(moveList().getByText(id)).toBeTruthy();
});

function rowsOf(...deposits: readonly number[]): number {
  const { unmount } = render(lists({ ...recordChangesResponse, moves: deposits.map(moveOf) }), {
    wrapper: queryWrapper(createQueryClient()),
  });
  const { length } = moveList().getAllByRole("row");
  unmount();
  return length - 1;
}

test("moves of small markets are shown at first only where no large market moved", () => {
  expect(rowsOf(5e6, 1000)).toBe(1);
  expect(rowsOf(1000, 2000)).toBe(2);
});

test("a loop's leverage, which its rate needs, is not cut off with the name of its market", () => {
  const loop = readRow({ id: "5000000", type: "loop", depositApy: 0.1, additionalData: { leverage: 4 } });
  const changes = shownChanges(
    { ...recordChangesResponse, moves: [moveOf(5e6)] },
    [loop],
    "total",
    undefined,
  );
  render(<ChangeLists changes={changes} basis="total" span="24h" areMarketsLoading={false} />, wrapper);
  expect(moveList().getByText(/at 4\.0 ×/).className).not.toContain("truncate");
});

test("a prediction that is gone is not shown as a fault", () => {
  const arrivals = recordChangesResponse.arrivals.map((arrival) => ({
    ...arrival,
    kind: "gone" as const,
    type: "prediction",
    provider: "dflow",
  }));
  render(lists({ ...recordChangesResponse, arrivals }), wrapper);
  screen.getByText("DFlow · Prediction");
  expect(screen.getByText("no longer listed").className).not.toContain("danger");
  expect(screen.queryByText("gone")).toBeNull();
});
