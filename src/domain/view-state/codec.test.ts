import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jitoSol, sol, usdc } from "../../../tests/fixtures/mints.ts";
import { marketTypes, predictionStatuses } from "../../contract/market.ts";
import { ratio, tokenAmount, usd } from "../../contract/units.ts";
import { columnIds, isSortableColumnId } from "../market/columns.ts";
import { mintsOfAssets } from "../market/asset-families.ts";
import { assetMatches } from "../market/filters/filter-kinds.ts";
import { filterIds, filters } from "../market/filters/filters.ts";
import {
  canonicalViewState,
  changeViewState,
  defaultViewState,
  readViewState,
  writeViewState,
} from "./codec.ts";
import { viewIds, type ViewState } from "./view-state.ts";
import { views } from "./views.ts";

function state(change: Partial<ViewState>): ViewState {
  return { ...defaultViewState, ...change };
}

/** Characters with a meaning in a URL or that break when truncated, beside plain ones. */
const oddLetter = fc.constantFrom(..."aZ09%&=+#,-.;?/ \u0000".split(""), "ü", "😀", "\ud83d", "\udc00");
const sortableIds = columnIds.filter(isSortableColumnId);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const someUsd = fc.integer({ min: 1, max: 1e12 }).map((cents) => usd(cents / 100));
const somePercent = fc
  .integer({ min: -1e11, max: 1e11 })
  .map((tenThousandths) => ratio(tenThousandths / 1e6));
/** Any values of one filter of each kind; filter-law.test.ts covers the other filters. */
const anyState: fc.Arbitrary<ViewState> = fc
  .record({
    view: fc.constantFrom(...viewIds),
    types: fc.subarray([...marketTypes], { minLength: 1 }),
    providers: fc.subarray(["kamino", "lulo", "a-new.one", "ünï", "the service", "a&b"]),
    assets: fc.subarray([usdc, "stables", sol, "sol", jitoSol]),
    assetMatch: fc.constantFrom(...assetMatches),
    collateral: fc.constantFrom(undefined, usdc, sol),
    statuses: fc.subarray([...predictionStatuses], { minLength: 1 }),
    query: fc
      .oneof(fc.string({ unit: oddLetter, maxLength: 60 }), fc.constantFrom("a&b=c#d", "+ %", "  x "))
      .map((text) => text.replaceAll(/\p{Surrogate}/gu, "")),
    minDeposits: optional(someUsd),
    minApy: optional(somePercent),
    minFlow: optional(fc.integer({ min: -1e12, max: 1e12 }).map((cents) => usd(cents / 100))),
    minAge: optional(fc.integer({ min: 0, max: 36_500_000 }).map((thousandths) => thousandths / 1000)),
    chosen: fc.subarray(["kamino.lending.a", "odd,id%2C&=#", "lulo.protected.USDC"]),
    size: optional(someUsd),
    collateralAmount: fc.constantFrom(undefined, tokenAmount(1700), tokenAmount(0.25)),
    loanShare: fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100),
    basis: fc.constantFrom("total", "base"),
    outcomes: fc.constantFrom("grouped", "all"),
    benchmark: fc.constantFrom(undefined, "kamino.lending.a", "odd,id%2C&=#", " ü ", "+"),
    sort: optional(
      fc
        .uniqueArray(fc.constantFrom(...sortableIds), { minLength: 1, maxLength: 4 })
        .map((columns) => columns.map((column, index) => ({ column, descending: index % 2 === 0 }))),
    ),
    columns: optional(fc.subarray([...columnIds])),
    density: fc.constantFrom("normal", "compact"),
  })
  .map(state);

const percentOf = (text: string): number | undefined =>
  readViewState(`?minApy=${encodeURIComponent(text)}`).minApy;

