import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readExport, readExportFile } from "./exported-list.ts";

const rate = "depositApy (fraction per year)";
const origin = {
  exportedAt: "2026-10-01T00:05:00.000Z",
  readAt: "2026-10-01T00:00:00.000Z",
  source: "Demo",
  url: "https://example.org/?type=loop#x",
  total: 2,
  state: "complete",
};
const market = { id: "kamino.1", market: "USDC", provider: "Kamino", [rate]: 0.05 };

function file(change: object = {}, markets: readonly unknown[] = [market]): string {
  return JSON.stringify({ export: { ...origin, ...change }, markets });
}
function faultOf(content: string): string | undefined {
  const reading = readExport(content);
  return reading.ok ? undefined : reading.message;
}

describe("reading an export back", () => {
  it("returns its markets, their time, source and columns", () => {
    const other = { id: "m2", [rate]: null, "totalDepositUsd (USD)": 5 };
    const usdc = { id: "kamino.1", name: "USDC", provider: "Kamino", depositApy: 0.05 };
    const m2 = { id: "m2", name: "m2", totalDepositUsd: 5 };
    expect(readExport(file({ version: 1 }, [market, other]))).toEqual({
      ok: true,
      value: {
        at: Date.parse("2026-10-01T00:00:00Z"),
        source: "Demo",
        search: "?type=loop",
        total: 2,
        complete: true,
        absent: ["base rates", "capacity left"],
        keyOf: expect.any(Function),
        markets: [usdc, m2],
      },
    });
  });

  it("is dated by the source's frozen clock, else its read time, else its export time", () => {
    expect(readExport(file({ frozenAt: "2026-05-01T00:00:00.000Z" }))).toMatchObject({
      value: { at: Date.parse("2026-05-01T00:00:00Z") },
    });
    expect(readExport(file({ readAt: null, url: "nowhere" }))).toMatchObject({
      ok: true,
      value: { at: Date.parse(origin.exportedAt), search: undefined },
    });
  });

  it("cleans and truncates names", () => {
    const hostile = { ...market, market: `\u202E${"x".repeat(900)}` };
    expect(readExport(file({ source: "a\u202Eb\n" }, [hostile]))).toMatchObject({
      value: { source: "a b", markets: [{ name: `${"x".repeat(199)}…` }] },
    });
  });
});

describe("a file that is not an export", () => {
  test.each([
    ["nothing", "", "not JSON"],
    ["a picture", "\u0089PNG", "not JSON"],
    ["our CSV", "id,market,provider\r\n", "CSV file"],
    ["other JSON", '{"markets":[]}', "not an export of this dashboard: export is missing"],
    ["a later version", file({ version: 2 }), "newer version of this dashboard. Reload"],
    ["no markets", file({}, []), "has no markets"],
    ["no time", file({ readAt: null, exportedAt: "yesterday" }), "has no time"],
    ["no rates", file({}, [{ id: "m", market: "USDC" }]), "no deposit rates (depositApy)"],
    ["a rate in words", file({}, [{ ...market, [rate]: "5 %" }]), `markets.0.${rate} is the text "5 %", not`],
    ["an infinite rate", file().replace("0.05", "1e999"), `markets.0.${rate}`],
    ["a market twice", file({}, [market, market]), "market 2 has the id of another"],
    ["an overlong id", file({}, [{ ...market, id: "x".repeat(401) }]), "too long"],
    ["an empty id", file({}, [{ ...market, id: "" }]), "no id"],
  ])("%s is rejected with the reason", (_, content, text) => {
    expect(faultOf(content)).toContain(text);
  });

  it("is rejected before it is read when larger than any export", async () => {
    const large = new File([], "large.json");
    Object.defineProperty(large, "size", { value: 30_000_001 });
    expect(await readExportFile(large)).toEqual({
      ok: false,
      message: expect.stringContaining("larger than 30 MB"),
    });
  });

  it("never throws, whatever it holds", () => {
    fc.assert(
      fc.property(fc.json(), (content) => {
        expect(faultOf(content)?.endsWith(".")).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(origin)), fc.jsonValue()), (change) => {
        readExport(file(change));
      }),
    );
  });
});
