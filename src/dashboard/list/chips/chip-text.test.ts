import { describe, expect, it } from "vitest";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { chipText } from "./chip-text.ts";

describe("chipText", () => {
  it.each([
    [{ kind: "leastUsd", usd: dollars(1_000_000) }, "≥ $1M"],
    [{ kind: "leastUsd", usd: dollars(2_500) }, "≥ $2.5k"],
    [{ kind: "leastRate", rate: fraction(0.15) }, "≥ 15 %"],
    [{ kind: "leastRate", rate: fraction(0.025) }, "≥ 2.5 %"],
    [{ kind: "leastRate", rate: fraction(0.1) }, "≥ 10 %"],
    [{ kind: "mostUsd", usd: dollars(2_500) }, "≤ $2.5k"],
    [{ kind: "mostRate", rate: fraction(0.2) }, "≤ 20 %"],
    [{ kind: "smallShown" }, "none larger, so shown"],
    [{ kind: "text", text: "usdc" }, "“usdc”"],
    [{ kind: "on" }, undefined],
    [{ kind: "names", names: ["A", "B", "C", "D"] }, "A, B, C, D"],
    [{ kind: "names", names: ["A", "B", "C", "D", "E"] }, "A, B, C and 2 more"],
  ] as const)("writes %j as %j", (value, expected) => {
    expect(chipText({ filter: "provider", label: "Provider", value, lift: {} }).value).toBe(expected);
  });

  it("shortens the field where the control's name is long", () => {
    const chip = { label: "Minimum deposits", value: { kind: "on" }, lift: {} } as const;
    expect(chipText({ ...chip, filter: "minDeposits" }).field).toBe("Deposits");
  });
});
