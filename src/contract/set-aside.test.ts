import { describe, expect, it } from "vitest";
import { setAsideHeader, setAsideReportHeader } from "./problems.ts";
import { readSetAside, writeSetAside } from "./set-aside.ts";

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

describe("writeSetAside", () => {
  it("writes nothing without faults, and cuts long texts, so that the examples fit", () => {
    expect(writeSetAside(0, [])).toEqual({});
    const text = "x".repeat(3000);
    const long = { index: 3, id: text, path: text, reason: text };
    const cut = text.slice(0, 60);
    const read = readSetAside(new Headers(writeSetAside(6, [long, long, long, long, long])));
    expect(read).toHaveLength(6);
    expect(read[4]).toEqual({ index: 3, id: cut, path: cut, reason: cut });
  });
});
