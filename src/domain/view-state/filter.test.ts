import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { marketRow, readRow, rowToken, someRows } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import { marketTypes, predictionStatuses } from "../../contract/market.ts";
import type { MarketRow, RowReward } from "../market/market-row.ts";
import { defaultViewState, readViewState } from "./codec.ts";
import type { ViewState } from "./view-state.ts";
import { liftFilters } from "../market/filters/filters.ts";
import { filterInputs, filterRows, type FilterResult } from "./filter.ts";

const everything: ViewState = {
  ...defaultViewState,
  types: marketTypes,
  statuses: predictionStatuses,
  hideSmall: false,
};

function apply(
  rows: readonly MarketRow[],
  change: Partial<ViewState>,
  starred: ReadonlySet<string> = new Set(),
): FilterResult {
  const state = { ...everything, ...change };
  return filterRows(rows, state, filterInputs(state, starred, undefined));
}

function kept(rows: readonly MarketRow[], change: Partial<ViewState>, starred?: ReadonlySet<string>): string {
  return Array.from(apply(rows, change, starred).visible, (at) => rows[at]?.id).join(" ");
}

function reward(side: RowReward["side"], apy: number): RowReward {
  return { side, apy: fraction(apy), token: undefined, marketAction: undefined };
}

const withPage = (row: MarketRow): MarketRow => ({ ...row, websiteUrl: "https://example.org/" });

describe("the type", () => {
  const rows = ["lending", "yield", "prediction", "vault"].map((type) => marketRow({ id: type, type }));

  it("keeps the types asked for", () => {
    expect(kept(rows, { types: ["lending", "prediction"] })).toBe("lending prediction");
  });

  it("lets types unknown to us pass only when all types are asked for", () => {
    expect(kept(rows, { types: marketTypes })).toBe("lending yield prediction vault");
    expect(kept(rows, { types: ["lending", "yield", "loop", "perpetual"] })).toBe("lending yield");
  });

  it("is the frame of the total", () => {
    expect(apply(rows, { types: ["lending", "yield"], query: "nothing like it" })).toMatchObject({
      total: 2,
    });
  });
});

