// Recomputes every figure of thirty markets of all types from the API alone, at four sizes, and compares it with the list, the
// rate popover, the market's page, the comparison and the rate gaps.
import { cleanup, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import {
  baseThen,
  capacityLeft,
  gapThen,
  highestLtv,
  idOf,
  legsOf,
  leverageOf,
  loopRoom,
  multiple,
  money,
  comparedLoopFigures,
  dollarsRange,
  ownFigures,
  ownGaps,
  ownJudgements,
  providerOf,
  rate,
  rateThen,
  rewardsOf,
  sent,
  typeOf,
  type ApiMarket,
  type Asked,
} from "../../../../tests/fixtures/own-figures.ts";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment } from "../../../../tests/fixtures/quantities.ts";
import { tableRow, type DrawnRow } from "../../../../tests/fixtures/table-rows.tsx";
import { marketTypes } from "../../../contract/market.ts";
import { parseMarketsPage } from "../../../contract/markets-page.ts";
import { createDemoSource } from "../../../service/sources/demo/demo-source.ts";
import { useLoopInputs } from "../../calculators/loop/loop-inputs.ts";
import { MySize } from "../../calculators/my-size.tsx";
import { toMarketRow, type MarketRow } from "../../../domain/market/market-row.ts";
import { ApyPopover } from "../../list/rate-popover/apy-popover.tsx";
import { ratio } from "../../../contract/units.ts";
import { formatGapBounds, formatPoints } from "../../../domain/format/number.ts";
import { loopRooms } from "../../../domain/market/loops/loop-rooms.ts";
import type { LoopRooms, SelectContext } from "../../../domain/market/column.ts";
import { columnIds, columnOf } from "../../../domain/market/columns.ts";
import { failedChecks, peerPrices } from "../../../domain/market/assess/checks.ts";
import { collateralFor, loansAgainst, poolAvailable } from "../../../domain/market/row-values.ts";
import { createOrderer } from "../../select/order.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { compareFacts } from "../../select/compare/compare-facts.ts";
import { RateGaps } from "../matrix/rate-gaps-table.tsx";
import { factGroups } from "./market-fields.ts";
import { MarketDetails } from "./market-details.tsx";
import { MarketTiles } from "./market-tiles.tsx";

afterEach(cleanup);

const readAt = moment("2026-10-01T00:00:00Z");
const call = { signal: new AbortController().signal, caller: "test" };
const sizes = [undefined, 10_000, 1_000_000, 5_000_000] as const;

let all: ApiMarket[] = [];
let rows: MarketRow[] = [];
let loops: LoopRooms;

/** The demo's answers, parsed from text as by any client. */
async function readDemo(): Promise<unknown[]> {
  const source = createDemoSource({ markets: 529, faulty: true, seed: 1, time: readAt });
  const bodies: unknown[] = [];
  let cursor: string | undefined;
  do {
    const request = { types: marketTypes, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
    const answer = await source.listMarkets(request, call);
    const body: unknown = JSON.parse((await answer.bytes()).toString("utf8"));
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
  loops = loopRooms(rows, rows);
});

const paid = (side: "deposit" | "borrow") => (market: ApiMarket) => (rewardsOf(market, side) ?? 0) > 0;
const of = (provider: string) => (market: ApiMarket) => providerOf(market) === provider;
const lacks = (name: string) => (market: ApiMarket) => sent(market, name) === undefined;

/** Markets that differ in what matters: with rewards or none, pairs, limits and averages missing, full, closed, faulty. */
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
  ["loop", 2, (market) => loopRoom(market, all).closedLeg !== undefined],
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

/** Reports a shown text that lacks the figure, or has one where none is known. */
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

/** The terms and their values in a rendered node. */
function termsOf(node: ReactNode): readonly (readonly [name: string, text: string])[] {
  const { container } = render(<>{node}</>);
  const found = [...container.querySelectorAll("dt")].map((term) => {
    const value = term.parentElement?.querySelector("dd:not([aria-hidden])");
    return [plain(term.firstChild?.textContent), plain(value?.textContent)] as const;
  });
  cleanup();
  return found;
}

test("the sample has at least thirty markets and all types", () => {
  const chosen = thirty();
  expect(chosen.length).toBeGreaterThanOrEqual(30);
  expect(new Set(chosen.map(([market]) => typeOf(market)))).toEqual(new Set(marketTypes));
});

test("the list and the comparison show what the API implies at every size", () => {
  const differences: string[] = [];
  const compared = new Set<string>();
  for (const size of sizes) {
    const context = contextOf(size);
    const drawn = tableRow(shownColumns, context);
    for (const [market, row] of thirty()) {
      const asked: Asked = { size, all, readAt };
      const at = `${idOf(market)} at ${String(size)}`;
      const list = inList(drawn, row);
      const facts = compareFacts([row], context).flatMap((group) => group.facts);
      const comparison = new Map(facts.map(({ label, cells: [cell] }) => [label, plain(cell?.text)]));
      for (const [name, figure] of Object.entries(ownFigures)) {
        const shown = list.get(name);
        if (shown === undefined) continue;
        compared.add(name);
        const own = figure(market, asked);
        differences.push(...difference(`list: ${at}`, name, shown, own));
        const beside = comparison.get(name);
        if (beside === undefined || name === "Closes" || name === "Status") continue;
        const quoted = typeOf(market) === "loop" ? comparedLoopFigures[name]?.(market, asked) : undefined;
        differences.push(...difference(`compare: ${at}`, name, beside, quoted ?? own));
      }
    }
  }
  expect(differences).toEqual([]);
  expect([...compared].toSorted()).toEqual(Object.keys(ownFigures).toSorted());
});

const numbersIn = (values: object): unknown =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === "number" && name !== "used" ? [[name, Number(value.toPrecision(9))]] : [],
  );

