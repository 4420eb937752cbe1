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

// A text may be whatever the market says, a dash included; a number may not.
function saysNothing({ value, help }: Fact): boolean {
  const text = typeof value === "object" ? value.digits : (value ?? "unknown");
  return (
    text === "" ||
    /NaN|Infinity|^—$/.test(typeof value === "string" ? "" : text) ||
    help.what === "" ||
    help.unit === ""
  );
}

function rewardsNote(rewardsGiven: boolean): string | undefined {
  return factGroups(marketRow({ rewardsGiven }), "Demo").find(({ id }) => id === "rewards")?.note;
}

describe("the facts of a market", () => {
  test("are words or numbers for any market whatever, and each explains itself", () => {
    fc.assert(
      fc.property(someRow("a"), (row) => {
        const list = factGroups(row, "Demo").flatMap((group) => group.facts);
        expect(list.filter(saysNothing)).toEqual([]);
      }),
    );
  });

  test("hold every field a lending market may have, and say which are missing", () => {
    const said = facts(marketRow());
    const fields = ["Deposit APY", "Base APY", "Borrow APY", "Base borrow APY"].concat(
      ["30d", "90d", "180d"].flatMap((days) => [`Base ${days}`, `Base borrow ${days}`]),
      ["Deposits", "Deposits in tokens", "Borrows", "Borrows in tokens", "Deposit limit", "Borrow limit"],
      ["Max LTV", "Liquidation LTV", "Liquidation penalty"],
    );
    expect(fields.filter((field) => said.get(field) !== "—")).toEqual([]);
  });

  test("of a loop are called net, never base", () => {
    const said = facts(marketRow({ type: "loop", depositApy: fraction(0.1), depositApy30d: fraction(0.08) }));
    expect(said.get("Net 30d")).toBe("8.00 %");
    expect(said.get("Net 90d")).toBe("—");
    expect([...said.keys()].filter((label) => label.startsWith("Base"))).toEqual([]);
  });

  test("that no type should have are shown when they were sent all the same", () => {
    expect(facts(marketRow({ type: "perpetual", maxLtv: fraction(0.5) })).get("Max LTV")).toBe("50.0 %");
    expect(facts(marketRow({ type: "perpetual" })).has("Max LTV")).toBe(false);
  });

  test("a limit of nothing at all is a limit, an absent one is not", () => {
    const row = marketRow({ totalDeposit: tokens(5), totalDepositUsd: dollars(5) });
    expect(facts({ ...row, maxDeposit: tokens(0) }).get("Capacity left")).toBe("full");
    expect(facts(row).get("Capacity left")).toBe("—");
  });

  test("rewards that are listed as none differ from a list that is absent", () => {
    expect(rewardsNote(true)).toMatch(/pays no rewards/);
    expect(rewardsNote(false)).toMatch(/unknown/);
  });

  test("extra data is shown as it was sent, cut where it is long, a hostile one included", () => {
    const data = { vaultRiskProfile: "conservative", deep: { a: [1] }, long: "x".repeat(5000), none: null };
    const said = facts(readRow({ additionalData: data }));
    expect(said.get("Vault risk profile")).toBe("conservative");
    expect(said.get("Deep")).toBe('{"a":[1]}');
    expect(said.get("Long")?.length).toBeLessThan(210);
    expect(said.has("None")).toBe(false);
  });

  test("a token in the extra data is said by its symbol and its mint, as other tokens are", () => {
    const shareToken = { address: "kVauLt", symbol: "kUSDC", decimals: 6 };
    const said = facts(readRow({ additionalData: { shareToken, unnamed: { address: "x" } } }));
    expect(said.get("Share token")).toBe("kUSDC, 6 decimals");
    expect(said.get("Mint of kUSDC")).toBe(shareToken.address);
    expect(said.get("Unnamed")).toBe('{"address":"x"}');
  });

  test("two tokens are distinguished by what happens to them", () => {
    const pair = [rowToken("JitoSOL"), rowToken("SOL")];
    expect([...facts(marketRow({ type: "loop", tokens: pair })).keys()]).toContain("Token borrowed");
    expect([...facts(marketRow({ type: "perpetual", tokens: pair })).keys()]).toContain("Second token");
  });
});