it("the total counts what the view can show: markets that only lend an asset are none of its deposits", () => {
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
  it("the provider is one of those chosen", () => {
    const rows = ["kamino", "lulo", "newcomer"].map((providerId) =>
      marketRow({ id: providerId, providerId }),
    );
    expect(kept(rows, { providers: ["lulo", "newcomer"] })).toBe("lulo newcomer");
  });

  it("a provider may be left out instead", () => {
    const rows = ["kamino", "lulo", "newcomer"].map((providerId) =>
      marketRow({ id: providerId, providerId }),
    );
    expect(kept(rows, { notProviders: ["lulo", "newcomer"] })).toBe("kamino");
    expect(apply(rows, { notProviders: ["lulo"] }).hiding).toMatchObject([
      { filter: "notProviders", hides: 1, unknown: 0 },
    ]);
  });

  it("an asset is known by its mint and never by its symbol", () => {
    const rows = [
      marketRow({ id: "pair", type: "loop", tokens: [rowToken("JitoSOL", "J"), rowToken("SOL", "S")] }),
      marketRow({ id: "fake", tokens: [rowToken("SOL", "F")] }),
      marketRow({ id: "single", tokens: [rowToken("X", "S")] }),
    ];
    expect(kept(rows, { types: ["lending", "loop"], assets: ["S"], assetMatch: "any" })).toBe("pair single");
  });

  it("a market that names no mint cannot be judged by asset; a prediction has none", () => {
    const rows = [
      marketRow({ id: "nameless", tokens: [rowToken("SOL", undefined)] }),
      { ...marketRow({ id: "tokenless" }), tokens: [{ ...rowToken("SOL"), address: undefined }] },
      marketRow({ id: "prediction", type: "prediction" }),
    ];
    const result = apply(rows, { assets: ["S"] });
    expect(result.hiding).toMatchObject([{ filter: "assets", hides: 2, unknown: 1 }]);
  });

  it("all assets chosen together are a pair, and no other token beside them may be asked for", () => {
    const rows = [
      pair("both", "J", "S"),
      pair("turned", "S", "J"),
      pair("one", "J"),
      pair("other", "J", "X"),
      { ...pair("half"), tokens: [rowToken("J", "J"), { ...rowToken("?"), address: undefined }] },
    ];
    const change = { types: marketTypes, assets: ["J", "S"], assetMatch: "any" } as const;
    expect(kept(rows, change)).toBe("both turned one other half");
    expect(kept(rows, { ...change, assetMatch: "all" })).toBe("both turned");
    expect(kept(rows, { ...change, assetMatch: "only" })).toBe("both turned one");
    expect(apply(rows, { ...change, assetMatch: "all" }).hiding).toMatchObject([{ hides: 2, unknown: 1 }]);
    expect(apply(rows, { ...change, assetMatch: "only" }).hiding).toMatchObject([{ hides: 1, unknown: 1 }]);
  });

  it("a family is one choice: its markets have one of its tokens", () => {
    const usdt = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
    const rows = [pair("pair", "S", usdt), pair("sol", "S", "J"), pair("dollars", usdt)];
    const change = { types: marketTypes, assets: ["stables", "S"] };
    expect(kept(rows, { ...change, assetMatch: "all" })).toBe("pair");
    expect(kept(rows, { ...change, assetMatch: "only" })).toBe("pair dollars");
  });

  describe("by the visitor's side", () => {
    const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
    const usdt = "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB";
    const rows = [
      marketRow({ id: "pool", tokens: [rowToken("USDC", usdc)] }),
      pair("dollars", usdc, usdt),
      pair("short", usdc, "J"),
      pair("long", "J", usdc),
      marketRow({ id: "vault", tokens: [rowToken("J", "J"), rowToken("USDC", usdc)] }),
      marketRow({ id: "perp", type: "perpetual", tokens: [rowToken("USDC", usdc), rowToken("J", "J")] }),
      { ...pair("half"), tokens: [{ ...rowToken("?"), address: undefined }, rowToken("USDC", usdc)] },
    ].map(withPage);
    const change = { types: marketTypes, assetMatch: "side" } as const;

    it("an asset is what is deposited, and where loans are sought what is borrowed", () => {
      expect(kept(rows, { ...change, assets: [usdc] })).toBe("pool dollars short perp");
      expect(kept(rows, { ...change, assets: [usdc], view: "borrow" })).toBe("pool long vault half");
      expect(kept(rows, { ...change, assets: [usdc], assetMatch: "any" })).toBe(
        "pool dollars short long vault perp half",
      );
      expect(apply(rows, { ...change, assets: [usdc] }).hiding).toMatchObject([{ hides: 2, unknown: 1 }]);
    });

    it("a loan that nothing leads to is left out, unless it is asked for", () => {
      const linked = rows.map((row) => (row.id === "pool" ? { ...row, websiteUrl: undefined } : row));
      const loans = { ...change, assets: [usdc], view: "borrow" } as const;
      expect(kept(linked, loans)).toBe("long vault half");
      expect(kept(linked, { ...loans, unborrowable: true })).toBe("pool long vault half");
      expect(kept(linked, { ...loans, view: "earn" })).toContain("pool");
    });

    it("a family means nothing but that family, except that a loan needs collateral other tokens", () => {
      expect(kept(rows, { ...change, assets: ["stables"] })).toBe("pool dollars perp");
      expect(kept(rows, { ...change, assets: ["stables"], view: "borrow" })).toBe(
        "pool dollars long vault half",
      );
      expect(kept(rows, { ...change, assets: ["stables", "J"] })).toBe("pool dollars long vault perp");
    });
  });

  it("a token that is left out takes every market with it that has it, by mint and never by symbol", () => {
    const rows = [
      marketRow({ id: "pair", type: "loop", tokens: [rowToken("JitoSOL", "J"), rowToken("SOL", "S")] }),
      marketRow({ id: "fake", tokens: [rowToken("SOL", "F")] }),
      marketRow({ id: "single", tokens: [rowToken("X", "S")] }),
      marketRow({ id: "nameless", tokens: [{ ...rowToken("X"), address: undefined }] }),
      marketRow({ id: "prediction", type: "prediction" }),
    ];
    const change = { types: marketTypes, without: ["S"] };
    expect(kept(rows, change)).toBe("fake prediction");
    expect(apply(rows, change).hiding).toMatchObject([{ filter: "without", hides: 2, unknown: 1 }]);
  });

  it("the asset does not apply when predictions are all that is asked for", () => {
    const rows = [marketRow({ id: "prediction", type: "prediction" })];
    expect(kept(rows, { types: ["prediction"], assets: ["S"] })).toBe("prediction");
  });

  it("the status concerns predictions alone, and one without a status cannot be judged", () => {
    const rows = [
      marketRow({ id: "lending" }),
      marketRow({ id: "open", type: "prediction", status: "open" }),
      marketRow({ id: "closed", type: "prediction", status: "closed" }),
      marketRow({ id: "silent", type: "prediction" }),
    ];
    expect(kept(rows, { statuses: ["open"] })).toBe("lending open");
    expect(apply(rows, { statuses: ["open"] }).hiding).toMatchObject([
      { filter: "statuses", hides: 1, unknown: 1, alone: 2 },
    ]);
    expect(kept(rows, { statuses: predictionStatuses })).toBe("lending open closed silent");
  });
});

