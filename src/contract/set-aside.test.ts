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

  it("returns the reported markets and counts the others", () => {
    const read = readSetAside(headers("3", encodeURIComponent(JSON.stringify([named]))));
    expect(read).toHaveLength(3);
    expect(read[0]).toEqual(named);
    expect(read[1]).toMatchObject({ index: -1, id: undefined });
  });

  it("keeps a market without an id", () => {
    const read = readSetAside(
      headers("1", encodeURIComponent(JSON.stringify([{ ...named, id: undefined }]))),
    );
    expect(read).toEqual([{ ...named, id: undefined }]);
  });

  it.each([
    [undefined, undefined],
    ["0", undefined],
    ["-4", undefined],
    ["many", undefined],
    ["1e9", undefined],
    [undefined, "%E0%A4%A"],
    [undefined, "not json"],
    [undefined, encodeURIComponent('[{"index":"x"}]')],
  ])("returns nothing for unreadable headers: %s, %s", (count, report) => {
    expect(readSetAside(headers(count, report))).toEqual([]);
  });
});
