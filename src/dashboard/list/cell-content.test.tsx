import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, poolRow, readRow, rowToken, someRow } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import { ratio } from "../../contract/units.ts";
import { columnIds, columnOf, columnValue, type ColumnId } from "../../domain/market/columns.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { columnHelp, helpOf } from "../../domain/market/column-help.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import { tableRow } from "../../../tests/fixtures/table-rows.tsx";
import { defaultViewState } from "../../domain/view-state/codec.ts";
import { viewIds } from "../../domain/view-state/view-state.ts";
import { views, visibleColumns } from "../../domain/view-state/views.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { cellContent, whyMissing } from "./cell-content.ts";

const plain: SelectContext = { size: undefined, basis: "total", benchmark: undefined };
function cellText(id: ColumnId, row: MarketRow, context: SelectContext = plain, compact = false): string {
  const drawn = tableRow(["market", id, "actions"], context, compact);
  drawn.show(row);
  return drawn.cell(id).textContent;
}

/** The marks beside a market's name and in its checks cell. */
function signs(row: MarketRow): readonly string[] {
  const drawn = tableRow(["market", "doubts"], plain);
  drawn.show(row);
  return (["market", "doubts"] as const).map(
    (id) => drawn.cell(id).querySelector<HTMLElement>(".mark")?.dataset["mark"] ?? "none",
  );
}

describe("every column", () => {
  test("has a unique name and a help text, which calls no market too new or safe and does not speak of the list", () => {
    const names = columnIds.map((id) => columnOf(id).name);
    expect(new Set(names).size).toBe(columnIds.length);
    const helps = columnIds.map((id) => columnHelp(id).what);
    expect(
      helps.filter((what) => !what.endsWith(".") || /too new|\bsafe|sorts? |in the list/i.test(what)),
    ).toEqual([]);
  });

  // A market without website and actions would fail a check.
  test.each(columnIds.filter((id) => !["market", "type", "provider", "doubts", "actions"].includes(id)))(
    "%s shows a dash when the market has no value",
    (id) => {
      const text = cellText(id, marketRow(), { size: dollars(1000), basis: "total", benchmark: undefined });
      expect(text).toMatch(/^—/);
    },
  );
});

/** The cell's text and the value that sorts it. */
function leftToBorrow(market: object): readonly unknown[] {
  const row = readRow({ type: "lending", borrowApy: 0.05, ...market });
  return [cellText("leftToBorrow", row), columnValue("leftToBorrow", row, plain)];
}

test("left to borrow is a bound, which is also its value, if only liquidity or only the borrow cap is known", () => {
  const totals = { totalDeposit: 1e6, totalDepositUsd: 1e6, totalBorrow: 6e5, totalBorrowUsd: 6e5 };
  expect(leftToBorrow({ ...totals, maxBorrow: 7e5 })).toEqual(["$100.0 k", 1e5]);
  expect(leftToBorrow(totals)).toEqual(["≤ $400.0 k", 4e5]);
  expect(leftToBorrow({ ...totals, totalDepositUsd: undefined, maxBorrow: 6e5 })).toEqual(["$0", 0]);
});

const loop = readRow({ id: "loop", type: "loop", depositApy: 0.3667, additionalData: { leverage: 2.6 } });
const closed = {
  byLoop: new Map([["loop", { left: dollars(0), closed: "borrowed" as const }]]),
  rows: [],
  text: "closed",
};

test("a loop's rate shows its leverage and whether it is closed, also in compact rows", () => {
  for (const compact of [false, true]) {
    expect(cellText("depositApy", loop, plain, compact)).toBe("36.67 %at 2.6 ×");
    expect(cellText("depositApy", loop, { ...plain, loops: closed }, compact)).toBe(
      "36.67 %at 2.6 ×, closed",
    );
  }
  const unlevered = { ...loop, raw: readRow({ type: "loop" }).raw };
  expect(cellText("depositApy", unlevered)).toBe("36.67 %leverage unknown");
  expect(cellText("depositApy", unlevered, { ...plain, loops: closed })).toBe("36.67 %closed");
});

