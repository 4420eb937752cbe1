import { describe, expect, it } from "vitest";
import {
  marketChangesAnswer,
  recordChangesAnswer,
  recordSummaryAnswer,
} from "../../../tests/fixtures/record-answers.ts";
import { breaker } from "../../../tests/fixtures/unreadable-only.ts";
import { UnreadableAnswerError } from "../markets-page.ts";
import { parseMarketChanges } from "./market-changes.ts";
import { parseRecordChanges } from "./record-changes.ts";
import { parseRecordSummary } from "./record-summary.ts";

describe.each([
  { name: "one market", body: marketChangesAnswer, parse: parseMarketChanges, list: "events" },
  { name: "what changed", body: recordChangesAnswer, parse: parseRecordChanges, list: "moves" },
  { name: "the summary", body: recordSummaryAnswer, parse: parseRecordSummary, list: "markets" },
])("the record's answer: $name", ({ body, parse, list }) => {
  it("is read unchanged", () => {
    expect(parse(body)).toEqual(body);
  });

  it("is read whole or not at all, with the path of what is wrong", () => {
    expect(() => parse({ ...body, [list]: "all" })).toThrow(
      new UnreadableAnswerError(`Expected an answer from the record: ${list} is the text "all", not a list.`),
    );
  });

  it("throws nothing but that error, whatever comes", () => {
    expect(breaker(parse, body)).toBeUndefined();
  });
});
