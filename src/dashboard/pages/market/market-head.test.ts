import { expect, test } from "vitest";
import { poolRow, readRow } from "../../../../tests/fixtures/market-rows.ts";
import { readViewState, writeViewState } from "../../../domain/view-state/codec.ts";
import { viewOf } from "./market-head.tsx";

test("a market that the list does not request leads back to the view of its type, with the size", () => {
  const state = readViewState("size=5000&sort=-maxLtv");
  const loop = readRow({ id: "loop", type: "loop" });
  expect(writeViewState(viewOf(loop, state), "")).toBe("view=loop&type=loop&size=5000");
  expect(viewOf(poolRow("pool", {}), state)).toBe(state);
});