/** The numbers of each assessment, to nine digits. Data checks and unknown figures have tests of their own. */
function figuresOf(judged: Readonly<Record<string, object>>): unknown {
  const unread = new Set(["contradictoryFigures", "noLinks", "unknown"]);
  const read = Object.entries(judged).filter(([id]) => !unread.has(id));
  return Object.fromEntries(read.map(([id, values]) => [id, numbersIn(values)]));
}

test("every assessment of a market and its figures follow from the API", () => {
  for (const [market, row] of thirty())
    for (const size of sizes) {
      const judged = assess(row, { ...contextOf(size), side: "deposit" });
      const shown = figuresOf(Object.fromEntries(judged.map(({ id, values }) => [id, values])));
      const own = figuresOf(ownJudgements(market, { size, all, readAt }));
      expect([idOf(market), size, shown]).toEqual([idOf(market), size, own]);
    }
});

interface PopoverProps {
  readonly row: MarketRow;
  readonly side?: "deposit" | "borrow";
}

const Popover = ({ row, side = "deposit" }: PopoverProps): ReactNode => (
  <ApyPopover
    row={row}
    side={side}
    context={contextOf(undefined)}
    sourceLabel={undefined}
    href="/"
    onLinkClick={nothing}
    onBenchmark={undefined}
  />
);

test("the rate popover shows the rates the API sends", () => {
  const differences: string[] = [];
  const compared = new Map<string, number>();
  for (const [market, row] of thirty()) {
    if (sent(market, "depositApy") === undefined) continue;
    const terms = new Map(termsOf(<Popover row={row} />));
    const name = typeOf(market) === "loop" ? "depositApy" : "baseDepositApy";
    const own = [
      ["Deposit APY", "depositApy"],
      ["Now", name],
      ["30d", `${name}30d`],
      ["90d", `${name}90d`],
      ["180d", `${name}180d`],
    ] as const;
    for (const [label, field] of own) {
      const shown = terms.get(label);
      if (shown === undefined) continue;
      compared.set(label, (compared.get(label) ?? 0) + 1);
      differences.push(...difference(`popover: ${idOf(market)}`, label, shown, rate(sent(market, field))));
    }
  }
  expect(differences).toEqual([]);
  // No label was renamed unnoticed.
  for (const label of ["Deposit APY", "Now", "30d", "90d", "180d"])
    expect([label, compared.get(label) ?? 0]).toEqual([label, expect.toSatisfy((count) => count > 10)]);
});

function Tiles({ row, size }: { readonly row: MarketRow; readonly size?: number }): ReactNode {
  const loop = useLoopInputs(row, rows);
  const mine = size === undefined ? undefined : dollars(size);
  return <MarketTiles row={row} size={mine} loops={loops} loop={loop} loan={undefined} low90d={undefined} />;
}