test("a loop that takes my size shows what it earns, if its leverage is known", () => {
  const sized = { ...plain, size: dollars(250_000) };
  expect(cellText("depositApy", loop, sized)).toBe("36.67 %$91.7k/yr at 2.6 ×");
  expect(cellText("depositApy", loop, { ...sized, loops: closed })).toBe("36.67 %at 2.6 ×, closed");
  const unlevered = { ...loop, raw: readRow({ type: "loop" }).raw };
  expect(cellText("depositApy", unlevered, sized)).toBe("36.67 %leverage unknown");
});

test("a loop of unknown leverage lacks what depends on it, and says why", () => {
  const unlevered = { ...loop, raw: readRow({ type: "loop" }).raw };
  for (const id of ["vsHolding", "dropToLiquidation"] as const)
    expect(whyMissing(id, unlevered, plain, { text: undefined })).toBe(
      `Leverage not published by ${loop.providerName}. The market's page assumes one.`,
    );
  expect(whyMissing("maxLtv", unlevered, plain, { text: undefined })).toBe(
    `Not published by ${loop.providerName}`,
  );
});

const sized: SelectContext = { ...plain, size: dollars(250_000) };
const measured: SelectContext = {
  ...plain,
  benchmark: { id: "safe", name: "USDC · Main Market", rate: fraction(0.0531) },
};

test("the vs benchmark help names the benchmark and its rate, or says it is not in the list", () => {
  expect(helpOf("vsBenchmark", measured).what).toMatch(/The benchmark is USDC · Main Market, 5\.31 % now\.$/);
  const net = { id: "loop", name: "JLP/PYUSD", rate: fraction(0.33), isNet: true };
  expect(helpOf("vsBenchmark", { ...plain, basis: "base", benchmark: net }).what).toMatch(
    /33\.00 % net now\.$/,
  );
  const absent = { id: "safe", name: undefined, rate: undefined };
  expect(helpOf("vsBenchmark", { ...plain, benchmark: absent }).what).toMatch(/is not in this list\.$/);
  for (const id of ["vsBenchmark", "depositApy"] as const)
    expect(helpOf(id, id === "depositApy" ? measured : plain)).toEqual(columnHelp(id));
});

const barSizes = (context: SelectContext): readonly string[] | undefined => {
  const drawn = tableRow(["market", "depositApy"], context);
  drawn.show(marketRow({ depositApy: fraction(0.082) }));
  const bar = drawn.cell("depositApy").querySelector<HTMLElement>("[data-side]");
  return bar?.style.backgroundSize.split(/, */);
};

test("the rate bar marks the benchmark when there is one", () => {
  expect(barSizes(measured)?.[0]).toBe("1px 12px");
  expect(barSizes(plain)).not.toContain("1px 12px");
});

const limited = (left: number): MarketRow => poolRow("p", { deposits: 4_100_000, left, apy: 0.082 });
const steadyBase = { baseDepositApy: fraction(0.08), baseDepositApy30d: fraction(0.04) };
const trending = (average: number): MarketRow =>
  marketRow({ ...steadyBase, baseDepositApy90d: fraction(average) });

/** A pool with loans and, if given, an amount that can still be borrowed. */
const lender = (lent: number, borrowLeft?: number): MarketRow =>
  poolRow("p", { deposits: 4_100_000, lent, borrowLeft, borrowApy: 0.05 }, { maxLtv: fraction(0.5) });
