import { describe, expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { breaker } from "../../../tests/fixtures/unreadable-only.ts";
import { UnreadableAnswerError } from "../markets-page.ts";
import { parsePnl } from "./pnl.ts";
import { mostPositions } from "./position.ts";

const { body } = readExample("positions.pnl");

describe("profit and loss", () => {
  it("of the example is read unchanged: a closed position has nothing unrealized, and that is no zero", () => {
    const read = parsePnl(body);
    expect(read).toEqual(body);
    expect(read.positions.map(({ unrealized }) => unrealized)).toEqual([24.5, undefined]);
  });

  it("is read whole or not at all, with the path of what is wrong", () => {
    expect(() => parsePnl({ positions: [{ positionId: "a", capital: { invested: "much" } }] })).toThrow(
      new UnreadableAnswerError(
        'Expected {positions}: positions.0.capital.invested is the text "much", not a number.',
      ),
    );
    const positions = Array.from({ length: mostPositions + 1 }, () => ({ positionId: "a" }));
    expect(() => parsePnl({ positions })).toThrow(UnreadableAnswerError);
  });

  it("throws nothing but that error, whatever comes", () => {
    expect(breaker(parsePnl, body)).toBeUndefined();
  });
});