/** Whether a page writes these dollars in full that the list shortens. Prices are never shortened. */
const isInFull = (label: string, own: string | undefined): boolean =>
  own?.startsWith("$") === true && !/^(?:Yes|No |Spread)/.test(label);

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
  return [
    ["Per day", over(1)],
    ["Per month", over(365 / 12)],
    ["You would earn a year", dollarsRange(then && size * then.low, then && size * then.high)],
  ];
}

test("a market's page shows what the API implies in tiles, facts and earnings at my size", () => {
  const differences: string[] = [];
  let seen = 0;
  const compare = (where: string, name: string, shown: string, own: string | undefined): void => {
    seen += 1;
    differences.push(...difference(where, name, shown, own));
  };
  for (const [market, row] of thirty()) {
    const id = idOf(market);
    const own = (label: string) => ownFigures[label]?.(market, { size: undefined, all, readAt });
    for (const { label, value } of factGroups(row, "Demo", loops).flatMap((group) => group.facts)) {
      if (!(label in ownFigures) || label === "Closes") continue;
      const text = plain(typeof value === "object" ? value.text : (value ?? "—"));
      compare(`facts: ${id}`, label, isInFull(label, own(label)) ? shortened(text) : text, own(label));
    }
    for (const [label, text] of termsOf(<Tiles row={row} />))
      if (label in ownFigures && label !== "Closes") compare(`tiles: ${id}`, label, text, own(label));
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
  expect(seen).toBeGreaterThan(500);
});

/** "$1,234,567" as a list writes it. */
function shortened(text: string): string {
  const amount = /^\$[\d,.]+$/.test(text) ? Number(text.replaceAll(/[$,]/g, "")) : Number.NaN;
  return money(amount, false) ?? text;
}

test("states the share of my size that can be withdrawn now instead of rounding it to 1×", () => {
  const row = rows.find((pool) => (poolAvailable(pool) ?? 0) > 0) ?? marketRow();
  const { container } = render(<Tiles row={row} size={(poolAvailable(row) ?? 0) / 0.996} />);
  expect(container.textContent).toContain("99.6 % of your size");
});

test("the popover says that a deposit APY excludes the token's own yield", () => {
  const row = rows.find(({ kind, tokens: [token] }) => kind === "lending" && token?.symbol === "JitoSOL");
  const { container, rerender } = render(<Popover row={row ?? marketRow()} />);
  const note = "What JitoSOL earns by being held comes on top of this APY.";
  expect(container.textContent).toContain(note);
  rerender(<Popover row={row ?? marketRow()} side="borrow" />);
  expect(container.textContent).not.toContain(note);
});

test("the popover says when the list of rewards is unknown", () => {
  const silent = marketRow({ depositApy: fraction(0.05), baseDepositApy: fraction(0.05) });
  const { rerender } = render(<Popover row={silent} />);
  screen.getByText("The total equals the base, so it has no rewards. The list of rewards is unknown.");
  rerender(<Popover row={{ ...silent, rewardsGiven: true }} />);
  screen.getByText("No rewards: the whole APY is base.");
});

test("details claim no passed checks when no check could be made", () => {
  const settled = marketRow({ type: "prediction", status: "settled" });
  render(<MarketDetails row={settled} groups={[]} peers={[]} sentences={[]} />);
  screen.getByText("0 figures, no data checks, terms and sources");
});

test("the popover of a loop gives the leverage its rate is quoted at, or says it is unknown", () => {
  for (const [market, row] of thirty().filter(([chosen]) => typeOf(chosen) === "loop")) {
    render(<Popover row={row} />);
    const leverage = leverageOf(market);
    const said =
      leverage === undefined
        ? "at an unknown leverage"
        : `at ${leverage.toFixed(leverage < 9.95 ? 1 : 0)}× leverage.`;
    expect(plain(screen.getByText(/^Net APY(?:,| at)/).textContent)).toContain(said);
    cleanup();
  }
});

test("rate gaps follow from the API, also what my size and my own loan leave", () => {
  for (const size of sizes) {
    const mine = size === undefined ? undefined : dollars(size);
    render(<RateGaps rows={rows} prices={peerPrices(rows)} size={mine} provisional={false} />);
    const [head, ...lines] = within(screen.getByRole("table", { name: "Rate gaps" })).getAllByRole("row");
    const textsIn = (line: HTMLElement | undefined): readonly string[] =>
      [...(line?.children ?? [])].map(({ textContent }) => plain(textContent));
    const heads = textsIn(head);
    const shown = lines.map((line) => new Map(textsIn(line).map((text, at) => [heads[at], text])));
    cleanup();
    const own = ownGaps(all, size);
    expect(shown.map((line) => line.get("Gap"))).toEqual(
      own.map(({ gap }) => formatPoints(ratio(gap), "distance")?.text),
    );
    own.forEach((gap, index) => {
      const at = (name: string): string => `${gap.symbol}, ${name}: ${shown[index]?.get(name) ?? "none"}`;
      const is = (name: string, text: string | undefined): void =>
        expect(at(name)).toBe(`${gap.symbol}, ${name}: ${text ?? "—"}`);
      expect(at("Base borrow APY")).toContain(rate(sent(gap.borrow, "baseBorrowApy")) ?? "?");
      is("Base APY", rate(sent(gap.lend, "baseDepositApy")));
      const then = size === undefined ? undefined : gapThen(gap, size);
      const most = size === undefined ? gap.gap : then?.most;
      const ltv = highestLtv(gap, all);
      const onOwn = /at most (.+) a year on it$/.exec(at("Max LTV"))?.[1];
      expect([at("Max LTV").endsWith(": —"), onOwn]).toEqual([
        ltv === undefined,
        ltv === undefined || most === undefined ? undefined : rate(most * ltv),
      ]);
      if (size === undefined) return;
      is("Base APY then", rate(baseThen(gap.lend, size)?.low));
      is("Gap then", formatGapBounds(ratio(then?.least), ratio(then?.most))?.text);
    });
  }
});

test("loops show the API's leverage and are sorted by rate, closed ones last", () => {
  const own = all.filter((market) => typeOf(market) === "loop" && sent(market, "depositApy") !== undefined);
  const isClosed = (market: ApiMarket): boolean => loopRoom(market, all).closedLeg !== undefined;
  expect(own.filter(isClosed).length).toBeGreaterThan(2);
  const listed = rows.filter(({ kind, depositApy }) => kind === "loop" && depositApy !== undefined);
  const context = contextOf(undefined);
  const order = createOrderer().order(listed, [{ column: "depositApy", descending: true }], context);
  const last = (market: ApiMarket): number => Number(isClosed(market));
  const byRate = own.toSorted(
    (one, other) =>
      last(one) - last(other) || (sent(other, "depositApy") ?? 0) - (sent(one, "depositApy") ?? 0),
  );
  expect(Array.from(order, (at) => listed[at]?.id)).toEqual(byRate.map(idOf));
  const drawn = tableRow(["market", "depositApy"], context);
  for (const market of own) {
    const row = rows.find(({ id }) => id === idOf(market));
    if (row !== undefined) drawn.show(row);
    const leverage = leverageOf(market);
    const named = leverage === undefined ? undefined : `at ${multiple(leverage) ?? "none"}`;
    const note = isClosed(market)
      ? [named, "closed"].filter((part) => part !== undefined).join(", ")
      : (named ?? "leverage unknown");
    const shown = plain(drawn.cell("depositApy").textContent);
    expect([idOf(market), shown]).toEqual([
      idOf(market),
      `${rate(sent(market, "depositApy")) ?? "?"}${note}`,
    ]);
  }
});

test("without collateral a loan's max LTV is the highest of other tokens, never its own", () => {
  const loans = loansAgainst(undefined, rows);
  const lent = all.filter((market) => typeOf(market) === "lending" && market["borrowToken"] === undefined);
  const shown = lent.map((market) => {
    const row = rows.find(({ id }) => id === idOf(market));
    return [idOf(market), row === undefined ? undefined : collateralFor(row, loans)?.maxLtv];
  });
  expect(shown).toEqual(lent.map((market) => [idOf(market), highestLtv({ borrow: market }, all)]));
});

test("only the demo's deliberately faulty markets fail data checks, each by its fault", () => {
  const prices = peerPrices(rows);
  const found = rows.flatMap((row) =>
    failedChecks(row, prices)
      .filter((id) => id !== "links")
      .map((id) => `${id}: ${row.productName ?? row.id}`),
  );
  expect(found.filter((doubt) => !doubt.includes("Faulty on purpose"))).toEqual([]);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^interest: .*depositors get more than borrowers pay/),
      expect.stringMatching(/^dollar: .*price of a dollar/),
    ]),
  );
});
