import { expect, test } from "vitest";
import { positionRow } from "../../../../tests/fixtures/positions.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { noMoveReason } from "./moves-panel.tsx";

test("a deposit stays because nothing that fits pays more, not because nothing does", () => {
  const row = positionRow({ amountUsd: 10_000 });
  const move = { key: "a", row, size: dollars(10_000), apyNow: undefined, to: undefined } as const;
  expect(noMoveReason({ ...move, stay: { kind: "best" } })).toBe(
    "No market with room and liquidity for $10k pays more",
  );
  expect(noMoveReason({ ...move, stay: { kind: "unknown", what: "value" } })).toBe(
    "Its USD value is unknown, so it cannot be compared",
  );
});
