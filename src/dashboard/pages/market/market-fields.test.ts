import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken, someRow } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { factGroups, type Fact } from "./market-fields.ts";

function textOf({ value }: Fact): string {
  return value === undefined ? "—" : typeof value === "object" ? value.text : value;
}

function facts(row: MarketRow): ReadonlyMap<string, string> {
  return new Map(
    factGroups(row, "Demo").flatMap((group) => group.facts.map((fact) => [fact.label, textOf(fact)])),
  );
}

// A text may be anything the market sends, even a dash; a number may not.
function saysNothing({ value, help }: Fact): boolean {
  const text = typeof value === "object" ? value.digits : (value ?? "unknown");
  return (
    text === "" ||
    /NaN|Infinity|^—$/.test(typeof value === "string" ? "" : text) ||
    help.what === "" ||
    help.unit === ""
  );
}

function rewardsNote(row: Partial<MarketRow>): string | undefined {
  return factGroups(marketRow(row), "Demo").find(({ heading }) => heading === "Rewards")?.note;
}

describe("the facts of a market", () => {
  test("have a text or number and a help text for any market", () => {
    fc.assert(
      fc.property(someRow("a"), (row) => {
        const list = factGroups(row, "Demo").flatMap((group) => group.facts);
        expect(list.filter(saysNothing)).toEqual([]);
      }),
    );
  });

  test("include every field of a lending market, with a dash for missing ones", () => {
    const text = facts(marketRow());
    const fields = ["Deposit APY", "Base APY", "Borrow APY", "Base borrow APY"].concat(
      ["30d", "90d", "180d"].flatMap((days) => [`Base ${days}`, `Base borrow ${days}`]),
      ["Deposits", "Deposits in tokens", "Borrows", "Borrows in tokens", "Deposit cap", "Borrow cap"],
      ["Max LTV", "Liquidation LTV", "Liquidation penalty"],
    );
    expect(fields.filter((field) => text.get(field) !== "—")).toEqual([]);
  });

  test.each([
    ["a dash without its 90-day average", { baseDepositApy30d: fraction(0.04) }, "—"],
    ["a class with it", { baseDepositApy90d: fraction(0.04) }, "rising, +25 % vs 90d"],
  ])("have a trend: %s", (_what, averages, text) => {
    const row = marketRow({ depositApy: fraction(0.05), baseDepositApy: fraction(0.05), ...averages });
    expect(facts(row).get("Trend")).toBe(text);
  });

  test("have no drop from the max LTV for an impossible liquidation LTV, and the price of a cheap token", () => {
    const bonk = marketRow({ totalDeposit: tokens(1e9), totalDepositUsd: dollars(21_500) });
    expect(facts(bonk).get("Implied price")).toBe("$0.00002150");
    const limits = { maxLtv: fraction(0.75), liquidationLtv: fraction(0.8) };
    expect(facts({ ...bonk, ...limits }).get("Drop from max LTV")).toBe("6.3 %");
    expect(facts({ ...bonk, ...limits, liquidationLtv: fraction(1.2) }).get("Drop from max LTV")).toBe("—");
  });

  test("of a loop are called net, never base", () => {
    const text = facts(marketRow({ type: "loop", depositApy: fraction(0.1), depositApy30d: fraction(0.08) }));
    expect(text.get("Net 30d")).toBe("8.00 %");
    expect(text.get("Net 90d")).toBe("—");
    expect([...text.keys()].filter((label) => label.startsWith("Base"))).toEqual([]);
  });

  test("include an unexpected field when it was sent", () => {
    expect(facts(marketRow({ type: "perpetual", maxLtv: fraction(0.5) })).get("Max LTV")).toBe("50.0 %");
    expect(facts(marketRow({ type: "perpetual" })).has("Max LTV")).toBe(false);
  });

  test("treat a limit of zero as no capacity and a missing limit as unknown", () => {
    const row = marketRow({ totalDeposit: tokens(5), totalDepositUsd: dollars(5) });
    expect(facts({ ...row, maxDeposit: tokens(0) }).get("Capacity left")).toBe("$0");
    expect(facts(row).get("Capacity left")).toBe("—");
  });

  test("distinguish an empty list of rewards from a missing one", () => {
    expect(rewardsNote({ rewardsGiven: true })).toMatch(/pays no rewards/);
    expect(rewardsNote({ rewardsGiven: false })).toMatch(/unknown/);
    // A total above the base contains rewards that an empty list does not name.
    const paid = { rewardsGiven: true, depositApy: fraction(0.06), baseDepositApy: fraction(0.05) };
    expect(rewardsNote(paid)).toMatch(/unknown/);
    expect(rewardsNote({ ...paid, baseDepositApy: fraction(0.06) })).toMatch(/pays no rewards/);
  });

  test("show additional data as sent, truncated when long and without unseen characters", () => {
    const data = {
      vaultRiskProfile: "conservative",
      deep: { a: [1] },
      long: "x".repeat(5000),
      none: null,
      "nam\u200bed": "safe \u202eefas",
      blank: "\u200b",
    };
    const text = facts(readRow({ additionalData: data }));
    expect(text.get("Vault risk profile")).toBe("conservative");
    expect(text.get("Deep")).toBe('{"a":[1]}');
    expect(text.get("Long")?.length).toBeLessThan(210);
    expect(text.has("None")).toBe(false);
    expect(text.get("Named")).toBe("safe efas");
    expect(text.has("Blank")).toBe(false);
  });

  test("show a token in additional data by its symbol and mint", () => {
    const shareToken = { address: "kVauLt", symbol: "kUSDC", decimals: 6 };
    const text = facts(readRow({ additionalData: { shareToken, unnamed: { address: "x" } } }));
    expect(text.get("Share token")).toBe("kUSDC, 6 decimals");
    expect(text.get("Mint of kUSDC")).toBe(shareToken.address);
    expect(text.get("Unnamed")).toBe('{"address":"x"}');
  });

  test("name the second token after its role in the type of market", () => {
    const pair = [rowToken("JitoSOL"), rowToken("SOL")];
    expect([...facts(marketRow({ type: "loop", tokens: pair })).keys()]).toContain("Token borrowed");
    expect([...facts(marketRow({ type: "perpetual", tokens: pair })).keys()]).toContain("Second token");
  });

  test.each(["token, borrowToken", "tokenA, tokenB"])("name the fields of a pair as sent: %s", (names) => {
    const [one = "", other = ""] = names.split(", ");
    const row = readRow({ type: "loop", [one]: { symbol: "JitoSOL" }, [other]: { symbol: "SOL" } });
    const fields = factGroups(row, "Demo").flatMap((group) => group.facts.map(({ field }) => field));
    expect(fields.filter((field) => names.split(", ").includes(field ?? ""))).toEqual([one, other]);
  });
});
