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
    ["$ 250 000", 250_000],
    ["250k", 250_000],
    ["1.5 M", 1_500_000],
    ["2b", 2e9],
    [".5", 0.5],
    // 1.1 · 1000 is 1100.0000000000002 in doubles, and rounding the next amount to millionths changes it.
    ["1.1k", 1100],
    ["1.250m", 1_250_000],
    ["0.500", 0.5],
  ])("reads %j", (text, expected) => expect(value(text)).toBe(expected));

  it("reads an empty text and 0 as no amount, and rejects other texts with a sentence", () => {
    expect(["", "  ", "0", "0.00"].map(value)).toEqual([undefined, undefined, undefined, undefined]);
    for (const text of ["abc", "1,5", "12,34", "1.2.3", "-5", "5 %", "1e9", ".", "k", "9999999999999999"])
      expect(readUsd(text, "My size")).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
  });

  it.each(["250.000", "1.500", "$ 10.000", "-1.000"])("rejects %j, whose point may mean thousands", (text) =>
    expect(readUsd(text, "My size", true).ok).toBe(false),
  );

  it("groups the digits of any amount", () =>
    expect([usd(116_550.15), usd(250_000), usd(-1234.5)].map(writeUsd)).toEqual([
      "116,550.15",
      "250,000",
      "-1,234.5",
    ]));

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

const flow = (text: string) => readUsd(text, "Minimum flow 30d", true);

it("where negative amounts are allowed, reads either minus, and 0 as an amount", () => {
  const read = ["-250k", "−$1,000", "-0", "$5", ""].map((text) => flow(text));
  const values = [-250_000, -1000, 0, 5, undefined];
  expect(read).toEqual(values.map((amount) => ({ ok: true, value: amount })));
  expect(["-", "--5", "5-", "-9999999999999999"].filter((text) => flow(text).ok)).toEqual([]);
});

describe("readPercent", () => {
  it("reads a fraction, and rejects other texts", () => {
    const read = ["2.5 %", "−1", "0", "5.2"].map((text) => readPercent(text, "Minimum APY"));
    expect(read).toEqual([0.025, -0.01, 0, 0.052].map((rate) => ({ ok: true, value: rate })));
    expect(["x", "5 5", "1,5", "99999999"].filter((text) => readPercent(text, "").ok)).toEqual([]);
  });

  it("round-trips any rate", () => {
    assert(
      property(integer({ min: -1e9, max: 1e9 }), (millionths) => {
        const rate = ratio(millionths / 1e8);
        expect(readPercent(writePercent(rate), "Minimum APY")).toEqual({ ok: true, value: rate });
      }),
    );
  });
});
