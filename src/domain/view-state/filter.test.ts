import { describe, expect, it, test } from "vitest";
import { usdc, usdt } from "../../../tests/fixtures/mints.ts";
import { marketRow, poolRow, readRow, rowReward, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import { marketTypes, predictionStatuses } from "../../contract/market.ts";
import { ratio } from "../../contract/units.ts";
import { loansAgainst } from "../market/loan-terms.ts";
import type { MarketRow } from "../market/market-row.ts";
import { defaultViewState, readViewState } from "./codec.ts";
import type { ViewState } from "./view-state.ts";
import { filterInputs, filterRows, type FilterResult } from "./filter.ts";

const everything: ViewState = {
  ...defaultViewState,
  types: marketTypes,
  statuses: predictionStatuses,
  hideSmall: false,
};

function apply(rows: readonly MarketRow[], change: Partial<ViewState>): FilterResult {
  const state = { ...everything, ...change };
  return filterRows(rows, state, filterInputs(state, new Set(), undefined));
}

function kept(rows: readonly MarketRow[], change: Partial<ViewState>): string {
  return Array.from(apply(rows, change).visible, (at) => rows[at]?.id).join(" ");
}

const withPage = (row: MarketRow): MarketRow => ({ ...row, websiteUrl: "https://example.org/" });

describe("the type", () => {
  const rows = ["lending", "yield", "prediction", "vault"].map((type) => marketRow({ id: type, type }));

  it("is one of the chosen types, and unknown types pass only with all chosen", () => {
    expect(kept(rows, { types: ["lending", "prediction"] })).toBe("lending prediction");
    expect(kept(rows, { types: marketTypes })).toBe("lending yield prediction vault");
    expect(kept(rows, { types: ["lending", "yield", "loop", "perpetual"] })).toBe("lending yield");
  });
});

it("the total counts what the view can show, without markets that only lend a chosen asset", () => {
  const rows = [
    marketRow({ id: "own", tokens: [rowToken("USDC", "usdc")] }),
    marketRow({ id: "debt", tokens: [rowToken("SOL", "sol"), rowToken("USDC", "usdc")] }),
  ];
  expect(apply(rows, { assets: ["usdc"], query: "nothing" }).total).toBe(1);
  expect(apply(rows, { assets: ["usdc"], assetMatch: "any" }).total).toBe(2);
});

function pair(id: string, ...mints: readonly string[]): MarketRow {
  return marketRow({ id, type: "loop", tokens: mints.map((mint) => rowToken(mint, mint)) });
}

describe("provider, asset and status", () => {
  it("the provider is one of the chosen ones and none of the excluded ones", () => {
    const rows = ["kamino", "lulo", "newcomer"].map((providerId) =>
      marketRow({ id: providerId, providerId }),
    );
    expect(kept(rows, { providers: ["lulo", "newcomer"] })).toBe("lulo newcomer");
    expect(kept(rows, { notProviders: ["lulo", "newcomer"] })).toBe("kamino");
  });

  it("an asset is matched by mint, never by symbol, whether chosen or excluded", () => {
    const rows = [
      marketRow({ id: "pair", type: "loop", tokens: [rowToken("JitoSOL", "J"), rowToken("SOL", "S")] }),
      marketRow({ id: "fake", tokens: [rowToken("SOL", "F")] }),
      marketRow({ id: "single", tokens: [rowToken("X", "S")] }),
      marketRow({ id: "nameless", tokens: [{ ...rowToken("SOL"), address: undefined }] }),
      marketRow({ id: "prediction", type: "prediction" }),
    ];
    const chosen = { types: marketTypes, assets: ["S"], assetMatch: "any" } as const;
    expect(kept(rows, chosen)).toBe("pair single");
    // A market without a mint cannot be judged; a prediction has no asset.
    expect(apply(rows, chosen).hiding).toMatchObject([{ filter: "assets", hides: 2, unknown: 1 }]);
    expect(kept(rows, { types: marketTypes, without: ["S"] })).toBe("fake prediction");
    expect(apply(rows, { without: ["S"] }).hiding).toMatchObject([
      { filter: "without", hides: 2, unknown: 1 },
    ]);
  });

  it("several assets can be required as a pair, or as the only tokens", () => {
    const rows = [
      pair("both", "J", "S"),
      pair("turned", "S", "J"),
      pair("one", "J"),
      pair("other", "J", "X"),
      { ...pair("half"), tokens: [rowToken("J", "J"), { ...rowToken("?"), address: undefined }] },
      marketRow({ id: "bare", tokens: [] }),
    ];
    const change = { types: marketTypes, assets: ["J", "S"], assetMatch: "any" } as const;
    expect(kept(rows, change)).toBe("both turned one other half");
    expect(kept(rows, { ...change, assetMatch: "all" })).toBe("both turned");
    expect(kept(rows, { ...change, assetMatch: "only" })).toBe("both turned one");
    expect(apply(rows, { ...change, assetMatch: "all" }).hiding).toMatchObject([{ hides: 2, unknown: 2 }]);
    expect(apply(rows, { ...change, assetMatch: "only" }).hiding).toMatchObject([{ hides: 1, unknown: 2 }]);
  });

  describe("by the visitor's side", () => {
    const rows = [
      marketRow({ id: "pool", tokens: [rowToken("USDC", usdc)] }),
      pair("dollars", usdc, usdt),
      pair("short", usdc, "J"),
      pair("long", "J", usdc),
      marketRow({ id: "vault", tokens: [rowToken("J", "J"), rowToken("USDC", usdc)] }),
      marketRow({ id: "perp", type: "perpetual", tokens: [rowToken("USDC", usdc), rowToken("J", "J")] }),
      { ...pair("half"), tokens: [{ ...rowToken("?"), address: undefined }, rowToken("USDC", usdc)] },
      marketRow({ id: "prediction", type: "prediction" }),
    ].map(withPage);
    const change = { types: marketTypes, assetMatch: "side" } as const;

    it("an asset is the deposited token, and in Borrow the borrowed one", () => {
      expect(kept(rows, { ...change, assets: [usdc] })).toBe("pool dollars short perp");
      expect(kept(rows, { ...change, assets: [usdc], view: "borrow" })).toBe("pool long vault half");
      expect(kept(rows, { ...change, assets: [usdc], assetMatch: "any" })).toBe(
        "pool dollars short long vault perp half",
      );
      expect(apply(rows, { ...change, assets: [usdc] }).hiding).toMatchObject([{ hides: 3, unknown: 1 }]);
    });

    it("a loan without a link is left out unless requested", () => {
      const linked = rows.map((row) => (row.id === "pool" ? { ...row, websiteUrl: undefined } : row));
      const loans = { ...change, assets: [usdc], view: "borrow" } as const;
      expect(kept(linked, loans)).toBe("long vault half");
      expect(kept(linked, { ...loans, unborrowable: true })).toBe("pool long vault half");
      expect(kept(linked, { ...loans, view: "earn" })).toContain("pool");
    });

    it("a family allows no other tokens, except as collateral of a loan", () => {
      expect(kept(rows, { ...change, assets: ["stables"] })).toBe("pool dollars perp");
      expect(kept(rows, { ...change, assets: ["stables"], view: "borrow" })).toBe(
        "pool dollars long vault half",
      );
      expect(kept(rows, { ...change, assets: ["stables", "J"] })).toBe("pool dollars long vault perp");
    });
  });

  it("the asset does not apply when only predictions are chosen", () => {
    const rows = [marketRow({ id: "prediction", type: "prediction" })];
    expect(kept(rows, { types: ["prediction"], assets: ["S"] })).toBe("prediction");
  });

  it("the status filter applies to predictions only, and trusts the service for a missing status", () => {
    const rows = [
      marketRow({ id: "lending" }),
      marketRow({ id: "open", type: "prediction", status: "open" }),
      marketRow({ id: "closed", type: "prediction", status: "closed" }),
      marketRow({ id: "silent", type: "prediction" }),
    ];
    expect(kept(rows, { statuses: ["open"] })).toBe("lending open silent");
    expect(apply(rows, { statuses: ["open"] }).hiding).toMatchObject([{ filter: "statuses", hides: 1 }]);
    expect(kept(rows, { statuses: predictionStatuses })).toBe("lending open closed silent");
  });
});

describe("search", () => {
  const rows = [
    readRow({
      id: "kamino.lending.main",
      provider: { id: "kamino", name: "Kamino" },
      productName: "Main Market",
      token: { symbol: "USDC", address: usdc },
    }),
    readRow({
      id: "p1",
      type: "prediction",
      provider: { id: "dflow" },
      title: "Will Éclair win?",
      subtitle: "Before May",
    }),
  ];

  test.each([
    ["KAMINO lending.main", "kamino.lending.main"],
    ["epjf", "kamino.lending.main"],
    ["dflow eclair before", "p1"],
    ["   ", "kamino.lending.main p1"],
    ["usdc dflow", ""],
    ["AufqSS", ""],
    ["EPj", ""],
    ["marketkamino", ""],
    ["usdc/kamino", "kamino.lending.main"],
    ["kamino / usdc/", "kamino.lending.main"],
    ["usdc/dflow", ""],
    ["/", "kamino.lending.main p1"],
  ])("%j finds %j", (query, found) => expect(kept(rows, { query })).toBe(found));
});

const named = (id: string, fields: Partial<MarketRow>): MarketRow => marketRow({ id, ...fields });
const silent = marketRow({ id: "silent" });

const sized = [
  named("rich", { totalDepositUsd: dollars(5e6), depositApy: fraction(0.02) }),
  named("exact", { totalDepositUsd: dollars(1e6), depositApy: fraction(0.05) }),
  named("poor", { totalDepositUsd: dollars(1), depositApy: fraction(0.5) }),
];

const pool = (id: string, lent: number, fields: Partial<MarketRow> = {}): MarketRow =>
  poolRow(id, { deposits: 1000, lent }, fields);
const pools = [pool("free", 200, { maxLtv: fraction(0.8) }), pool("lent", 900, { maxLtv: fraction(0.5) })];

const paidIn = (id: string, depositApy: number, rewards: number): MarketRow =>
  named(id, {
    depositApy: fraction(depositApy),
    rewardsGiven: true,
    rewards: rewards === 0 ? [] : [rowReward("deposit", rewards)],
  });

const even = { depositApy: fraction(0.1), baseDepositApy: fraction(0.1) };
const paying = [
  named("paying", { rewards: [rowReward("deposit", 0.01)], rewardsGiven: true }),
  named("borrowers", { rewards: [rowReward("borrow", 0.01)], rewardsGiven: true, ...even }),
  named("plain", even),
];

const reached = { websiteUrl: "https://example.com" };

test.each<readonly [rule: string, change: Partial<ViewState>, rows: readonly MarketRow[], passing: string]>([
  ["deposits reach the minimum", { minDeposits: dollars(1e6) }, sized, "rich exact"],
  ["deposits are known where the minimum is 0", { minDeposits: dollars(0) }, sized, "rich exact poor"],
  ["deposits are within the maximum", { maxDeposits: dollars(1e6) }, sized, "exact poor"],
  ["the rate reaches the minimum", { minApy: fraction(0.05) }, sized, "exact poor"],
  [
    "a loop's net rate reaches the minimum of base rates",
    { minApy: fraction(0.05), basis: "base", types: ["loop"] },
    [named("loop", { type: "loop", kind: "loop", depositApy: fraction(0.06) })],
    "loop",
  ],
  ["the rate is within the maximum", { maxApy: fraction(0.05) }, sized, "rich exact"],
  ["enough is available", { minAvailable: dollars(800) }, pools, "free"],
  ["the LTV reaches the minimum", { minLtv: fraction(0.8) }, pools, "free"],
  ["the LTV is within the maximum", { maxLtv: fraction(0.5) }, pools, "lent"],
  ["utilization is within the maximum", readViewState("maxUtilization=20"), pools, "free"],
  [
    "the share of rewards is within the maximum",
    readViewState("maxRewards=25"),
    [paidIn("none", 0, 0), paidIn("quarter", 0.08, 0.02), paidIn("most", 0.1, 0.06)],
    "none quarter",
  ],
  ["either side is paid rewards", { onlyRewards: true }, paying, "paying borrowers"],
  ["depositors are known to get no rewards", { onlyBase: true }, paying, "borrowers plain"],
  [
    "all of my size fits",
    { onlyFits: true, size: dollars(50) },
    [pool("exact", 0, { maxDeposit: tokens(1050) }), pool("short", 0, { maxDeposit: tokens(1049) })],
    "exact",
  ],
  [
    "all of my size can be withdrawn",
    { onlyExits: true, size: dollars(800) },
    [...pools, pool("empty", 1000)],
    "free",
  ],
  [
    "no check fails",
    { onlyClean: true },
    [
      named("fine", { ...reached, depositApy: fraction(0.05), totalDeposit: tokens(1) }),
      named("off", { ...reached, maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) }),
    ],
    "fine",
  ],
])("a row passes when %s; unknown values are hidden and counted", (_rule, change, rows, passing) => {
  const filters = { ...change, types: marketTypes, statuses: predictionStatuses, hideSmall: false };
  const list = [...rows, { ...silent, ...reached }];
  expect(kept(list, filters)).toBe(passing);
  expect(apply(list, filters).hiding).toMatchObject([
    { hides: rows.length - passing.split(" ").length, unknown: 1 },
  ]);
});