const loan: SelectContext = { ...plain, size: dollars(410_000) };
const stable = {
  tokens: [rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")],
  liquidationLtv: fraction(0.85),
};
const secured = { ...lender(1_640_000, 7e6), ...stable };
const usual = { websiteUrl: "https://example.com", depositApy: fraction(0.05), totalDeposit: tokens(1) };

test.each<
  readonly [what: string, id: ColumnId, row: MarketRow, context: SelectContext, shown: RegExp | string]
>([
  ["a label in the benchmark's own row", "vsBenchmark", marketRow({ id: "safe" }), measured, "benchmark"],
  ["the shortfall for my size", "capacityLeft", limited(180_000), sized, /\$70k short/],
  ["no shortfall when my size fits", "capacityLeft", limited(4_900_000), sized, /^(?!.*short)/],
  [
    "no yearly earnings when my size doesn't fit",
    "effectiveApy",
    limited(180_000),
    sized,
    /^(?!.*yr).*\$70k short/,
  ],
  ["yearly earnings when my size fits", "effectiveApy", limited(4_900_000), sized, /\/yr/],
  [
    "three digits per end of yearly earnings in a wide range, which would be cut",
    "effectiveApy",
    poolRow("small", { deposits: 207_000, lent: 100_000, apy: 0.082 }),
    { ...plain, size: dollars(5_000_000) },
    "0.01–0.31 %$623 – $15.7k/yr",
  ],
  [
    "a warning near full utilization",
    "effectiveApy",
    { ...limited(9e6), totalBorrow: tokens(3_900_000), totalBorrowUsd: dollars(3_900_000) },
    sized,
    /95 % is lent out; the APY may fall faster than shown\..*\/yr|\/yr.*95 % is lent out/,
  ],
  ["a word for a rising rate", "trend", trending(0.04), plain, /spiking/],
  ["no word for a steady rate", "trend", trending(0.08), plain, "0 %"],
  // From 40 % lent out to 50 %: 1.05^1.25 − 1.
  ["the utilization after a loan", "loanApy", lender(1_640_000, 7e6), loan, "5.00–6.29 %50.0 % used"],
  ["the shortfall under the borrow cap", "loanApy", lender(1_640_000, 360_000), loan, /\$50k short/],
  [
    "no upper bound past the kink, with the reason",
    "loanApy",
    lender(3_280_000, 5e6),
    loan,
    /^Your loan takes utilization to 90 %, where the borrow rate can jump\..*≥ 5\.00 %/,
  ],
  ["collateral at half the limit in USD and tokens", "collateralNeeded", secured, loan, "$1.6 M1.6 M USDC"],
  [
    "that a loan needs more collateral than I have",
    "collateralNeeded",
    secured,
    { ...loan, collateralAmount: tokens(1_500_000) },
    /^Needs more than your 1\.5 M USDC\./,
  ],
  [
    "no warning when my collateral suffices",
    "collateralNeeded",
    secured,
    { ...loan, collateralAmount: tokens(1_640_000) },
    "$1.6 M1.6 M USDC",
  ],
  ["the liquidation price", "mayDrop", secured, loan, "70.6 %at $0.2941"],
  // The debt's own price can liquidate, too.
  [
    "no liquidation price when the debt is volatile",
    "mayDrop",
    { ...secured, tokens: [] },
    loan,
    /^[\d.]+ %$/,
  ],
  ["that checks passed", "doubts", marketRow(usual), plain, "passed"],
  ["a dash without figures to check", "doubts", marketRow({ websiteUrl: usual.websiteUrl }), plain, "—"],
])("a cell shows %s (%s)", (_what, id, row, context, shown) => {
  const text = cellText(id, row, context);
  expect([text, typeof shown === "string" ? text === shown : shown.test(text)]).toEqual([text, true]);
});

test("the tooltip has the needed tokens, whose long name the cell may cut off", () => {
  expect(cellContent("collateralNeeded", secured, loan).title).toBe("1.6 M USDC");
});

describe("the mark beside a name", () => {
  const off = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) };

  test.each([
    ["contradictory figures over a missing link", off, ["danger", "danger"], /Figures contradict\./],
    ["a missing link without alarm", usual, ["info", "info"], /No links\.(?!.*Doubtful)/],
  ])("shows %s", (_what, fields, marks, shown) => {
    const row = marketRow({ ...fields, websiteUrl: undefined, label: "USDC" });
    expect(signs(row)).toEqual(marks);
    for (const compact of [false, true]) expect(cellText("market", row, plain, compact)).toMatch(shown);
  });

  test("is absent when there is nothing to warn about", () => {
    expect(signs(marketRow(usual))[0]).toBe("none");
  });
});

const shown = (row: MarketRow): readonly unknown[] => {
  const ids = ["depositApy", "maxLtv", "baseDepositApy30d"] as const;
  const drawn = tableRow(["market", ...ids, "actions"], plain);
  drawn.show(row);
  return ids.map((id) => [drawn.cell(id).textContent, drawn.cell(id).getAttribute("aria-label")]);
};

