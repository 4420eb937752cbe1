import { describe, expect, it } from "vitest";
import { setAsideHeader, setAsideReportHeader } from "./problems.ts";
import { readSetAside } from "./set-aside.ts";

function headers(count: string | undefined, report: string | undefined): Headers {
  const sent = new Headers();
  if (count !== undefined) sent.set(setAsideHeader, count);
  if (report !== undefined) sent.set(setAsideReportHeader, report);
  return sent;
}

describe("readSetAside", () => {
  const named = { index: 3, id: "a.b", path: "depositApy", reason: 'is the text "5 %", not a number' };

  it("returns the reported markets, with or without an id, and counts the others", () => {
    const reported = [named, { ...named, id: undefined }];
    const read = readSetAside(headers("3", encodeURIComponent(JSON.stringify(reported))));
    expect(read).toMatchObject([...reported, { index: -1, id: undefined }]);
  });

  it.each([
    [undefined, undefined],
    ["0", undefined],
    ["-4", undefined],
    ["1e9", undefined],
    [undefined, "%E0%A4%A"],
    [undefined, "not json"],
    [undefined, encodeURIComponent('[{"index":"x"}]')],
  ])("returns nothing for unreadable headers: %s, %s", (count, report) => {
    expect(readSetAside(headers(count, report))).toEqual([]);
  });
});