describe("the view state in the URL", () => {
  it("reads an empty URL and names of the object prototype as the defaults, which are written as nothing", () => {
    for (const search of ["", "?", "?__proto__=polluted&constructor=1&toString=2&hasOwnProperty=3"]) {
      const read = readViewState(search);
      expect(read).toEqual(defaultViewState);
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    }
    expect(writeViewState(defaultViewState, "")).toBe("");
  });

  it("is read back as the canonical form of any state", () => {
    fc.assert(
      fc.property(anyState, (sent) => {
        expect(readViewState(writeViewState(sent, ""))).toEqual(canonicalViewState(sent));
      }),
    );
  });

  it("never throws for any URL and always reads a canonical state", () => {
    const name = fc.oneof(
      fc.constantFrom(...filterIds.map((id) => filters[id].name)),
      fc.constantFrom("view", "type", "vs", "sort", "cols", "__proto__"),
      fc.string({ unit: oddLetter, maxLength: 4 }),
    );
    const value = fc.oneof(
      fc.string({ unit: oddLetter, maxLength: 12 }),
      fc.constantFrom("%", "%E0%A4%A", "1e9", "-", ",,,", "NaN", "%00"),
    );
    const junk = fc
      .array(fc.tuple(name, value).map((pair) => pair.join("=")))
      .map((pairs) => `?${pairs.join("&")}`);
    fc.assert(
      fc.property(junk, (search) => {
        const read = readViewState(search);
        expect(canonicalViewState(read)).toEqual(read);
        const written = writeViewState(read, search);
        expect(readViewState(written)).toEqual(read);
        expect(writeViewState(read, written)).toBe(written);
      }),
      { examples: [["?maxAge=-0"]] },
    );
  });

  it("omits defaults and writes parameters in a fixed order", () => {
    const change = {
      density: "compact",
      columns: ["market", "type", "actions"],
      sort: [{ column: "maxLtv", descending: true }],
      benchmark: "a,1&b",
      size: usd(50_000),
      chosen: ["b.2", "a,1"],
      onlyClean: true,
      minApy: ratio(0.05),
      query: "jito sol",
      providers: ["lulo", "kamino"],
      types: ["loop", "lending"],
    } as const;
    expect(writeViewState(state(change), "")).toBe(
      "type=lending,loop&provider=kamino,lulo&q=jito%20sol&minApy=5&clean=1&list=a%252C1,b.2&size=50000" +
        "&vs=a%252C1%2526b&sort=-maxLtv&cols=market,type,actions&density=compact",
    );
  });

  it("drops an invalid value alone, and an invalid item from its list", () => {
    expect(
      readViewState(
        `?view=moon&type=lending,cheese,,yield&provider=kamino,%00&asset=${usdc},0OIl,${sol}&without=0OIl,${jitoSol}&status=open,lost` +
          "&minDeposits=-5&minApy=abc&rewards=yes&size=0&basis=net&list=%25,,%2520&vs=%25&sort=-depositApy,actions,nope,maxLtv&cols=x&density=huge",
      ),
    ).toEqual(
      state({
        types: ["lending", "yield"],
        providers: ["kamino"],
        assets: [usdc, sol],
        without: [jitoSol],
        sort: [
          { column: "depositApy", descending: true },
          { column: "maxLtv", descending: false },
        ],
      }),
    );
  });

  it("writes a family as one word, even when all its mints are listed", () => {
    const mints = mintsOfAssets(["eth"]);
    const [first] = mints;
    for (const text of ["eth", mints.join(), `eth,${first}`, `nonsense,eth`]) {
      const read = readViewState(`asset=${usdc},${text}`);
      expect(read.assets).toEqual(["eth", usdc]);
      expect(writeViewState(read, "")).toBe(`asset=eth,${usdc}`);
    }
    expect(readViewState(`asset=${first}`).assets).toEqual([first]);
  });

  it("keeps the loan filters only in Borrow", () => {
    const text = `view=borrow&asset=${usdc}&collateral=${sol}&unborrowable=1&have=1700&share=75`;
    const read = readViewState(text);
    expect(read).toMatchObject({ assets: [usdc], collateral: sol, unborrowable: true });
    expect(read).toMatchObject({ collateralAmount: 1700, loanShare: 0.75 });
    expect(readViewState("view=borrow&have=1700&share=0")).toMatchObject({
      collateralAmount: undefined,
      loanShare: 0.5,
    });
    expect(writeViewState(changeViewState(read, { view: "earn" }), "")).toBe(`asset=${usdc}`);
    expect(readViewState(text.replace(sol, "junk")).collateral).toBeUndefined();
    expect(readViewState(text.replace("1700", "0")).collateralAmount).toBeUndefined();
  });

  it("keeps the benchmark through any change of view, and drops one that is not a valid id", () => {
    const vs = readViewState("vs=kamino.lending.a");
    expect(vs.benchmark).toBe("kamino.lending.a");
    for (const view of viewIds) expect(changeViewState(vs, { view }).benchmark).toBe("kamino.lending.a");
    for (const none of ["vs=", "vs=%2520", "vs=%25E0", `vs=${"a".repeat(8001)}`])
      expect(readViewState(none).benchmark).toBeUndefined();
    expect(canonicalViewState(state({ benchmark: "\ud83d" })).benchmark).toBeUndefined();
  });

  it("takes the first of a repeated parameter, and preserves unknown ones after its own", () => {
    const search = "?utm=a%20b&q=one&q=two&flag&%E0%A4%A=z&__proto__=1";
    expect(readViewState(search).query).toBe("one");
    expect(writeViewState(state({ query: "x" }), search)).toBe("q=x&utm=a%20b&flag&%E0%A4%A=z&__proto__=1");
  });

  it("limits the lengths of texts and lists, and never splits a surrogate pair", () => {
    expect(readViewState(`?q=${"a".repeat(5000)}`).query).toHaveLength(200);
    expect(readViewState(`?provider=${"p".repeat(65)}`).providers).toEqual([]);
    const many = Array.from({ length: 90 }, (_, index) => `p${index}`).join(",");
    expect(readViewState(`?provider=${many}`).providers).toHaveLength(50);
    expect(readViewState(`?sort=${sortableIds.join(",")}`).sort).toHaveLength(4);
    expect(readViewState(`?q=${"a".repeat(9000)}`).query).toBe("");
    expect(readViewState(`?q=${"a".repeat(199)}😀`).query).toBe("a".repeat(199));
  });

  it("reads percent as a plain decimal, and nothing else", () => {
    expect(["5.2", ".5", "7.", "-3", "-0"].map(percentOf)).toEqual([0.052, 0.005, 0.07, -0.03, 0]);
    const none = ["1e3", "0x10", "", " ", "Infinity", "99999999", "1.1234567"];
    expect(none.map(percentOf)).toEqual(none.map(() => undefined));
  });

  it("reads an amount as its field does", () => {
    expect(readViewState("?size=250k&minDeposits=$1.5m")).toEqual(
      state({ size: usd(250_000), minDeposits: usd(1_500_000) }),
    );
  });

  it("writes numbers without floating-point noise or exponents", () => {
    const written = [
      { minApy: ratio(0.07) },
      { minApy: ratio(1e-8) },
      { size: usd(1e15) },
      { size: usd(1 / 3) },
    ];
    const texts = ["minApy=7", "minApy=0.000001", "size=1000000000000000", "size=0.333333"];
    expect(written.map((change) => writeViewState(state(change), ""))).toEqual(texts);
  });

  it("keeps `market` first and `actions` last, and drops columns equal to the view's own", () => {
    const columns = ["market", "depositApy", "type", "actions"];
    expect(readViewState("?cols=depositApy,type").columns).toEqual(columns);
    expect(readViewState("?cols=actions,depositApy,market,type").columns).toEqual(columns);
    expect(readViewState(`?cols=${views.earn.columns.join(",")}`).columns).toBeUndefined();
  });

  it.each([
    ["provider=lulo&notProvider=kamino", "provider=lulo"],
    ["match=any", ""],
    ["outcomes=all", ""],
  ])("drops what has no effect: %s means the same as '%s'", (search, shortest) => {
    expect(writeViewState(readViewState(search), "")).toBe(shortest);
  });

  it("drops a sort equal to the view's own", () => {
    for (const own of ["sort=-depositApy", "view=borrow&sort=borrowApy", "basis=base&sort=-baseDepositApy"])
      expect(readViewState(own).sort).toBeUndefined();
    for (const chosen of ["view=borrow&sort=-borrowApy", "basis=base&sort=-depositApy"])
      expect(readViewState(chosen).sort).toHaveLength(1);
  });
});

