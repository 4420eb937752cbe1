// A column's value is formatted the same way in the table, the cards, the comparison and the market's page.
// order.test.ts checks that the list sorts by this value as well.
import { cleanup, render } from "@testing-library/react";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { queryWrapper } from "../../../tests/fixtures/queries.tsx";
import { quietList } from "../../../tests/fixtures/quiet-list.ts";
import { readRow, someRow } from "../../../tests/fixtures/market-rows.ts";
import { cellContext, tableRow } from "../../../tests/fixtures/table-rows.tsx";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import { marketTypes } from "../../contract/market.ts";
import { ratio, usd } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import {
  formatChange,
  formatCount,
  formatMultiple,
  formatPoints,
  formatPrice,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
} from "../../domain/format/number.ts";
import { formatFlow } from "../../domain/format/flow.ts";
import { formatDays, formatMoment, formatUntil } from "../../domain/format/time.ts";
import { createQueryClient } from "../queries/query-client.ts";
import { MarketCards } from "./cards/market-cards.tsx";
import { FactValue } from "./market-cells.tsx";
import { compareFacts } from "../select/compare/compare-facts.ts";
import { factGroups } from "../pages/market/market-fields.ts";
import type { LoopCapacities, SelectContext } from "../../domain/market/column.ts";
import {
  columnHeader,
  columnIds,
  columnOf,
  columnValue,
  type ColumnId,
} from "../../domain/market/columns.ts";
import { noOwnYields } from "../../domain/market/loops/own-yield.ts";
import { typeName } from "../../domain/market/market-text.ts";

// The market cell has more lines than the name, checks are counted in words, and actions are links.
// Figures from a loop's legs are tested with their columns.
const inWords: ReadonlySet<ColumnId> = new Set([
  "market",
  "doubts",
  "actions",
  "vsHolding",
  "dropToLiquidation",
]);
const figures = columnIds.filter((id) => !inWords.has(id));

/** A column's value formatted in its unit; for a range, the lower end. */
function expected(
  id: ColumnId,
  row: MarketRow,
  context: SelectContext,
  length: "short" | "full",
): string | undefined {
  const value = columnValue(id, row, context);
  if (value === undefined) return undefined;
  if (id === "type") return typeName(row);
  if (typeof value === "string")
    return id === "status" && row.result !== undefined ? `${value}: ${row.result}` : value;
  if (id === "capacityLeft" && value === 0 && row.kind === "loop") return "closed";
  if ((id === "rewardApy" || id === "borrowRewardApy") && value === 0) return "none";
  if (id === "flow30d") return formatFlow(usd(value))?.text;
  if (id === "effectiveApy") return formatRate(ratio(value))?.digits;
  // If the upper end is unknown, "< 0.01 %" is shown as at least 0.
  if (id === "loanApy") return value > 0 && value < 0.00005 ? "0" : formatRate(ratio(value))?.digits;
  if (id === "usdPerYear") return formatUsd(usd(value))?.digits;
  const { unit } = columnOf(id);
  if (unit === "time") return length === "full" ? formatMoment(value) : formatUntil(value, row.readAt);
  if (unit === "usd") return (length === "full" ? formatUsdExact(usd(value)) : formatUsd(usd(value)))?.text;
  if (unit === "multiple") return formatMultiple(value).text;
  if (unit === "days") return formatDays(value);
  if (unit === "count") return formatCount(value).text;
  const share = ratio(value);
  if (unit === "rate" || id === "shareOfPool") return formatRate(share)?.text;
  if (id === "chance") return formatShare(share, "whole")?.text;
  if (unit === "share") return formatShare(share)?.text;
  if (unit === "points") return formatPoints(share)?.text;
  if (unit === "change") return formatChange(share)?.text;
  return formatPrice(share)?.text;
}

const nothing = (): void => undefined;

