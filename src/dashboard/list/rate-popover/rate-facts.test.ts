import { describe, expect, test } from "vitest";
import { readRow } from "../../../../tests/fixtures/market-rows.ts";
import { factsText, hoverLines, rateFacts } from "./rate-facts.ts";

const huma = {
  id: "kamino.lending.huma",
  productName: "Huma Market",
  token: { symbol: "USDS", address: "mint" },
  depositApy: 0.1172,
  baseDepositApy: 0.0079,
  baseDepositApy30d: 0.0084,
  baseDepositApy90d: 0.0091,
  baseDepositApy180d: 0.0066,
  borrowApy: 0.02,
  baseBorrowApy: 0.05,
  rewards: [
    { type: "incentive", apy: 0.0553, marketAction: "deposit", token: { symbol: "HUMA" } },
    { type: "incentive", apy: 0.03, marketAction: "borrow", token: { symbol: "HUMA" } },
    { type: "incentive", apy: 0.054, marketAction: "deposit", token: { symbol: "USDS" } },
  ],
};

const conservative = (change: object, side: "deposit" | "borrow" = "deposit"): number | undefined =>
  rateFacts(readRow({ ...huma, ...change }), side, undefined).conservative;

describe("the facts of a deposit rate", () => {
  const facts = rateFacts(readRow(huma), "deposit", undefined);

  test("lists only deposit rewards, with their total, their share and the change without them", () => {
    expect(facts.rewards.map(({ token }) => token?.symbol)).toEqual(["HUMA", "USDS"]);
    expect(facts.rewardTotal).toBeCloseTo(0.1093);
    expect(facts.withoutRewards).toBeCloseTo(-0.1093);
    expect(facts.rewardShare).toBeCloseTo(0.9326);
  });

  test("compares the base with averages of the base", () => {
    expect(facts).toMatchObject({ averaged: "base", now: 0.0079 });
    expect(facts.averages.map(({ change }) => Math.round((change ?? 0) * 100))).toEqual([-6, -13, 20]);
  });

  test("the conservative rate is 90-day base plus rewards, for deposits that have both", () => {
    expect(facts.conservative).toBeCloseTo(0.0091 + 0.1093);
    expect(conservative({ baseDepositApy90d: null })).toBeUndefined();
    expect(conservative({ depositApy: 0.0079, rewards: [] })).toBeUndefined();
    expect(conservative({}, "borrow")).toBeUndefined();
  });

  test("lists fields with the names and values the API sent", () => {
    expect(facts.fields.slice(0, 4)).toEqual([
      { field: "depositApy", note: "", value: "0.1172" },
      { field: "baseDepositApy", note: "", value: "0.0079" },
      { field: "rewards[0].apy", note: "HUMA, deposit", value: "0.0553" },
      { field: "rewards[2].apy", note: "USDS, deposit", value: "0.054" },
    ]);
  });

  test.each<readonly [what: string, sent: object, lines: readonly string[]]>([
    ["with rewards", huma, ["0.79 %", "10.93 % HUMA, USDS", "0.79 %", "0.91 %"]],
    [
      "without rewards",
      { depositApy: 0.05, baseDepositApy: 0.05, rewards: [] },
      ["5.00 %", "none", "the same", "unknown"],
    ],
    ["with unknown parts", { depositApy: 0.05 }, ["unknown", "unknown", "unknown", "unknown"]],
  ])("four lines summarise a rate %s", (_what, sent, lines) => {
    const shown = hoverLines(rateFacts(readRow({ ...sent }), "deposit", undefined));
    expect(shown.map(([name]) => name)).toEqual(["Base", "Rewards", "If rewards stop", "90d base"]);
    expect(shown.map(([, text]) => text)).toEqual(lines);
  });

  test.each<readonly [change: object, check: object]>([
    [{}, { kind: "agrees", formula: "base + rewards = deposit APY" }],
    [{ depositApy: 0.2 }, { kind: "differs" }],
    [{ baseDepositApy: null }, { kind: "unknown", why: "base unknown" }],
  ])("the formula is checked: %j", (change, check) => {
    expect(rateFacts(readRow({ ...huma, ...change }), "deposit", undefined).check).toMatchObject(check);
  });

  test("the copied text has every value, the check, and when and where it was read", () => {
    const text = factsText(readRow(huma), facts, "demo source");
    expect(text).toContain("Deposit APY of USDS, Kamino · Huma Market: 11.72 %");
    expect(text).toMatch(/rewards\[0\]\.apy +0\.0553 {2}\(HUMA, deposit\)/);
    expect(text).toContain("base + rewards = deposit APY");
    expect(text).toContain("read 1 Oct 2026, 00:00 UTC, page 1, demo source");
  });
});

test("rewards make borrowing cheaper", () => {
  const facts = rateFacts(readRow(huma), "borrow", undefined);
  expect(facts.rewards).toHaveLength(1);
  expect(facts.withoutRewards).toBeCloseTo(0.03);
  expect(facts.check).toEqual({ kind: "agrees", formula: "base − rewards = borrow APY" });
  expect(facts.rewardShare).toBeUndefined();
});

test("a loop has averages of its net rate, and its parts are unknown", () => {
  const facts = rateFacts(
    readRow({
      type: "loop",
      tokenA: { symbol: "JLP" },
      tokenB: { symbol: "USDC" },
      depositApy: 0.38,
      depositApy30d: 0.36,
      depositApy90d: 0.35,
      baseDepositApy90d: 0.01,
    }),
    "deposit",
    undefined,
  );
  expect(facts.averaged).toBe("net");
  expect(facts.averages.map(({ value }) => value)).toEqual([0.36, 0.35, undefined]);
  expect(facts.base).toBeUndefined();
  expect(facts.check).toEqual({ kind: "unknown", why: "parts of the net APY unknown" });
  expect(facts.fields.map(({ field }) => field)).toEqual(["depositApy", "depositApy30d", "depositApy90d"]);
});
