// Recomputes every figure of thirty markets of all types from the API alone, at four sizes, and compares it with the list, the
// comparison, the rate popover and the market's page.
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import {
  baseThen,
  capacityLeft,
  idOf,
  inTable,
  legsOf,
  leverageOf,
  loopCapacity,
  dollarsRange,
  ownFigures,
  providerOf,
  rate,
  rateThen,
  rewardsOf,
  sent,
  typeOf,
  type ApiMarket,
  type FigureInputs,
} from "../../../../tests/fixtures/own-figures.ts";
import { demoConfig } from "../../../../tests/fixtures/queries.tsx";
import { dollars, moment } from "../../../../tests/fixtures/quantities.ts";
import { tableRow, type DrawnRow } from "../../../../tests/fixtures/table-rows.tsx";
import { marketTypes } from "../../../contract/market.ts";
import { parseMarketsPage } from "../../../contract/markets-page.ts";
import { createDemoSource } from "../../../service/sources/demo/demo-source.ts";
import { useLoopInputs } from "../../calculators/loop/loop-inputs.ts";
import { loopParameters } from "./calculator-parameters.ts";
import { DashboardConfigContext } from "../../queries/configuration.ts";
import { MySize } from "../../calculators/my-size.tsx";
import { initialValues } from "../../../domain/market/filters/parameters.ts";
import { toMarketRow, type MarketRow } from "../../../domain/market/market-row.ts";
import { ApyPopover } from "../../list/rate-popover/apy-popover.tsx";
import { loopCapacities } from "../../../domain/market/loops/loop-capacity.ts";
import { noOwnYields } from "../../../domain/market/loops/own-yield.ts";
import type { LoopCapacities, SelectContext } from "../../../domain/market/column.ts";
import { columnIds, columnOf } from "../../../domain/market/columns.ts";
import { failedChecks, peerPrices } from "../../../domain/market/assess/checks.ts";
import { compareFacts } from "../../select/compare/compare-facts.ts";
import { factGroups } from "./market-fields.ts";
import { MarketTiles } from "./market-tiles.tsx";

const readAt = moment("2026-10-01T00:00:00Z");
const call = { signal: new AbortController().signal, caller: "test" };
const sizes = [undefined, 10_000, 1_000_000, 5_000_000] as const;

let all: ApiMarket[] = [];
let rows: MarketRow[] = [];
let loops: LoopCapacities;
let sample: readonly (readonly [ApiMarket, MarketRow])[] = [];