test("a missing value is a dash, named as unpublished unless the type has no such value", () => {
  const missing = ["—", "Not published by Kamino"];
  expect(shown(marketRow({ type: "yield" }))).toEqual([missing, ["—", null], missing]);
  const drawn = tableRow(["capacityLeft"], plain);
  // The used share of its limit is known, but not what is left in dollars.
  drawn.show(marketRow({ maxDeposit: tokens(10), totalDeposit: tokens(5) }));
  expect(drawn.cell("capacityLeft").getAttribute("aria-label")).toBe(missing[1]);
  const sent = { depositApy: fraction(0.05), maxLtv: fraction(0.8) };
  expect(shown(marketRow(sent))).toEqual([["5.00 %", null], ["80.0 %", null], missing]);
});

const points = { apy: [], base: [], daysAboveBase: undefined, high90d: undefined, average: undefined };

test("next to base rates, the 90-day low says that it is of the total rate", () => {
  const trends = new Map([["m", { ...points, low90d: ratio(0.04) }]]);
  const low = (depositApy: number, basis: "base" | "total"): string =>
    cellText("low90d", readRow({ id: "m", type: "lending", depositApy, baseDepositApy: 0.03 }), {
      ...plain,
      basis,
      trends,
    });
  expect([low(0.05, "base"), low(0.05, "total"), low(0.03, "base")]).toEqual([
    "4.00 %total",
    "4.00 %",
    "4.00 %",
  ]);
});

function whyNoDays(low90d: number | undefined): string | undefined {
  const trends = new Map([["m", { ...points, low90d: ratio(low90d) }]]);
  return whyMissing("daysAboveBase", marketRow({ id: "m" }), { ...plain, trends }, { text: undefined });
}

test("a missing share of days is explained by the missing base rate, not by too few days", () => {
  expect(whyNoDays(0.04)).toBe("Not published by Kamino");
  expect(whyNoDays(undefined)).toMatch(/^Fewer than 75/);
});

/** Every element with its text and attributes, in an order independent of how they were written. */
function describeRow(row: HTMLElement): readonly unknown[] {
  return [row, ...row.querySelectorAll("*")].map((element) => ({
    tag: element.tagName,
    text: element.textContent,
    attributes: [...element.attributes]
      .map(({ name, value }) => [name, ...value.split(/; ?/).filter(Boolean).toSorted()].join(" "))
      .toSorted(),
  }));
}

describe("a row", () => {
  const benchmark = { id: "other", name: "USDC", rate: fraction(0.05) };

  test("renders the same when it is new and when it is reused, and never prints NaN or −0", () => {
    const context: SelectContext = { size: dollars(250_000), basis: "base", benchmark };
    const used = tableRow(columnIds, context);
    fc.assert(
      fc.property(someRow("m"), (row) => {
        const fresh = tableRow(columnIds, context);
        fresh.show(row);
        used.show(row);
        expect(describeRow(used.element())).toEqual(describeRow(fresh.element()));
        expect(used.element().textContent).not.toMatch(/NaN|Infinity|undefined|−0(?![.,]?\d*[1-9])/);
      }),
      runs(25),
    );
  });

  test.each(viewIds)("has at most forty elements in the view %s for any type of market", (view) => {
    const { types } = views[view];
    const asked = { size: dollars(250_000), basis: "base", benchmark } as const;
    const state = { ...defaultViewState, ...asked, view, types, benchmark: benchmark.id };
    const drawn = tableRow(visibleColumns({ ...state, statuses: ["open", "closed"] }), asked);
    for (const type of types) {
      drawn.show(
        marketRow({ type, depositApy: fraction(0.2), maxLeverage: 4, totalDepositUsd: dollars(1e6) }),
      );
      expect([type, drawn.element().querySelectorAll("*").length]).toEqual([
        type,
        expect.toSatisfy((count) => count < 40),
      ]);
    }
  });

  test.each([false, true])(
    "keeps the id of same-named markets outside the truncated name, compact %s",
    (compact) => {
      const drawn = tableRow(columnIds, plain, compact);
      drawn.show(marketRow({ providerName: "Kamino", productName: "Main Market", twin: "D6q6…gJ59" }));
      const [name, id] = drawn.cell("market").querySelector("a")?.children ?? [];
      expect([name?.textContent, id?.textContent]).toEqual(["m · Main Market", " · D6q6…gJ59"]);
      expect(name?.className).toContain("truncate");
    },
  );
});