type Shown = ReadonlyMap<ColumnId, string>;
function tableTexts(row: MarketRow, context: SelectContext): Shown {
  const drawn = tableRow(figures, context);
  drawn.show(row);
  return new Map(figures.map((id) => [id, drawn.cell(id).textContent]));
}
function factTexts(row: MarketRow, context: SelectContext): Shown {
  const cells = cellContext(context);
  const { container } = render(
    <>
      {figures.map((id) => (
        <FactValue key={id} id={id} row={row} cells={cells} />
      ))}
    </>,
  );
  const texts = [...container.children].map(({ textContent }) => textContent);
  cleanup();
  return new Map(figures.map((id, at) => [id, texts[at] ?? "no cell"]));
}

function inComparison(row: MarketRow, context: SelectContext): Shown {
  const facts = compareFacts([row], { ...context, side: "deposit", ownYields: noOwnYields }).flatMap(
    (group) => group.facts,
  );
  return new Map(facts.map(({ column, cells: [cell] }) => [column, cell?.text ?? "no cell"]));
}

function onPage(row: MarketRow, loops?: LoopCapacities): Shown {
  const facts = factGroups(row, "Demo", loops).flatMap((group) => group.facts);
  return new Map(
    figures.flatMap((id) => {
      const fact = facts.find(({ label }) => label === columnOf(id).name);
      if (fact === undefined) return [];
      const { value = "—" } = fact;
      return [[id, typeof value === "object" ? value.text : value]];
    }),
  );
}