/** The demo's answers, parsed from text as by any client. */
async function readDemo(): Promise<unknown[]> {
  const source = createDemoSource({ markets: 529, faulty: true, seed: 1, time: readAt });
  const bodies: unknown[] = [];
  let cursor: string | undefined;
  do {
    const request = { types: marketTypes, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
    const response = await source.listMarkets(request, call);
    const body: unknown = JSON.parse((await response.bytes()).toString("utf8"));
    bodies.push(body);
    cursor = parseMarketsPage(body).cursor ?? undefined;
  } while (cursor !== undefined);
  return bodies;
}

beforeAll(async () => {
  const bodies = await readDemo();
  const read = bodies.flatMap((body) => parseMarketsPage(body).markets);
  all = bodies.flatMap((body) => {
    const markets: unknown = Object(body).markets;
    return Array.isArray(markets) ? markets.map((market): ApiMarket => Object(market)) : [];
  });
  rows = read.map((market) => toMarketRow(market, { readAt, page: 1 }));
  loops = loopCapacities(rows, rows);
  sample = thirty();
});

const paid = (side: "deposit" | "borrow") => (market: ApiMarket) => (rewardsOf(market, side) ?? 0) > 0;
const of = (provider: string) => (market: ApiMarket) => providerOf(market) === provider;
const lacks = (name: string) => (market: ApiMarket) => sent(market, name) === undefined;

/** Markets that differ in what matters: rewards, pairs, missing limits and averages, full, closed, faulty. */
const wanted: readonly (readonly [type: string, count: number, fits?: (market: ApiMarket) => boolean])[] = [
  ["lending", 3, paid("deposit")],
  ["lending", 2, paid("borrow")],
  ["lending", 2, (market) => market["borrowToken"] !== undefined],
  ["lending", 2, (market) => capacityLeft(market) === 0],
  ["lending", 1, lacks("maxBorrow")],
  ["lending", 1, lacks("baseDepositApy90d")],
  ["lending", 2, of("marginfi")],
  ["lending", 1, (market) => (sent(market, "totalDepositUsd") ?? 1e9) < 1e5],
  ...["kamino", "jupiter", "lulo", "defituna", "carrot"].map(
    (provider) => ["yield", 1, of(provider)] as const,
  ),
  ["yield", 2, paid("deposit")],
  ["loop", 2, (market) => loopCapacity(market, all).closedLeg !== undefined],
  ["loop", 1, (market) => leverageOf(market) === undefined],
  ["loop", 2, losesMoney],
  ["loop", 1],
  ["perpetual", 2],
  ["prediction", 3, (market) => market["status"] === "open"],
];

function losesMoney(loop: ApiMarket): boolean {
  const { debt } = legsOf(loop, all);
  return debt !== undefined && (sent(loop, "depositApy") ?? 1) < (sent(debt, "borrowApy") ?? 0);
}

function thirty(): readonly (readonly [ApiMarket, MarketRow])[] {
  const chosen = new Map<string, ApiMarket>();
  for (const [type, count, fits] of wanted) {
    const found = all.filter(
      (market) => typeOf(market) === type && !chosen.has(idOf(market)) && fits?.(market) !== false,
    );
    for (const market of found.slice(0, count)) chosen.set(idOf(market), market);
  }
  return [...chosen].flatMap(([id, market]) => {
    const row = rows.find((candidate) => candidate.id === id);
    return row === undefined ? [] : [[market, row] as const];
  });
}

function contextOf(size: number | undefined): SelectContext {
  const mine = size === undefined ? undefined : dollars(size);
  return { size: mine, basis: "total", benchmark: undefined, loops };
}

const nothing = (): void => undefined;
const plain = (text: string | null | undefined): string => (text ?? "").replaceAll(/\s+/g, " ").trim();

/** Reports a text that lacks the figure, or that shows one although none is known. */
function difference(where: string, name: string, shown: string, own: string | undefined): readonly string[] {
  const holds =
    own === undefined
      ? !/[0-9]/.test(shown.replaceAll(/\b90(?:d|-day)\b/g, ""))
      : shown.includes(own) || (shown === "none" && own === "0.00 %");
  return holds ? [] : [`${where}, ${name}: "${shown}", not ${own ?? "missing"}`];
}

const shownColumns = columnIds.filter((id) => !["market", "actions"].includes(id));

/** The texts of a reused table row, by the name of the column. */
function inList(drawn: DrawnRow, row: MarketRow): ReadonlyMap<string, string> {
  drawn.show(row);
  return new Map(shownColumns.map((id) => [columnOf(id).name, plain(drawn.cell(id).textContent)]));
}
function termsOf(node: ReactNode): readonly (readonly [name: string, text: string])[] {
  const { container } = render(<DashboardConfigContext value={demoConfig}>{node}</DashboardConfigContext>);
  const found = [...container.querySelectorAll("dt")].map((term) => {
    const value = term.parentElement?.querySelector("dd:not([aria-hidden])");
    return [plain(term.firstChild?.textContent), plain(value?.textContent)] as const;
  });
  cleanup();
  return found;
}

test("the sample has at least thirty markets and all types", () => {
  expect(sample.length).toBeGreaterThanOrEqual(30);
  expect(new Set(sample.map(([market]) => typeOf(market)))).toEqual(new Set(marketTypes));
});

/** Whether a comparison shows a loop's quoted rate at my size, unlike the list: compare-facts.test.ts. */
const isQuoted = (market: ApiMarket, name: string): boolean =>
  typeOf(market) === "loop" && ["APY at my size", "Per year"].includes(name);

test("the list and the comparison show what the API implies at every size", () => {
  const differences: string[] = [];
  const compared = new Set<string>();
  for (const size of sizes) {
    const context = contextOf(size);
    const drawn = tableRow(shownColumns, context);
    for (const [market, row] of sample) {
      const asked: FigureInputs = { size, all, readAt };
      const at = `${idOf(market)} at ${String(size)}`;
      const list = inList(drawn, row);
      const facts = compareFacts([row], { ...context, side: "deposit", ownYields: noOwnYields }).flatMap(
        (group) => group.facts,
      );
      const comparison = new Map(facts.map(({ label, cells: [cell] }) => [label, plain(cell?.text)]));
      for (const [name, figure] of Object.entries(ownFigures)) {
        const shown = list.get(name);
        if (shown === undefined) continue;
        compared.add(name);
        const own = figure(market, asked);
        differences.push(...difference(`list: ${at}`, name, shown, own));
        const beside = comparison.get(name);
        if (beside === undefined || name === "Closes" || isQuoted(market, name)) continue;
        differences.push(...difference(`compare: ${at}`, name, beside, own));
      }
    }
  }
  expect(differences).toEqual([]);
  expect([...compared].toSorted()).toEqual(Object.keys(ownFigures).toSorted());
});

const Popover = ({ row }: { readonly row: MarketRow }): ReactNode => (
  <ApyPopover row={row} side="deposit" context={contextOf(undefined)} onLinkClick={nothing} />
);

function Tiles({ row }: { readonly row: MarketRow }): ReactNode {
  const loop = useLoopInputs(row, rows, initialValues(loopParameters), nothing);
  return (
    <MarketTiles
      row={row}
      size={undefined}
      basis="total"
      loops={loops}
      loop={loop}
      loan={undefined}
      low90d={undefined}
      record={undefined}
    />
  );
}

/** Whether a page writes these dollars in full that the list shortens. Prices are never shortened. */
const isInFull = (label: string, own: string | undefined): boolean =>
  own !== undefined && /^(?:≤ )?\$/.test(own) && !/^(?:Yes|No |Spread)/.test(label);

/** What my size earns per period, by the period's label. */
function ownEarnings(market: ApiMarket, size: number): readonly (readonly [string, string | undefined])[] {
  const then = rateThen(market, size);
  const base = baseThen(market, size);
  const rewards = then === undefined || base === undefined ? 0 : then.low - base.low;
  const over = (days: number): string | undefined => {
    const earned = (apy: number | undefined) =>
      apy && size * ((1 + apy - rewards) ** (days / 365) - 1 + (rewards * days) / 365);
    return dollarsRange(earned(then?.low), earned(then?.high));
  };
  const isFull = (sent(market, "totalDeposit") ?? 0) >= (sent(market, "maxDeposit") ?? Infinity);
  return [
    ["Per day", over(1)],
    ["Per month", over(365 / 12)],
    [
      `${isFull ? "If it were open, you" : "You"} would earn per year`,
      dollarsRange(then && size * then.low, then && size * then.high),
    ],
  ];
}

/** The rates of the popover, by label. */
function ownPopover(market: ApiMarket): readonly (readonly [string, string | undefined])[] {
  const name = typeOf(market) === "loop" ? "depositApy" : "baseDepositApy";
  const sentAs = (field: string) => rate(sent(market, field));
  const averages = ["30d", "90d", "180d"].map((days) => [days, sentAs(name + days)] as const);
  return [["Deposit APY", sentAs("depositApy")], ["Now", sentAs(name)], ...averages];
}

test("a market's page and rate popover show what the API implies in tiles, facts and earnings", () => {
  const differences: string[] = [];
  const seen = new Map<string, number>();
  const compare = (where: string, name: string, shown: string, own: string | undefined): void => {
    const part = where.split(":")[0] ?? "";
    seen.set(part, (seen.get(part) ?? 0) + 1);
    differences.push(...difference(where, name, shown, own));
  };
  for (const [market, row] of sample) {
    const id = idOf(market);
    const own = (label: string) => ownFigures[label]?.(market, { size: undefined, all, readAt });
    for (const { label, value } of factGroups(row, "Demo", loops).flatMap((group) => group.facts)) {
      if (!(label in ownFigures) || label === "Closes") continue;
      const text = plain(typeof value === "object" ? value.text : (value ?? "—"));
      compare(`facts: ${id}`, label, isInFull(label, own(label)) ? shortened(text) : text, own(label));
    }
    for (const [label, text] of termsOf(<Tiles row={row} />))
      if (label in ownFigures && label !== "Closes") compare(`tiles: ${id}`, label, text, own(label));
    if (row.depositApy !== undefined) {
      const terms = new Map(termsOf(<Popover row={row} />));
      for (const [label, figure] of ownPopover(market)) {
        const shown = terms.get(label);
        if (shown !== undefined) compare(`popover: ${id}`, label, shown, figure);
      }
    }
    for (const size of sizes) {
      if (size === undefined || !["lending", "yield"].includes(typeOf(market))) continue;
      const context = { ...contextOf(size), side: "deposit" } as const;
      const terms = new Map(
        termsOf(<MySize row={row} size={dollars(size)} onSize={nothing} context={context} />),
      );
      for (const [label, figure] of ownEarnings(market, size)) {
        const shown = terms.get(label) ?? terms.get(`${label}, at today's price`);
        compare(`my size: ${id} at ${String(size)}`, label, shown ?? "not shown", figure);
      }
    }
  }
  expect(differences).toEqual([]);
  // Makes sure that no label was renamed unnoticed.
  for (const [part, min] of [
    ["facts", 400],
    ["tiles", 50],
    ["my size", 150],
    ["popover", 100],
  ] as const)
    expect([part, seen.get(part)]).toEqual([part, expect.toSatisfy((count) => count >= min)]);
});

/** "$1,234,567" as a list writes it. */
function shortened(text: string): string {
  return text.replace(
    /\$([\d,.]+)$/,
    (written, digits: string) => inTable(Number(digits.replaceAll(",", ""))) ?? written,
  );
}

test("only the demo's deliberately faulty markets fail data checks, each by its fault", () => {
  const prices = peerPrices(rows);
  const found = rows.flatMap((row) =>
    failedChecks(row, prices)
      .filter((id) => id !== "links")
      .map((id) => `${id}: ${row.productName ?? row.id}`),
  );
  expect(found.filter((warning) => !warning.includes("Faulty on purpose"))).toEqual([]);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^interest: .*depositors get more than borrowers pay/),
      expect.stringMatching(/^dollar: .*price of a dollar/),
    ]),
  );
});
