import { describe, expect, it } from "vitest";
import { positionRow, sentMarket } from "../../../tests/fixtures/positions.ts";
import { dollars, tokens } from "../../../tests/fixtures/quantities.ts";
import { claimGroups, claimsOf } from "./claims.ts";
import { totalsOf } from "./totals.ts";

describe("a claim", () => {
  const kmno = { address: "KMNO", symbol: "KMNO" };
  const rewards = [{ tokenAddress: "KMNO", amount: 10, amountUsd: 2 }];
  const earning = positionRow({ id: "earning", rewards });
  const reward = { type: "reward", side: undefined, token: kmno, amount: 10, amountUsd: 2 };
  const own = positionRow({ id: "r", ...reward, position: { id: "earning", type: "lending" } });

  it("is counted once when it is both in a position and a position of its own", () => {
    expect(claimsOf([earning], []).map(({ usd }) => usd)).toEqual([2]);
    expect(claimsOf([earning, own], []).map(({ key }) => key)).toEqual([own.key]);
    expect(totalsOf([earning, own], claimsOf([earning, own], [])).worth.assets).toBe(102);
  });

  it("is missing when nothing is claimable, in a position or by itself", () => {
    const emptied = positionRow({ rewards: [{ tokenAddress: "KMNO", amount: 0, amountUsd: 0 }] });
    expect(claimsOf([emptied, { ...own, amount: tokens(0), usd: dollars(0) }], [])).toEqual([]);
  });

  it("names its token when any market does", () => {
    const market = sentMarket({ rewards: [{ type: "deposit", apy: 0.01, token: kmno }] });
    const paying = positionRow({ id: "x", market });
    expect(claimsOf([earning], [paying.market])[0]?.token?.symbol).toBe("KMNO");
  });
});

const waiting = (tokenAddress: string, amountUsd: number | null = 3) => ({
  tokenAddress,
  amount: 1,
  amountUsd,
});

function claiming(id: string, url: string | undefined, ...rewards: ReturnType<typeof waiting>[]) {
  const actions = url === undefined ? {} : { claimRewards: { blinkUrl: url } };
  return positionRow({ id, rewards, market: sentMarket({ id }), actions });
}

describe("claims of one link", () => {
  it("are all tokens that a position pays, most valuable first", () => {
    const rows = [
      claiming("one", "blink:https://a.example/claim/one", waiting("KMNO")),
      claiming("two", "blink:https://a.example/claim/two", waiting("JTO"), waiting("ADX")),
      claiming("three", undefined, waiting("USDC")),
    ];
    const groups = claimGroups(claimsOf(rows, []));
    expect(groups.map(({ row, claims }) => `${row.id} ${claims.length}`)).toEqual([
      "two 2",
      "one 1",
      "three 1",
    ]);
  });

  it("exclude another wallet's, and include a claim without a value", () => {
    const mine = claiming("one", "blink:https://a.example/claim", waiting("KMNO"), waiting("JTO", null));
    const claims = claimsOf([mine], []);
    const theirs = claims.map((claim) => ({ ...claim, wallet: "other", key: `other ${claim.key}` }));
    const groups = claimGroups([...claims, ...theirs]);
    expect(groups.map(({ wallet }) => wallet)).toEqual([mine.wallet, "other"]);
    expect(groups[0]?.claims.map(({ usd }) => usd)).toEqual([3, undefined]);
  });
});