// Averages of mixed lists have the headers of the columns they replace.
const inAnyList = columnIds.filter((id) => !id.startsWith("average"));
function cardTexts(row: MarketRow, context: SelectContext): Shown {
  const { container } = render(
    <MarketCards
      {...quietList}
      rows={[row]}
      columns={inAnyList}
      sort={[]}
      onSort={nothing}
      context={context}
      density="normal"
      maxRate={fraction(0.1)}
    />,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  const pairs = [...container.querySelectorAll("dl > *")].map((fact) => ({
    name: fact.querySelector("dt")?.textContent,
    text: fact.querySelector("dd")?.textContent ?? "no value",
  }));
  const lead = container.querySelector("button[data-side] > span")?.textContent;
  cleanup();
  return new Map([
    ...figures
      .filter((id) => inAnyList.includes(id))
      .flatMap((id) =>
        pairs.flatMap(({ name, text }) => (name === columnHeader(id, context) ? [[id, text] as const] : [])),
      ),
    ...(lead === undefined ? [] : [["depositApy", lead] as const]),
  ]);
}

/** The columns whose text lacks the formatted value, each with both. */
function differing(
  shown: Shown,
  row: MarketRow,
  context: SelectContext,
  length: (id: ColumnId) => "short" | "full",
): readonly string[] {
  return [...shown].flatMap(([id, text]) => {
    const want = expected(id, row, context, length(id));
    // A missing value is a dash or words, never a figure. The 90 days of an average are not a figure.
    const holds =
      want === undefined ? !/[0-9]/.test(text.replace(/\b90(?:d|-day)\b/, "")) : text.includes(want);
    return holds ? [] : [`${id}: ${text}, not ${want ?? "missing"}`];
  });
}
const short = (): "short" => "short";
const full = (): "full" => "full";
const fullTimes = (id: ColumnId): "short" | "full" => (columnOf(id).unit === "time" ? "full" : "short");

const known = { since: 0, coverage: fraction(1) };
const trend = {
  low90d: fraction(0.0412),
  high90d: fraction(0.09),
  daysAboveBase: fraction(0.8),
  apy: [fraction(0.05), fraction(0.07)],
  base: [],
  average: fraction(0.06),
};
/** What other requests say about the market. */
const beside = {
  loops: { byLoop: new Map([["m", { left: dollars(34_567), closed: undefined }]]), rows: [], text: "" },
  record: {
    byMarket: new Map([
      ["m", { flow30d: { ...known, value: dollars(-5_123_456) }, age: 15.62, averages: new Map() }],
    ]),
    text: "",
  },
  trends: new Map([["m", trend]]),
};
const benchmark = { id: "other", name: "USDC", rate: fraction(0.05) };
const asked = fc.record({
  size: fc.constantFrom(undefined, dollars(1000), dollars(250_000)),
  basis: fc.constantFrom("total", "base"),
  benchmark: fc.constantFrom(undefined, benchmark),
});
const contexts: fc.Arbitrary<SelectContext> = fc
  .tuple(asked, fc.constantFrom({}, beside))
  .map(([view, others]) => Object.assign({}, view, others));
const noContext: SelectContext = { size: undefined, basis: "total", benchmark: undefined };

test("the column's value of any market is shown in unfolded rows and, with full times, in the comparison and on the page", () => {
  fc.assert(
    fc.property(someRow("m"), contexts, (row, context) => {
      expect(differing(factTexts(row, context), row, context, short)).toEqual([]);
      // A loop at my size is compared by its quoted rate: compare-facts.test.ts.
      const shown = [...inComparison(row, context)].filter(
        ([id]) => row.kind !== "loop" || (id !== "effectiveApy" && id !== "usdPerYear"),
      );
      expect(differing(new Map(shown), row, context, fullTimes)).toEqual([]);
      const { loops } = context;
      expect(differing(onPage(row, loops), row, { ...noContext, loops }, full)).toEqual([]);
    }),
    runs(50),
  );
});

const rates = ["depositApy", "baseDepositApy", "borrowApy", "baseBorrowApy"].flatMap((name) =>
  ["", "30d", "90d", "180d"].map((days) => `${name}${days}`),
);

const deposits = { totalDeposit: 1_234_567, totalDepositUsd: 2_345_678, maxDeposit: 1_300_000 };
const borrows = { totalBorrow: 765_432, totalBorrowUsd: 1_454_321, maxBorrow: 800_000 };
const limits = { maxLtv: 0.71, liquidationLtv: 0.77, liquidationPenalty: 0.055, maxLeverage: 3.4 };
const prices = { yesBid: 0.61, yesAsk: 0.63, noBid: 0.36, noAsk: 0.38, volume: 12_345, openInterest: 6789 };
// Open, because a market whose trading has ended has no chance.
const trading = { status: "open", result: "yes", closeTime: Date.parse("2026-12-31T23:59:00Z") / 1000 };

/** A market of a type with every figure that any type has, all different. */
function complete(type: string): MarketRow {
  const token = { symbol: "SOL", address: "SOLmint" };
  // A lending market of two tokens lends out another one, and has no utilization.
  const isPair = type === "loop" || type === "perpetual";
  return readRow({
    id: "m",
    type,
    ...(isPair ? { tokenA: token, tokenB: { symbol: "USDC", address: "USDCmint" } } : { token }),
    ...Object.fromEntries(rates.map((name, at) => [name, 0.0201 + at * 0.0111])),
    rewards: [{ apy: 0.021, marketAction: "deposit", token: { symbol: "KMNO", address: "KMNOmint" } }],
    ...deposits,
    ...borrows,
    ...limits,
    liquidity: { longUsd: 456_789, shortUsd: 345_678 },
    ...prices,
    ...trading,
  });
}

test.each([...marketTypes, "option"])(
  "a market of type %s with every figure has them in the table, on its card, in the comparison and on its page",
  (type) => {
    const row = complete(type);
    const context: SelectContext = { size: dollars(250_000), basis: "total", benchmark, ...beside };
    const isOf = ({ types }: ReturnType<typeof columnOf>): boolean =>
      type === "option" ? types.length === 5 : types.some((of) => of === type);
    const possible = figures.filter((id) => isOf(columnOf(id)));
    expect(possible.filter((id) => columnValue(id, row, context) === undefined)).toEqual([]);
    expect(differing(tableTexts(row, context), row, context, short)).toEqual([]);
    const card = cardTexts(row, context);
    expect(card.size).toBeGreaterThan(10);
    expect(differing(card, row, context, short)).toEqual([]);
    const grouped = figures.filter((id) => columnOf(id).group !== undefined && isOf(columnOf(id)));
    const compared = inComparison(row, context);
    expect(grouped.filter((id) => !compared.has(id))).toEqual([]);
    const page = onPage(row, context.loops);
    expect(grouped.filter((id) => columnOf(id).group !== "mySize" && !page.has(id))).toEqual([]);
  },
);
