import { assert, boolean, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { ratio, usd } from "../../contract/units.ts";
import { readPercent, readUsd, writePercent, writeUsd } from "./read-amount.ts";

const value = (text: string): unknown => {
  const reading = readUsd(text, "My size");
  return reading.ok ? reading.value : "refused";
};

describe("readUsd", () => {
  it.each([
    ["250000", 250_000],
    ["250,000", 250_000],
    ["$ 250 000", 250_000],
    ["250k", 250_000],
    ["1.5 M", 1_500_000],
    ["2b", 2e9],
    [".5", 0.5],
    ["1,234.5", 1234.5],
    // 1.1 · 1000 is 1100.0000000000002 in doubles, and rounding the next amount to millionths changes it.
    ["1.1k", 1100],
    ["4404651042.554301", 4404651042.554301],
  ])("reads %j", (text, expected) => expect(value(text)).toBe(expected));

  it.each(["", "  ", "0", "$0", "0.00"])("reads %j as no amount", (text) =>
    expect(value(text)).toBeUndefined(),
  );

  it.each(["abc", "1,5", "12,34", "1.2.3", "-5", "5 %", "1e9", ".", "k", "9999999999999999"])(
    "rejects %j with a sentence",
    (text) => {
      const reading = readUsd(text, "My size");
      expect(reading).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
    },
  );

  it("round-trips any amount, including negative ones when allowed", () => {
    const cents = integer({ min: 1, max: 1e15 });
    assert(
      property(cents, integer({ min: 0, max: 6 }), boolean(), (digits, decimals, negative) => {
        const size = Math.round((digits / 10 ** decimals) * 1e6) / 1e6;
        const amount = usd(negative ? -size : size);
        expect(readUsd(writeUsd(amount), "My size", negative)).toEqual({ ok: true, value: amount });
      }),
    );
  });
});

describe("readUsd with negative amounts allowed", () => {
  it.each([
    ["-250k", -250_000],
    ["−$1,000", -1000],
    ["0", 0],
    ["-0", 0],
    ["$5", 5],
    ["", undefined],
  ])("reads %j", (text, expected) =>
    expect(readUsd(text, "Minimum flow 30d", true)).toEqual({ ok: true, value: expected }),
  );

  it.each(["-", "--5", "5-", "-9999999999999999"])("rejects %j", (text) =>
    expect(readUsd(text, "Minimum flow 30d", true).ok).toBe(false),
  );
});

describe("readPercent", () => {
  it.each([
    ["5", 0.05],
    ["2.5 %", 0.025],
    ["-1", -0.01],
    ["−1", -0.01],
    ["0", 0],
  ])("reads %j as a fraction", (text, expected) =>
    expect(readPercent(text, "Minimum APY")).toEqual({ ok: true, value: expected }),
  );

  it.each(["x", "5 5", "1,5", "99999999"])("rejects %j", (text) =>
    expect(readPercent(text, "Minimum APY").ok).toBe(false),
  );

  it("round-trips any rate", () => {
    assert(
      property(integer({ min: -1e9, max: 1e9 }), (millionths) => {
        const rate = ratio(millionths / 1e6 / 100);
        expect(readPercent(writePercent(rate), "Minimum APY")).toEqual({ ok: true, value: rate });
      }),
    );
  });
});
