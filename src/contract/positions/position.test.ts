import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { breaker, withValueAt } from "../../../tests/fixtures/unreadable-only.ts";
import { UnreadableAnswerError } from "../markets-page.ts";
import { mostPositions, parsePositions, positionLtv } from "./position.ts";

const { body } = readExample("positions.owners");
const position = { id: "a", type: "lending" };

/** A body as it goes on once it was read. */
function sent(answer: ReturnType<typeof parsePositions>): unknown {
  return JSON.parse(JSON.stringify({ positions: answer.positions.map((read) => read.position) }));
}

describe("a wallet's positions", () => {
  it("of the examples are all read, each with its market", () => {
    const { positions, rejectedCount } = parsePositions(body);
    expect(rejectedCount).toBe(0);
    expect(new Set(positions.map((read) => read.position.type)).size).toBeGreaterThan(3);
    for (const read of positions)
      expect(read.market?.market.id).toBe(Object(read.position.market ?? undefined).id);
    expect(parsePositions(readExample("positions.owners.empty").body).positions).toEqual([]);
  });

  it("read the same again once they have been sent on", () => {
    fc.assert(
      fc.property(fc.nat(), fc.jsonValue(), (place, value) => {
        let first: ReturnType<typeof parsePositions>;
        try {
          first = parsePositions(withValueAt(body, place, value));
        } catch {
          return;
        }
        const second = parsePositions(sent(first));
        expect(second.rejectedCount).toBe(0);
        expect(sent(second)).toEqual(sent(first));
      }),
    );
  });

  it("are judged one by one, and a market that cannot be read takes no position along", () => {
    const { positions, rejectedCount, rejected } = parsePositions({
      positions: [
        position,
        { ...position, amountUsd: "NaN" },
        5,
        { ...position, market: { type: "lending" } },
      ],
    });
    expect(positions.map(({ market }) => market)).toEqual([undefined, undefined]);
    expect(rejectedCount).toBe(2);
    expect(rejected).toEqual([
      { index: 1, id: "a", path: "amountUsd", reason: 'is the text "NaN", not a number' },
      { index: 2, id: undefined, path: "", reason: "is 5, not an object" },
    ]);
  });

  it("of an unknown type are data", () => {
    expect(parsePositions({ positions: [{ id: "a", type: "restaking", vault: 1 }] }).positions).toHaveLength(
      1,
    );
  });

  it("that are more than any wallet's are no answer, and none of them is looked at", () => {
    const untouchable = {
      get id(): string {
        throw new Error("touched");
      },
    };
    const positions = Array.from({ length: mostPositions + 1 }, () => untouchable);
    expect(() => parsePositions({ positions })).toThrow(UnreadableAnswerError);
  });

  it("throw nothing but that error, whatever comes", () => {
    expect(breaker(parsePositions, body)).toBeUndefined();
  });
});

describe("the loan-to-value ratio", () => {
  it("arrives in percent with lending and as a fraction with loops, and is one ratio here", () => {
    expect(positionLtv({ type: "lending", ltv: 46.2 })).toBeCloseTo(0.462);
    expect(positionLtv({ type: "loop", ltv: 0.462 })).toBe(0.462);
  });

  it("is unknown where it is not sent, and where its unit is unknown", () => {
    expect(positionLtv({ type: "lending", ltv: null })).toBeUndefined();
    expect(positionLtv({ type: "restaking", ltv: 0.4 })).toBeUndefined();
  });
});