describe("switches", () => {
  it("about my size do nothing without a size", () => {
    expect(kept([...pools, silent], { onlyFits: true, onlyExits: true })).toBe("free lent silent");
  });

  it("in Borrow bounds and steadiness judge the borrow rate, by the APY basis", () => {
    const steady = { baseBorrowApy30d: 0.05, baseBorrowApy90d: 0.05, baseBorrowApy180d: 0.05 };
    const market = { type: "lending", depositApy: 0.01, baseDepositApy: 0.01, baseBorrowApy: 0.05 };
    const rows = [
      readRow({ id: "dear", ...market, borrowApy: 0.05, ...steady }),
      readRow({ id: "rewarded", ...market, borrowApy: 0.02, ...steady, baseBorrowApy90d: 0.02 }),
    ];
    const loan = { view: "borrow", unborrowable: true } as const;
    expect(kept(rows, { ...loan, maxApy: fraction(0.03) })).toBe("rewarded");
    expect(kept(rows, { ...loan, maxApy: fraction(0.03), basis: "base" })).toBe("");
    expect(kept(rows, { ...loan, minApy: fraction(0.03) })).toBe("dear");
    expect(kept(rows, { ...loan, onlySteady: true })).toBe("dear");
  });

  it("in Borrow my size is a loan that fits the borrow cap, and exits do not apply", () => {
    const lend = { maxBorrow: tokens(10_000), tokens: [rowToken("USDC")] };
    const lenders = [pool("lends", 900, lend), pool("short", 960, lend), silent];
    const loan = { view: "borrow", size: dollars(50), unborrowable: true } as const;
    expect(kept(lenders, { ...loan, onlyFits: true })).toBe("lends");
    expect(kept(lenders, { ...loan, onlyExits: true })).toBe("lends short silent");
  });

  it("Hide small markets applies while a larger market passes the other filters, and says when not", () => {
    const rows = [
      named("large", { totalDepositUsd: dollars(100_000), providerId: "kamino" }),
      named("small", { totalDepositUsd: dollars(99_999), providerId: "lulo" }),
      named("silent", { providerId: "lulo" }),
    ];
    expect(kept(rows, { hideSmall: true })).toBe("large");
    expect(apply(rows, { hideSmall: true })).toMatchObject({
      ignoredOptional: false,
      hiding: [{ filter: "hideSmall", hides: 1, unknown: 1 }],
    });
    expect(kept(rows, { hideSmall: true, providers: ["lulo"] })).toBe("small silent");
    expect(apply(rows, { hideSmall: true, providers: ["lulo"] }).ignoredOptional).toBe(true);
    expect(apply(rows, { hideSmall: true, query: "nothing" }).ignoredOptional).toBe(false);
    // Loops publish no deposits.
    expect(kept([...rows, pair("loop", "A", "B")], { hideSmall: true })).toBe("large loop");
  });
});

