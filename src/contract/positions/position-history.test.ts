import { describe, expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { breaker } from "../../../tests/fixtures/unreadable-only.ts";
import { UnreadableAnswerError } from "../markets-page.ts";
import { parsePositionHistory } from "./position-history.ts";

const { body } = readExample("positions.history");

describe("the past of positions", () => {
  it("of the example is read unchanged", () => {
    expect(parsePositionHistory(body)).toEqual(body);
  });

  it("is read whole or not at all, with the path of what is wrong", () => {
    const history = [{ timestamp: "2026-10-01T00:00:00Z", amountUsd: "NaN" }];
    expect(() => parsePositionHistory({ data: { positions: [{ id: "a", history }] } })).toThrow(
      new UnreadableAnswerError(
        'Expected {data: {positions}}: data.positions.0.history.0.amountUsd is the text "NaN", not a number.',
      ),
    );
  });

  it("throws nothing but that error, whatever comes", () => {
    expect(breaker(parsePositionHistory, body)).toBeUndefined();
  });
});
