import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { withValueAt } from "../../../tests/fixtures/unreadable-only.ts";
import { parsePositions, positionLtv } from "./position.ts";

const body = readExample("positions.owners");
const position = { id: "a", type: "lending" };

/** The body that the service sends on after reading it. */
function sent(response: ReturnType<typeof parsePositions>): unknown {
  return JSON.parse(JSON.stringify({ positions: response.positions.map((read) => read.position) }));
}

describe("a wallet's positions", () => {
  it("are all read from the examples, each with its market", () => {
    const { positions } = parsePositions(body);
    expect(new Set(positions.map((read) => read.position.type)).size).toBeGreaterThan(3);
    for (const read of positions)
      expect(read.market?.market.id).toBe(Object(read.position.market ?? undefined).id);
  });

  it("read the same after being sent on", () => {
    fc.assert(
      fc.property(fc.nat(), fc.jsonValue(), (place, value) => {
        let first: ReturnType<typeof parsePositions>;
        try {
          first = parsePositions(withValueAt(body, place, value));
        } catch {
          return;
        }
        const second = parsePositions(sent(first));
        expect(second.setAside.count).toBe(0);
        expect(sent(second)).toEqual(sent(first));
      }),
    );
  });

  it("are judged one by one, survive an unreadable market and may be of an unknown type", () => {
    const unknown = { ...position, type: "restaking", vault: 1 };
    const unreadable = { ...position, market: { type: "lending" } };
    const faulty = { ...position, amountUsd: "NaN" };
    const absurd = { ...position, amountUsd: 1e308 };
    const { positions, setAside } = parsePositions({ positions: [unknown, faulty, unreadable, absurd] });
    expect(positions.map(({ market }) => market)).toEqual([undefined, undefined]);
    const reason = 'is the text "NaN", not a number';
    expect(setAside.examples).toMatchObject([
      { index: 1, id: "a", path: "amountUsd", reason },
      { index: 3, id: "a", path: "amountUsd" },
    ]);
  });

  it.for([
    ["lending", 46.2, expect.closeTo(0.462)],
    ["loop", 0.462, 0.462],
    ["lending", null, undefined],
    ["restaking", 0.4, undefined],
  ] as const)("of type %s send the LTV %s in their own unit, if known", ([type, ltv, ratio]) => {
    expect(positionLtv({ type, ltv })).toEqual(ratio);
  });
});
