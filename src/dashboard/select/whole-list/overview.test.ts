import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { marketRow, rowToken, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";
import { fraction, near, tokens as tokenAmount } from "../../../../tests/fixtures/quantities.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import type { MarketRow, RowToken } from "../../../domain/market/market-row.ts";
import {
  changeViewState,
  defaultViewState,
  readViewState,
  writeViewState,
} from "../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import {
  depositShares,
  groupRates as ratesOfGroup,
  isCollateralOnly,
  rateScale,
  sizeClasses,
  sizedMarkets,
  thenAndNow,
  type GroupRates,
} from "./overview.ts";
import { groupFamilies, groupings, groupMarkets, wholeGroup, type MarketGroup } from "./market-groups.ts";
import type { Reliability } from "../reliability.ts";
import { createSelector } from "../select.ts";

const groupRates = (groups: readonly MarketGroup[], basis: ApyBasis): readonly GroupRates[] =>
  ratesOfGroup(groups, basis, () => "open");
const usdc = rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
const usdt = rowToken("USDT", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB");
const sol = rowToken("SOL", "So11111111111111111111111111111111111111112");
const weth = rowToken("WETH", "7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs");
const wsteth = rowToken("wstETH", "ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo");
const jlp = rowToken("JLP", "27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4");

/** A token without a mint; the fixture derives one from the symbol. */
const nameless: RowToken = { symbol: "X", address: undefined, icon: undefined, decimals: undefined };

const row = (id: string, rate?: number, deposits?: number, more: Partial<MarketRow> = {}): MarketRow =>
  marketRow({ id, tokens: [usdc], depositApy: ratio(rate), totalDepositUsd: usd(deposits), ...more });

const everything: ViewState = readViewState("view=all");

const inProvider = (providerName: string, deposits: number | undefined): MarketRow =>
  row(providerName, 0.1, deposits, { providerId: providerName, providerName });

const bestOf = (rows: readonly MarketRow[], size?: Usd) =>
  ratesOfGroup([wholeGroup(rows)], "total", () => "open", size).map(({ best }) => best?.id);

describe("rates of a group", () => {
  test("count the figures that are missing, and weight by deposits only markets with both", () => {
    const rows = [
      row("a", 0.02, 300),
      row("b", 0.06, 100),
      row("c", 0.9),
      row("d", undefined, 1000),
      row("e"),
    ];
    expect(groupRates(groupMarkets(rows, everything, "asset"), "total")).toMatchObject([
      { unpublished: 2, deposits: 1400, median: 0.06, best: { id: "c" }, weighted: near(0.03) },
    ]);
    // Without a figure there is no sum and no rate, instead of zero.
    const bare = groupMarkets([row("a", 0.02)], everything, "type");
    expect(groupRates(bare, "total")).toMatchObject([{ deposits: undefined, weighted: undefined }]);
    expect(groupRates(bare, "base")).toMatchObject([{ median: undefined, best: undefined }]);
  });

  test("leave out the net rates of loops on the base basis", () => {
    const loop = row("loop", 0.3, undefined, { kind: "loop" });
    const groups = groupMarkets(
      [row("a", 0.02, 300, { baseDepositApy: ratio(0.01) }), loop],
      everything,
      "asset",
    );
    expect(groupRates(groups, "total")).toMatchObject([{ best: { id: "loop" } }]);
    expect(groupRates(groups, "base")).toMatchObject([{ best: { id: "a" }, median: 0.01 }]);
  });

  test("name as best the market that pays most at my size, and a loop only if there is no other", () => {
    const split = { baseDepositApy: ratio(0.05), rewardsGiven: true };
    const rows = [
      row("small", 0.09, 1e5, { ...split, baseDepositApy: ratio(0.09) }),
      row("large", 0.05, 1e9, split),
      row("loop", 0.3, undefined, { kind: "loop" }),
    ];
    expect(bestOf(rows.slice(0, 2))).toEqual(["small"]);
    // A tenth of 9 % is left of the small one.
    expect(bestOf(rows, usd(900_000))).toEqual(["large"]);
    expect(bestOf(rows.slice(2), usd(900_000))).toEqual(["loop"]);
  });

  test("are sorted by deposits, unknown last, then by number of markets and name", () => {
    const empty = ["Save", "Carrot", "Drift", "Drift"].map((name) => inProvider(name, 0));
    const rows = [inProvider("Lulo", undefined), ...empty, inProvider("Kamino", 5), inProvider("Jupiter", 9)];
    const order = groupRates(groupMarkets(rows, everything, "provider"), "total");
    expect(order.map(({ group }) => group.label).join(" ")).toBe("Jupiter Kamino Drift Carrot Save Lulo");
  });

  test("separate tokens of the same name, and group a pair in either order", () => {
    const rows = [
      row("a", 0.1, 5),
      row("b", 0.1, 5, { tokens: [rowToken("USDC", "another-mint")] }),
      row("c", 0.1, 5, { tokens: [usdc, sol] }),
      row("d", 0.1, 5, { tokens: [sol, usdc] }),
    ];
    const groups = groupMarkets(rows, everything, "asset").map(({ label, rows: own }) => [label, own.length]);
    expect(Object.fromEntries(groups)).toEqual({ "USDC (EPjF…)": 1, "USDC (anot…)": 1, "SOL / USDC": 2 });
  });
});

const idsOf = (rows: readonly MarketRow[]): readonly string[] => rows.map(({ id }) => id).toSorted();

/** For each group of the shown markets: its ids, and the ids of the list that its link leads to. */
function groupsAndLists(list: readonly MarketRow[], search: string) {
  const state = readViewState(search);
  const shownIn = (view: ViewState): readonly MarketRow[] =>
    createSelector()(list, view, { starred: new Set() }).visible;
  const shown = shownIn(state);
  const groups = [
    ...groupings.flatMap((by) => groupMarkets(shown, state, by)),
    ...groupFamilies(shown, state),
    ...sizeClasses(shown, state, "total", () => "open").map(({ group }) => group),
  ];
  return groups.map(({ narrow, rows: own }) => {
    // A few ids always fit into a URL.
    if (narrow === undefined) throw new Error("A group has no list.");
    const there = readViewState(writeViewState(changeViewState(state, narrow), ""));
    return { own: idsOf(own), listed: idsOf(shownIn(there)) };
  });
}

describe("a group's list", () => {
  // A few real mints, so that pairs, families and mixtures all occur.
  const token = fc.constantFrom(usdc, usdt, sol, weth, wsteth, jlp, nameless);
  const tokens = fc.array(fc.uniqueArray(token, { maxLength: 2 }), { minLength: 10, maxLength: 10 });
  const rows = fc
    .tuple(someRows(10), tokens)
    .map(([list, of]) =>
      list.map((one, at) => ({ ...one, tokens: one.kind === "prediction" ? [] : (of[at] ?? []) })),
    );
  const asset = `asset=${String(usdc.address)}`;
  const filters = ["provider=kamino,lulo", "notProvider=lulo", `without=${String(usdt.address)}`, "small=1"];
  const address = fc
    .tuple(
      fc.constantFrom("", "view=all", "type=lending,loop"),
      fc.constantFrom("", asset, `${asset},${String(sol.address)}&match=only`),
      fc.constantFrom("", ...filters, "minDeposits=1"),
    )
    .map((parts) => parts.filter((part) => part !== "").join("&"));

  test("is exactly the group, whatever filters are active", () => {
    fc.assert(
      fc.property(rows, address, (list, search) => {
        for (const { own, listed } of groupsAndLists(list, search)) expect(listed).toEqual(own);
      }),
      runs(50),
    );
  });

  test("has a pair in one order only, if the other one does not supply the selected asset", () => {
    const pairs = [row("c", 0.1, 5, { tokens: [usdc, sol] }), row("d", 0.1, 5, { tokens: [sol, usdc] })];
    for (const { own, listed } of groupsAndLists(pairs, asset)) expect([own, listed]).toEqual([["c"], ["c"]]);
  });

  test("is missing when no address can express it", () => {
    const many = Array.from({ length: 400 }, (_, at) =>
      row(`a-market-with-quite-a-long-id-${at}`, 0.1, 1, { tokens: [] }),
    );
    expect(groupMarkets(many, everything, "asset")[0]?.narrow).toBeUndefined();
  });
});

test("a doubtful market counts in no rate, and a full one in all but the best", () => {
  const rows = [row("sound", 0.02, 300), row("full", 0.06, 100), row("contradictory", 0.9, 600)];
  const levels = new Map<string, Reliability>([
    ["full", "short"],
    ["contradictory", "contradictory"],
  ]);
  expect(ratesOfGroup([wholeGroup(rows)], "total", ({ id }) => levels.get(id) ?? "open")).toMatchObject([
    { deposits: 1000, weighted: near(0.03), median: near(0.04), contradictory: 1, best: { id: "sound" } },
  ]);
});

describe("deposits that are only collateral", () => {
  const idle = row("idle", 0, 900, { totalBorrowUsd: usd(0) });
  const used = row("used", 0.04, 100, { totalBorrowUsd: usd(60) });

  test("count in no rate but in every sum of deposits", () => {
    const [rates] = groupRates(groupMarkets([idle, used], everything, "asset"), "total");
    expect(rates).toMatchObject({ weighted: 0.04, median: 0.04, deposits: 1000, best: { id: "used" } });
    expect(sizedMarkets([idle, used], "total").markets.map((market) => market.row.id)).toEqual(["used"]);
  });

  test("are detected by zero debt in dollars or tokens, and by a pair's idle collateral", () => {
    const inTokens = row("FWOG", 0, undefined, { totalBorrow: tokenAmount(0) });
    const pair = { tokens: [sol, usdc], totalBorrowUsd: usd(60) };
    const vault = row("vault", 0, 5000, { ...pair, tokens: [jlp, usdc] });
    const earning = row("earning", 0.05, 100, pair);
    const fallen = { ...vault, baseDepositApy90d: fraction(0.02) };
    const staked = row("staked", 0.06, 100, { totalBorrowUsd: usd(0) });
    const repaid = row("repaid", 0, 100, { totalBorrowUsd: usd(0), baseDepositApy30d: fraction(0.01) });
    const earners = [earning, row("silent", 0, 100), used, fallen, staked, repaid];
    expect([inTokens, vault].map(isCollateralOnly)).toEqual([true, true]);
    expect(earners.filter(isCollateralOnly)).toEqual([]);
  });
});

test("families hold markets whose tokens all belong; mixed and unnamed ones have their own groups", () => {
  const rows = [
    row("stable", 0.1, 1, { tokens: [usdc, usdt] }),
    row("sol", 0.1, 1, { tokens: [sol] }),
    row("jito", 0, 1, { tokens: [rowToken("JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn")] }),
    row("across", 0.1, 1, { tokens: [sol, usdc] }),
    row("half", 0.1, 1, { tokens: [jlp, usdc] }),
    row("other", 0.1, 1, { tokens: [jlp] }),
    row("unnamed", 0.1, 1, { tokens: [nameless] }),
    row("question", 0.1, 1, { type: "prediction", kind: "prediction", tokens: [usdc] }),
  ];
  expect(groupFamilies(rows, everything).map(({ key, rows: own }) => [key, own.map(({ id }) => id)])).toEqual(
    [
      ["stables", ["stable"]],
      ["sol", ["sol"]],
      ["staked-sol", ["jito"]],
      ["other", ["other", "question"]],
      ["mixed", ["across", "half"]],
      ["unnamed", ["unnamed"]],
    ],
  );
});

/** A market with a current base rate and its averages. */
function past(id: string, ...rates: readonly (number | undefined)[]): MarketRow {
  const [baseDepositApy, baseDepositApy30d, baseDepositApy90d, baseDepositApy180d] = rates.map(ratio);
  const averages = { baseDepositApy30d, baseDepositApy90d, baseDepositApy180d };
  return row(id, rates[0], 1, { baseDepositApy, ...averages });
}

test("then and now compares medians of the same markets, without those missing a figure", () => {
  const known = [past("a", 0.02, 0.03, 0.04, 0.05), past("b", 0.04, 0.05, 0.06, 0.07)];
  const [all] = thenAndNow([wholeGroup([...known, past("c", 0.9, 0.9, 0.9), row("d", 0.9, 1)])]);
  expect(all).toMatchObject({
    counted: 2,
    // (90·0.04 − 30·0.03)/60 = 0.045 and 0.065; (180·0.05 − 90·0.04)/90 = 0.06 and 0.08.
    rates: [near(0.07), near(0.055), near(0.04), near(0.03)],
    change: near(-0.04),
  });
  const none = { counted: 0, rates: [undefined, undefined, undefined, undefined], change: undefined };
  expect(thenAndNow([wholeGroup([row("d", 0.9, 1)])])[0]).toMatchObject(none);
});

test("shares are fractions of the published deposits and sum to 1", () => {
  const unpublished = row("c", 0.1, undefined, { tokens: [weth] });
  const rows = [row("a", 0.1, 300), row("b", 0.1, 100, { tokens: [sol] }), unpublished];
  const shared = depositShares(groupFamilies(rows, everything));
  expect(shared.map(({ group, share, unpublished: missing }) => [group.key, share, missing])).toEqual([
    ["stables", 0.75, 0],
    ["sol", 0.25, 0],
    ["eth", undefined, 1],
  ]);
});

test("rate against size draws markets with a rate and deposits, smallest first, and counts the rest", () => {
  const useless = [row("nothing", 0.1, 0), row("unknown", 0.1), row("unrated", undefined, 1)];
  const sized = sizedMarkets([row("big", 0.1, 9), ...useless, row("small", 0.2, 1)], "total");
  expect(sized.markets.map((market) => market.row.id)).toEqual(["small", "big"]);
  expect(sized).toMatchObject({ withoutDeposits: 2, withoutRate: 1 });
});

test("a size class includes its lower bound and excludes its upper one", () => {
  const deposits = [99_999, 100_000, 999_999.5, 1_000_000];
  const rows = [0.1, 0.2, 0.4, 0.3].map((rate, at) => row(`m${at}`, rate, deposits[at]));
  const weighted = near((0.2 * 100_000 + 0.4 * 999_999.5) / 1_099_999.5);
  expect(sizeClasses(rows, defaultViewState, "total", () => "open")).toMatchObject([
    { group: { rows: [{ id: "m0" }] } },
    { group: { rows: [{ id: "m1" }, { id: "m2" }] }, median: near(0.3), weighted },
    { group: { rows: [{ id: "m3" }] } },
  ]);
});

test("the scale ends at round figures, below zero when rates do, and counts one market at 900 % instead of stretching to it", () => {
  const usual = Array.from({ length: 30 }, () => 0.05);
  expect(rateScale([9, ...usual])).toMatchObject({ low: 0, high: near(0.2), above: 1, below: 0 });
  expect(rateScale([-0.02, 0.1, 0.2])).toMatchObject({ low: -0.05, high: 0.2 });
  expect(rateScale([0.0254])).toMatchObject({ low: 0, high: 0.03, above: 0 });
  expect(rateScale([12.5])).toMatchObject({ low: 0, high: 10, above: 1 });
  expect(rateScale([])).toBeUndefined();
});