describe("search", () => {
  const rows = [
    readRow({
      id: "kamino.lending.main",
      provider: { id: "kamino", name: "Kamino" },
      productName: "Main Market",
      token: { symbol: "USDC", address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" },
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
    ["usdc", "kamino.lending.main"],
    ["KAMINO main", "kamino.lending.main"],
    ["main kamino", "kamino.lending.main"],
    ["lending.main", "kamino.lending.main"],
    ["EPjF", "kamino.lending.main"],
    ["epjfwdd5", "kamino.lending.main"],
    ["eclair", "p1"],
    ["ÉCLAIR", "p1"],
    ["before may", "p1"],
    ["dflow", "p1"],
    ["   ", "kamino.lending.main p1"],
    ["usdc dflow", ""],
    ["AufqSS", ""],
    ["EPj", ""],
    ["marketkamino", ""],
  ])("%j finds %j", (query, found) => expect(kept(rows, { query })).toBe(found));
});

function used(id: string, borrowed: number): MarketRow {
  return marketRow({ id, totalDeposit: tokens(10), totalBorrow: tokens(borrowed) });
}

const paidIn = (id: string, depositApy: number, rewards: number): MarketRow => {
  const paid = {
    side: "deposit",
    apy: fraction(rewards),
    token: undefined,
    marketAction: undefined,
  } as const;
  return marketRow({
    id,
    depositApy: fraction(depositApy),
    rewardsGiven: true,
    rewards: rewards === 0 ? [] : [paid],
  });
};

describe("minima", () => {
  const rows = [
    marketRow({ id: "rich", totalDepositUsd: dollars(5e6), depositApy: fraction(0.02) }),
    marketRow({ id: "exact", totalDepositUsd: dollars(1e6), depositApy: fraction(0.05) }),
    marketRow({ id: "poor", totalDepositUsd: dollars(1), depositApy: fraction(0.5) }),
    marketRow({ id: "silent" }),
  ];

  it("include the bound itself, and hide what is unknown", () => {
    expect(kept(rows, { minDeposits: dollars(1e6) })).toBe("rich exact");
    expect(kept(rows, { minApy: fraction(0.05) })).toBe("exact poor");
    expect(kept(rows, { minDeposits: dollars(0) })).toBe("rich exact poor");
  });

  it("maxima include the bound itself, and hide what is unknown", () => {
    expect(kept(rows, { maxDeposits: dollars(1e6) })).toBe("exact poor");
    expect(kept(rows, { maxApy: fraction(0.05) })).toBe("rich exact");
    expect(apply(rows, { maxApy: fraction(0.05) }).hiding).toMatchObject([{ hides: 1, unknown: 1 }]);
  });

  it("what is available and the maximum LTV have bounds of their own", () => {
    const pools = [
      marketRow({
        id: "free",
        totalDepositUsd: dollars(10),
        totalBorrowUsd: dollars(2),
        maxLtv: fraction(0.8),
      }),
      marketRow({
        id: "lent",
        totalDepositUsd: dollars(10),
        totalBorrowUsd: dollars(9),
        maxLtv: fraction(0.5),
      }),
      marketRow({ id: "silent" }),
    ];
    expect(kept(pools, { minAvailable: dollars(8) })).toBe("free");
    expect(kept(pools, { minLtv: fraction(0.8) })).toBe("free");
    expect(kept(pools, { maxLtv: fraction(0.5) })).toBe("lent");
    expect(apply(pools, { minLtv: fraction(0.8) }).hiding).toMatchObject([{ hides: 1, unknown: 1 }]);
  });

  it("the utilization has an upper bound, percent in the URL, and one that is unknown is hidden and counted", () => {
    const { maxUtilization } = readViewState("maxUtilization=80");
    expect(maxUtilization).toBe(0.8);
    const pools = [used("free", 2), used("exact", 8), used("lent", 9), marketRow({ id: "silent" })];
    expect(kept(pools, { maxUtilization })).toBe("free exact");
    expect(apply(pools, { maxUtilization }).hiding).toMatchObject([
      { filter: "maxUtilization", hides: 1, unknown: 1 },
    ]);
  });

  it("rewards are bounded by their part of the rate, where what has none passes and what does not tell is unknown", () => {
    const payers = [
      paidIn("none", 0, 0),
      paidIn("quarter", 0.08, 0.02),
      paidIn("most", 0.1, 0.06),
      marketRow({ id: "silent" }),
    ];
    const { maxRewards } = readViewState("maxRewards=25");
    expect(kept(payers, { maxRewards })).toBe("none quarter");
    expect(apply(payers, { maxRewards }).hiding).toMatchObject([
      { filter: "maxRewards", hides: 1, unknown: 1 },
    ]);
  });

  it("the rate is the one that leads", () => {
    const row = marketRow({ id: "a", depositApy: fraction(0.1), baseDepositApy: fraction(0.01) });
    expect(kept([row], { minApy: fraction(0.05) })).toBe("a");
    expect(kept([row], { minApy: fraction(0.05), basis: "base" })).toBe("");
  });
});

function limited(id: string, maxDeposit: number | undefined): MarketRow {
  return marketRow({
    id,
    totalDeposit: tokens(100),
    totalDepositUsd: dollars(100),
    maxDeposit: maxDeposit === undefined ? undefined : tokens(maxDeposit),
  });
}

/** A pool of 1,000 that is lent out so far. */
const lender = (id: string, lent: number): MarketRow =>
  marketRow({
    id,
    totalDepositUsd: dollars(1000),
    totalBorrowUsd: dollars(lent),
    totalDeposit: tokens(1000),
    totalBorrow: tokens(lent),
    maxBorrow: tokens(10_000),
    tokens: [rowToken("USDC")],
  });

describe("switches", () => {
  const paying = marketRow({ id: "paying", rewards: [reward("deposit", 0.01)], rewardsGiven: true });
  const borrowers = marketRow({
    id: "borrowers",
    rewards: [reward("borrow", 0.01)],
    rewardsGiven: true,
    depositApy: fraction(0.1),
    baseDepositApy: fraction(0.1),
  });
  const plain = marketRow({ id: "plain", depositApy: fraction(0.1), baseDepositApy: fraction(0.1) });
  const silent = marketRow({ id: "silent", depositApy: fraction(0.1) });
  const rows = [paying, borrowers, plain, silent];

  it("Only with rewards keeps what pays rewards to either side", () => {
    expect(kept(rows, { onlyRewards: true })).toBe("paying borrowers");
    expect(apply(rows, { onlyRewards: true }).hiding).toMatchObject([{ hides: 1, unknown: 1 }]);
  });

  it("Base yield only keeps what is known to pay depositors none", () => {
    expect(kept(rows, { onlyBase: true })).toBe("borrowers plain");
    expect(apply(rows, { onlyBase: true }).hiding).toMatchObject([{ hides: 1, unknown: 1 }]);
  });

  it("Fits my size keeps what has room for the whole size, and does nothing without a size", () => {
    const pools = [
      limited("room", 200),
      limited("exact", 150),
      limited("short", 149),
      limited("silent", undefined),
    ];
    expect(kept(pools, { onlyFits: true, size: dollars(50) })).toBe("room exact");
    expect(apply(pools, { onlyFits: true, size: dollars(50) }).hiding).toMatchObject([
      { hides: 1, unknown: 1 },
    ]);
    expect(kept(pools, { onlyFits: true })).toBe("room exact short silent");
  });

  it("in Borrow my size is a loan: it fits where so much can be borrowed, and nothing is said of leaving", () => {
    const pools = [lender("lends", 900), lender("short", 960), marketRow({ id: "silent" })];
    const loan = { view: "borrow", size: dollars(50), unborrowable: true } as const;
    expect(kept(pools, { ...loan, onlyFits: true })).toBe("lends");
    expect(kept(pools, { ...loan, onlyExits: true })).toBe("lends short silent");
  });

  it("Withdrawable now keeps what is free for all of my size, and does nothing without one", () => {
    const pools = [
      marketRow({ id: "free", totalDepositUsd: dollars(100), totalBorrowUsd: dollars(40) }),
      marketRow({ id: "lent", totalDepositUsd: dollars(100), totalBorrowUsd: dollars(41) }),
      marketRow({ id: "silent" }),
    ];
    expect(kept(pools, { onlyExits: true, size: dollars(60) })).toBe("free");
    expect(apply(pools, { onlyExits: true, size: dollars(60) }).hiding).toMatchObject([
      { hides: 1, unknown: 1 },
    ]);
    expect(kept(pools, { onlyExits: true })).toBe("free lent silent");
  });

  it("Steady rate keeps base rates near their own average, and net rates of loops near theirs", () => {
    const now = { baseDepositApy: fraction(0.05), depositApy: fraction(0.05) };
    const pools = [
      marketRow({ id: "steady", ...now, baseDepositApy90d: fraction(0.05) }),
      marketRow({ id: "spiking", ...now, baseDepositApy90d: fraction(0.01) }),
      marketRow({ id: "fading", ...now, baseDepositApy90d: fraction(0.09) }),
      marketRow({ id: "new", ...now, baseDepositApy30d: fraction(0.05) }),
      marketRow({ id: "loop", type: "loop", depositApy: fraction(0.1), depositApy90d: fraction(0.11) }),
      marketRow({ id: "silent" }),
    ];
    expect(kept(pools, { types: marketTypes, onlySteady: true })).toBe("steady loop");
    expect(apply(pools, { types: marketTypes, onlySteady: true }).hiding).toMatchObject([
      { hides: 2, unknown: 2 },
    ]);
  });

  it("Hide small markets hides them as long as a larger one passes the other filters, and says when not", () => {
    const pools = [
      marketRow({ id: "large", totalDepositUsd: dollars(100_000), providerId: "kamino" }),
      marketRow({ id: "small", totalDepositUsd: dollars(99_999), providerId: "lulo" }),
      marketRow({ id: "silent", providerId: "lulo" }),
    ];
    expect(kept(pools, { hideSmall: true })).toBe("large");
    expect(apply(pools, { hideSmall: true })).toMatchObject({
      gaveWay: false,
      hiding: [{ filter: "hideSmall", hides: 1, unknown: 1 }],
    });
    expect(kept(pools, { hideSmall: true, providers: ["lulo"] })).toBe("small silent");
    expect(apply(pools, { hideSmall: true, providers: ["lulo"] }).gaveWay).toBe(true);
    expect(apply(pools, { hideSmall: true, query: "nothing" }).gaveWay).toBe(false);
    // Loops publish no deposits.
    expect(kept([...pools, pair("loop", "A", "B")], { hideSmall: true })).toBe("large loop");
  });

  it("Starred keeps the starred", () => {
    expect(kept(rows, { onlyStarred: true }, new Set(["plain", "gone"]))).toBe("plain");
  });
});

describe("what hides what", () => {
  const rows = [
    marketRow({ id: "a", totalDepositUsd: dollars(10), depositApy: fraction(0.01) }),
    marketRow({ id: "b", totalDepositUsd: dollars(10), depositApy: fraction(0.2) }),
    marketRow({ id: "c", totalDepositUsd: dollars(1e6), depositApy: fraction(0.01) }),
    marketRow({ id: "d", depositApy: fraction(0.2) }),
    marketRow({ id: "e" }),
  ];
  const change = { minDeposits: dollars(100), minApy: fraction(0.1) };

  it("a filter hides the rows that pass all others, what is unknown counted apart", () => {
    expect(apply(rows, change).hiding).toEqual([
      { filter: "minDeposits", hides: 1, unknown: 1, alone: 2, fails: 4 },
      { filter: "minApy", hides: 1, unknown: 0, alone: 1, fails: 3 },
    ]);
  });

  it("only what is hidden for nothing but the unknown counts as unknown", () => {
    expect(apply(rows, change).unknownHidden).toBe(2);
  });

  it("a search knows how many of its matches other filters hide", () => {
    expect(apply(rows, { ...change, query: "kamino" }).searchHidden).toBe(5);
    expect(apply(rows, { ...change, query: "nothing" }).searchHidden).toBe(0);
    expect(apply(rows, change).searchHidden).toBe(0);
  });

  it("filters that hide nothing are not named", () => {
    expect(apply(rows, { providers: ["kamino"] }).hiding).toEqual([]);
  });
});

describe("no doubts", () => {
  it("keeps markets whose figures agree; what could not be checked is hidden and counted as unknown", () => {
    const reached = { websiteUrl: "https://example.com" };
    const pools = [
      marketRow({ id: "fine", ...reached, depositApy: fraction(0.05), totalDeposit: tokens(1) }),
      marketRow({ id: "off", ...reached, maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) }),
      marketRow({ id: "silent", ...reached }),
    ];
    expect(kept(pools, { onlyClean: true })).toBe("fine");
    expect(apply(pools, { onlyClean: true }).hiding).toMatchObject([
      { filter: "onlyClean", hides: 1, unknown: 1, alone: 2 },
    ]);
  });
});

describe("laws of filters", () => {
  const someChange: fc.Arbitrary<Partial<ViewState>> = fc.record(
    {
      types: fc.constantFrom<ViewState["types"][]>(["lending"], ["yield", "loop"], marketTypes),
      providers: fc.constantFrom<ViewState["providers"][]>(["kamino"], ["lulo", "unheard-of"]),
      notProviders: fc.constantFrom<ViewState["notProviders"][]>(["kamino"], ["lulo", "unheard-of"]),
      assetMatch: fc.constantFrom<ViewState["assetMatch"][]>("side", "any", "all", "only"),
      assets: fc.constantFrom<ViewState["assets"][]>(["AAAAmint"], ["BBBBmint", "CCCCmint"]),
      without: fc.constantFrom<ViewState["without"][]>(["AAAAmint"], ["BBBBmint", "CCCCmint"]),
      statuses: fc.constantFrom<ViewState["statuses"][]>(["open"], ["closed", "settled"]),
      query: fc.constantFrom("usd", "main", "zz"),
      minDeposits: fc.constantFrom(dollars(1), dollars(1e6)),
      maxDeposits: fc.constantFrom(dollars(1000), dollars(1e6)),
      minApy: fc.constantFrom(fraction(0), fraction(0.05)),
      maxApy: fc.constantFrom(fraction(0.02), fraction(0.2)),
      minAvailable: fc.constantFrom(dollars(1), dollars(1e5)),
      minLtv: fc.constantFrom(fraction(0.5)),
      maxLtv: fc.constantFrom(fraction(0.75)),
      onlyRewards: fc.boolean(),
      onlyBase: fc.boolean(),
      onlySteady: fc.boolean(),
      onlyFits: fc.boolean(),
      onlyExits: fc.boolean(),
      onlyClean: fc.boolean(),
      onlyStarred: fc.boolean(),
      chosen: fc.constantFrom<ViewState["chosen"][]>(["a"], ["b", "c"]),
      size: fc.constantFrom(dollars(1000)),
      basis: fc.constantFrom<ViewState["basis"][]>("total", "base"),
    },
    { requiredKeys: [] },
  );
  const starred = new Set(["a", "b", "aa"]);

  it("filters only remove, and keep the order of the list", () => {
    fc.assert(
      fc.property(someRows(), someChange, (rows, change) => {
        const { visible, total } = apply(rows, change, starred);
        expect([...visible]).toEqual([...rows.keys()].filter((at) => visible.includes(at)));
        expect(visible.length).toBeLessThanOrEqual(total);
      }),
    );
  });

  it("filters together keep exactly what each half of them keeps, so their order never matters", () => {
    fc.assert(
      fc.property(someRows(), someChange, fc.integer({ min: 0, max: 2 ** 24 - 1 }), (rows, change, mask) => {
        // What the judgement of others depends on stays in place in every half.
        const { types = marketTypes, size, basis = "total", assetMatch = "side", ...filters } = change;
        const keptBy = (wanted: (at: number) => boolean): readonly number[] => {
          const part = Object.fromEntries(Object.entries(filters).filter((_entry, at) => wanted(at)));
          return [...apply(rows, { ...part, types, size, basis, assetMatch }, starred).visible];
        };
        const one = keptBy((at) => (mask & (1 << at)) !== 0);
        const other = keptBy((at) => (mask & (1 << at)) === 0);
        expect(keptBy(() => true)).toEqual(one.filter((at) => other.includes(at)));
      }),
    );
  });

  it("lifting a filter brings back exactly what it was said to hide alone", () => {
    fc.assert(
      fc.property(someRows(), someChange, (rows, change) => {
        const state = { ...everything, ...change };
        const before = apply(rows, state, starred);
        const after = before.hiding.map(
          ({ filter }) => apply(rows, { ...state, ...liftFilters([filter]) }, starred).visible.length,
        );
        expect(after).toEqual(before.hiding.map(({ alone }) => before.visible.length + alone));
      }),
    );
  });

  it("the filter whose lifting brings back the most comes first", () => {
    fc.assert(
      fc.property(someRows(), someChange, (rows, change) => {
        const counts = apply(rows, change, starred).hiding.map(({ alone }) => alone);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      }),
    );
  });
});