describe("views and types", () => {
  it.each([
    ["type=loop", "loop", ["loop"]],
    ["view=loop&type=loop,yield", "earn", ["yield", "loop"]],
    ["view=loop&type=lending,yield,loop,perpetual,prediction", "all", [...marketTypes]],
    ["type=lending,yield,loop,perpetual,prediction", "earn", [...marketTypes]],
    ["view=borrow&type=lending,yield", "borrow", ["lending", "yield"]],
    ["view=borrow&type=yield", "earn", ["yield"]],
    ["view=perpetual&type=cheese", "perpetual", ["perpetual"]],
  ])("reads %s as view %s, and again once written", (search, view, types) => {
    const read = readViewState(search);
    expect(read).toMatchObject({ view, types });
    expect(readViewState(writeViewState(read, ""))).toEqual(read);
  });

  it("choosing a view sets its types, resets sort and columns, and keeps the filters", () => {
    const before = readViewState("sort=maxLtv&cols=type&q=usdc&minDeposits=5");
    expect(changeViewState(before, { view: "prediction" })).toEqual(
      state({ view: "prediction", types: ["prediction"], query: "usdc", minDeposits: usd(5) }),
    );
    expect(changeViewState(before, { view: "loop", basis: "base" }).sort).toBeUndefined();
    expect(changeViewState(before, { view: "earn" })).toEqual(before);
  });

  it("changing types leaves a specialized view but keeps the chosen sort", () => {
    const loop = readViewState("view=loop&sort=maxLeverage");
    expect(changeViewState(loop, { types: ["loop", "lending"] })).toMatchObject({
      view: "earn",
      types: ["lending", "loop"],
      sort: [{ column: "maxLeverage", descending: false }],
    });
    expect(changeViewState(loop, { types: [] }).types).toEqual(["loop"]);
  });

  it("toggling the basis swaps the two rates in an explicit sort, and back", () => {
    const before = readViewState("sort=depositApy,-baseDepositApy,maxLtv");
    const base = changeViewState(before, { basis: "base" });
    expect(base.sort?.map((key) => key.column)).toEqual(["baseDepositApy", "depositApy", "maxLtv"]);
    expect(changeViewState(base, { basis: "total" })).toEqual(before);
  });
});