const against = (id: string, maxLtv?: number): MarketRow =>
  marketRow({ id, tokens: [rowToken("J", "J"), rowToken("USDC", usdc)], maxLtv: ratio(maxLtv) });

it("a loan passes if its market takes the chosen collateral, with a known LTV above 0", () => {
  const other = marketRow({ id: "other", tokens: [rowToken("USDC", usdc)] });
  const rows = [against("takes", 0.8), against("takes none", 0), against("silent"), other];
  const state: ViewState = { ...everything, view: "borrow", collateral: "J", unborrowable: true };
  const loans = loansAgainst("J", rows);
  const { visible, hiding } = filterRows(
    rows,
    state,
    filterInputs(state, new Set(), undefined, undefined, loans),
  );
  expect(visible).toEqual([0]);
  expect(hiding).toMatchObject([{ filter: "collateral", hides: 2, unknown: 1 }]);
});

describe("counts of hidden markets", () => {
  const rows = [
    marketRow({ id: "a", totalDepositUsd: dollars(10), depositApy: fraction(0.01) }),
    marketRow({ id: "b", totalDepositUsd: dollars(10), depositApy: fraction(0.2) }),
    marketRow({ id: "c", totalDepositUsd: dollars(1e6), depositApy: fraction(0.01) }),
    marketRow({ id: "d", depositApy: fraction(0.2) }),
    marketRow({ id: "e" }),
  ];
  const change = { minDeposits: dollars(100), minApy: fraction(0.1) };

  it("each filter counts the rows that it alone hides, with unknowns counted apart", () => {
    expect(apply(rows, change)).toMatchObject({
      hiding: [
        { filter: "minDeposits", hides: 1, unknown: 1, alone: 2, fails: 4 },
        { filter: "minApy", hides: 1, unknown: 0, alone: 1, fails: 3 },
      ],
      unknownHidden: 2,
    });
  });

  it("a search counts its matches that other filters hide, and what hides nothing is not listed", () => {
    expect(apply(rows, { providers: ["kamino"] }).hiding).toEqual([]);
    expect(apply(rows, { ...change, query: "kamino" }).searchHidden).toBe(5);
    expect(apply(rows, { ...change, query: "nothing" }).searchHidden).toBe(0);
    expect(apply(rows, change).searchHidden).toBe(0);
  });
});
