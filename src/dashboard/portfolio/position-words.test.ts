import { expect, test } from "vitest";
import { positionRow } from "../../../tests/fixtures/positions.ts";
import { positionLocation, positionLocationParts } from "./position-words.ts";

test("a location separates provider, market and id, so a short line keeps what differs", () => {
  const row = positionRow();
  expect(positionLocationParts(row)).toEqual({ start: "Kamino", end: "Main Market", id: "" });
  const twin = { ...row, market: { ...row.market, twin: "D6q6…gJ59" } };
  expect(positionLocationParts(twin)).toEqual({ start: "Kamino", end: "Main Market", id: "D6q6…gJ59" });
  expect(positionLocation(twin)).toBe("Kamino · Main Market · D6q6…gJ59");
});

test("an unknown market names the provider in its id", () => {
  const row = positionRow();
  expect(positionLocation({ ...row, marketKnown: false })).toBe("Kamino · unknown market");
  expect(positionLocation({ ...row, marketKnown: false, marketId: undefined })).toBe("unknown market");
});
