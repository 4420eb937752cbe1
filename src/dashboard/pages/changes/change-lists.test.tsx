import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { recordChangesResponse } from "../../../../tests/fixtures/record-responses.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import type { RecordChanges } from "../../../contract/record/record-changes.ts";
import { shownChanges } from "../../select/changes/shown-changes.ts";
import { EventLists, MovesList } from "./change-lists.tsx";

const shown = (changes: RecordChanges) => shownChanges(changes, [], "total", undefined);

function moveOf(totalDepositUsd: number) {
  const [move] = recordChangesResponse.moves;
  if (move === undefined) throw new Error("The answer has no move.");
  return { ...move, marketId: String(totalDepositUsd), totalDepositUsd };
}

const wrapper = { wrapper: queryWrapper(createQueryClient()) };

function movesWhile(areMarketsLoading: boolean) {
  return (
    <MovesList
      changes={shown(recordChangesResponse)}
      basis="total"
      span="24h"
      areMarketsLoading={areMarketsLoading}
    />
  );
}

test("a market is named by its id only if it is in no list, not while the lists load", () => {
  const id = recordChangesResponse.moves[0]?.marketId ?? "";
  const { rerender } = render(movesWhile(true), wrapper);
  expect(screen.queryByText(id)).toBeNull();
  expect(screen.getAllByText("Loading market…")).not.toHaveLength(0);
  rerender(movesWhile(false));
  expect(screen.getByText(id)).toBeTruthy();
});

function rowsOf(...deposits: readonly number[]): number {
  const moves = deposits.map(moveOf);
  const changes = shown({ ...recordChangesResponse, moves });
  const { unmount } = render(<MovesList changes={changes} basis="total" span="24h" />, {
    wrapper: queryWrapper(createQueryClient()),
  });
  const { length } = screen.getAllByRole("row");
  unmount();
  return length - 1;
}

test("moves of small markets are shown at first only where no large market moved", () => {
  expect(rowsOf(5e6, 1000)).toBe(1);
  expect(rowsOf(1000, 2000)).toBe(2);
});

test("a prediction that is gone is not shown as a fault", () => {
  const arrivals = recordChangesResponse.arrivals.map((arrival) => ({
    ...arrival,
    kind: "gone" as const,
    type: "prediction",
  }));
  render(<EventLists changes={shown({ ...recordChangesResponse, arrivals })} />, wrapper);
  expect(screen.getByText("no longer listed").className).not.toContain("danger");
  expect(screen.queryByText("gone")).toBeNull();
});
