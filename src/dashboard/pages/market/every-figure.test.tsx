// Thirty markets of all types as a person meets them, in the list, the popover, on their pages, in a comparison and among the
// rate gaps, at four sizes: every figure and every clause is worked out once more from the API alone and may not differ.
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
import { compareFacts } from "../compare/compare-facts.ts";
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

/** The demo's answers, as text like any client gets them. */
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

/** Markets that differ in what matters: with rewards or none, pairs, limits and averages missing, full, closed, faulty. */
function thirty(): readonly (readonly [ApiMarket, MarketRow])[] {
  const chosen = new Map<string, ApiMarket>();
  const take = (type: string, count: number, fits: (market: ApiMarket) => boolean = () => true): void => {
    const found = all.filter(
      (market) => typeOf(market) === type && !chosen.has(idOf(market)) && fits(market),
    );
    for (const market of found.slice(0, count)) chosen.set(idOf(market), market);
  };
  take("lending", 3, (market) => (rewardsOf(market, "deposit") ?? 0) > 0);
  take("lending", 2, (market) => (rewardsOf(market, "borrow") ?? 0) > 0);
  take("lending", 2, (market) => market["borrowToken"] !== undefined);
  take("lending", 2, (market) => capacityLeft(market) === 0);
  take("lending", 1, (market) => sent(market, "maxBorrow") === undefined);
  take("lending", 1, (market) => sent(market, "baseDepositApy90d") === undefined);
  take("lending", 2, (market) => providerOf(market) === "marginfi");
  take("lending", 1, (market) => (sent(market, "totalDepositUsd") ?? 1e9) < 1e5);
  for (const provider of ["kamino", "jupiter", "lulo", "defituna", "carrot"])
    take("yield", 1, (market) => providerOf(market) === provider);
  take("yield", 2, (market) => (rewardsOf(market, "deposit") ?? 0) > 0);
  take("loop", 2, (market) => loopRoom(market, all).closedLeg !== undefined);
  take("loop", 1, (market) => leverageOf(market) === undefined);
  take("loop", 2, (market) => {
    const { debt } = legsOf(market, all);
    return debt !== undefined && (sent(market, "depositApy") ?? 1) < (sent(debt, "borrowApy") ?? 0);
  });
  take("loop", 1);
  take("perpetual", 2);
  take("prediction", 3, (market) => market["status"] === "open");
  return [...chosen].flatMap(([id, market]) => {
    const row = rows.find((candidate) => candidate.id === id);
    return row === undefined ? [] : [[market, row] as const];
  });
}

function contextOf(size: number | undefined): SelectContext {
  return {
    size: size === undefined ? undefined : dollars(size),
    basis: "total",
    benchmark: undefined,
    loops,
  };
}

const nothing = (): void => undefined;
const plain = (text: string | null | undefined): string => (text ?? "").replaceAll(/\s+/g, " ").trim();

/** Where a shown text does not hold the figure, or holds one where none is known. */
function difference(where: string, name: string, shown: string, own: string | undefined): readonly string[] {
  const holds =
    own === undefined
      ? !/[0-9]/.test(shown.replaceAll(/\b90(?:d|-day)\b/g, ""))
      : shown.includes(own) || (shown === "none" && own === "0.00 %");
  return holds ? [] : [`${where}, ${name}: "${shown}", not ${own ?? "missing"}`];
}

const shownColumns = columnIds.filter((id) => !["market", "actions"].includes(id));

/** What the table writes into a row that was another market's before, by the name of the column. */
function inList(drawn: DrawnRow, row: MarketRow): ReadonlyMap<string, string> {
  drawn.show(row);
  return new Map(shownColumns.map((id) => [columnOf(id).name, plain(drawn.cell(id).textContent)]));
}

/** Terms and what is said of them, of what is drawn now. */
function termsOf(node: ReactNode): readonly (readonly [name: string, text: string])[] {
  const { container } = render(<>{node}</>);
  const found = [...container.querySelectorAll("dt")].map(
    (term) =>
      [
        plain(term.firstChild?.textContent),
        plain(term.parentElement?.querySelector("dd:not([aria-hidden])")?.textContent),
      ] as const,
  );
  cleanup();
  return found;
}

test("there are thirty markets of all types, some of them closed, losing or without a limit", () => {
  const chosen = thirty();
  expect(chosen.length).toBeGreaterThanOrEqual(30);
  expect(new Set(chosen.map(([market]) => typeOf(market)))).toEqual(new Set(marketTypes));
});

test("the list, and a comparison, show what the API implies at every size", () => {
  const differences: string[] = [];
  const compared = new Set<string>();
  const chosen = thirty();
  for (const size of sizes) {
    const context = contextOf(size);
    const drawn = tableRow(shownColumns, context);
    for (const [market, row] of chosen) {
      const asked: Asked = { size, all, readAt };
      const at = `${idOf(market)} at ${String(size)}`;
      const list = inList(drawn, row);
      const comparison = new Map(
        compareFacts([row], context).flatMap(({ facts }) =>
          facts.map(({ label, cells: [cell] }) => [label, plain(cell?.text)] as const),
        ),
      );
      for (const [name, figure] of Object.entries(ownFigures)) {
        const own = figure(market, asked);
        const shown = list.get(name);
        if (shown === undefined) continue;
        compared.add(name);
        differences.push(...difference(`list: ${at}`, name, shown, own));
        const beside = comparison.get(name);
        if (beside !== undefined && name !== "Closes" && name !== "Status")
          differences.push(
            ...difference(
              `compare: ${at}`,
              name,
              beside,
              (typeOf(market) === "loop" ? comparedLoopFigures[name]?.(market, asked) : undefined) ?? own,
            ),
          );
      }
    }
  }
  expect(differences).toEqual([]);
  expect([...compared].toSorted()).toEqual(Object.keys(ownFigures).toSorted());
});

/** The numbers of each judgement, to nine digits. Data checks and unknown figures have tests of their own. */
function figuresOf(judged: Readonly<Record<string, object>>): unknown {
  const unread = new Set(["contradictoryFigures", "noLinks", "unknown"]);
  return Object.fromEntries(
    Object.entries(judged)
      .filter(([id]) => !unread.has(id))
      .map(([id, values]) => [
        id,
        Object.fromEntries(
          Object.entries(values).flatMap(([name, value]) =>
            typeof value === "number" && name !== "used" ? [[name, Number(value.toPrecision(9))]] : [],
          ),
        ),
      ]),
  );
}

test("every judgement of a market, and its figures, follow from the API", () => {
  for (const [market, row] of thirty())
    for (const size of sizes) {
      const judged = assess(row, { ...contextOf(size), side: "deposit" });
      expect([
        idOf(market),
        size,
        figuresOf(Object.fromEntries(judged.map(({ id, values }) => [id, values]))),
      ]).toEqual([idOf(market), size, figuresOf(ownJudgements(market, { size, all, readAt }))]);
    }
});

test("the popover of a rate adds up to what the API sends", () => {
  const differences: string[] = [];
  for (const [market, row] of thirty()) {
    if (sent(market, "depositApy") === undefined) continue;
    const terms = new Map(
      termsOf(
        <ApyPopover
          row={row}
          side="deposit"
          context={contextOf(undefined)}
          sourceLabel={undefined}
          href="/"
          onLinkClick={nothing}
          onBenchmark={undefined}
        />,
      ),
    );
    const own = {
      "Deposit APY": rate(sent(market, "depositApy")),
      Now: rate(sent(market, typeOf(market) === "loop" ? "depositApy" : "baseDepositApy")),
      "30d": rate(sent(market, typeOf(market) === "loop" ? "depositApy30d" : "baseDepositApy30d")),
      "90d": rate(sent(market, typeOf(market) === "loop" ? "depositApy90d" : "baseDepositApy90d")),
      "180d": rate(sent(market, typeOf(market) === "loop" ? "depositApy180d" : "baseDepositApy180d")),
    };
    for (const [name, figure] of Object.entries(own)) {
      const shown = terms.get(name);
      if (shown !== undefined)
        differences.push(...difference(`popover: ${idOf(market)}`, name, shown, figure));
    }
  }
  expect(differences).toEqual([]);
});

function Tiles({ row, context }: { readonly row: MarketRow; readonly context: SelectContext }): ReactNode {
  const loop = useLoopInputs(row, rows);
  return (
    <MarketTiles
      row={row}
      size={context.size}
      loops={loops}
      loop={loop}
      loan={undefined}
      low90d={undefined}
    />
  );
}

test("a market's page shows what the API implies: its tiles, its facts and what my size earns", () => {
  const differences: string[] = [];
  let seen = 0;
  for (const [market, row] of thirty()) {
    const asked: Asked = { size: undefined, all, readAt };
    // Where there is room dollars are stated to the dollar, so that only names of other units are compared with the list's text.
    const facts = factGroups(row, "Demo", loops).flatMap((group) => group.facts);
    for (const { label, value } of facts) {
      const figure = ownFigures[label];
      if (figure === undefined || label === "Closes") continue;
      const text = plain(typeof value === "object" ? value.text : (value ?? "—"));
      const own = figure(market, asked);
      seen += 1;
      if (
        own?.startsWith("$") === true &&
        !label.startsWith("Yes") &&
        !label.startsWith("No ") &&
        !label.startsWith("Spread")
      )
        differences.push(...difference(`facts: ${idOf(market)}`, label, shortened(text), own));
      else differences.push(...difference(`facts: ${idOf(market)}`, label, text, own));
    }
    for (const [name, text] of termsOf(<Tiles row={row} context={contextOf(undefined)} />)) {
      const figure = ownFigures[name];
      if (figure === undefined || name === "Closes") continue;
      seen += 1;
      differences.push(...difference(`tiles: ${idOf(market)}`, name, text, figure(market, asked)));
    }
    for (const size of sizes) {
      if (size === undefined || !["lending", "yield"].includes(typeOf(market))) continue;
      const terms = new Map(
        termsOf(
          <MySize
            row={row}
            size={dollars(size)}
            onSize={nothing}
            context={{ ...contextOf(size), side: "deposit" }}
          />,
        ),
      );
      const then = rateThen(market, size);
      const base = baseThen(market, size);
      const paid = then === undefined || base === undefined ? 0 : then.low - base.low;
      const over = (days: number): string | undefined => {
        const of = (apy: number | undefined) =>
          apy && size * ((1 + apy - paid) ** (days / 365) - 1 + (paid * days) / 365);
        return dollarsRange(of(then?.low), of(then?.high));
      };
      const own = new Map([
        ["Per day", over(1)],
        ["Per month", over(365 / 12)],
        ["You would earn a year", dollarsRange(then && size * then.low, then && size * then.high)],
      ]);
      for (const [name, figure] of own) {
        const shown = terms.get(name) ?? terms.get(`${name}, at today's price`);
        if (shown === undefined) continue;
        seen += 1;
        differences.push(...difference(`my size: ${idOf(market)} at ${String(size)}`, name, shown, figure));
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

test("of a size that cannot all leave the share that can is stated, never as once the size", () => {
  const row = rows.find((pool) => (poolAvailable(pool) ?? 0) > 0);
  if (row === undefined) throw new Error("The demo has no pool to leave.");
  const size = (poolAvailable(row) ?? 0) / 0.996;
  const { container } = render(<Tiles row={row} context={contextOf(size)} />);
  expect(container.textContent).toContain("99.6 % of your size");
});

test("the popover says that a pool's rate is without what its token earns by itself", () => {
  const row = rows.find(({ kind, tokens: [token] }) => kind === "lending" && token?.symbol === "JitoSOL");
  if (row === undefined) throw new Error("The demo lends no JitoSOL.");
  const shared = { context: contextOf(undefined), sourceLabel: undefined, href: "/", onLinkClick: nothing };
  render(<ApyPopover row={row} side="deposit" {...shared} onBenchmark={undefined} />);
  expect(screen.getByText("What JitoSOL earns by being held comes on top of this APY.")).toBeDefined();
  cleanup();
  render(<ApyPopover row={row} side="borrow" {...shared} onBenchmark={undefined} />);
  expect(screen.queryByText(/earns by itself/)).toBeNull();
});

test("the popover claims no list of rewards that was unpublished", () => {
  const shared = { context: contextOf(undefined), sourceLabel: undefined, href: "/", onLinkClick: nothing };
  const five = fraction(0.05);
  const silent = marketRow({ depositApy: five, baseDepositApy: five });
  render(<ApyPopover row={silent} side="deposit" {...shared} onBenchmark={undefined} />);
  screen.getByText("The total equals the base, so it has no rewards. The list of rewards is unknown.");
  cleanup();
  render(
    <ApyPopover row={{ ...silent, rewardsGiven: true }} side="deposit" {...shared} onBenchmark={undefined} />,
  );
  screen.getByText("No rewards: the whole APY is base.");
});

test("details claim no consistent figures where no check could be made", () => {
  const settled = marketRow({ type: "prediction", status: "settled" });
  render(<MarketDetails row={settled} groups={[]} peers={[]} sentences={[]} />);
  screen.getByText("0 figures, no data checks, terms and sources");
});

test("the popover of a loop's rate says at which leverage it is quoted, or that no one does", () => {
  const shared = { context: contextOf(undefined), sourceLabel: undefined, href: "/", onLinkClick: nothing };
  for (const [market, row] of thirty().filter(([chosen]) => typeOf(chosen) === "loop")) {
    render(<ApyPopover row={row} side="deposit" {...shared} onBenchmark={undefined} />);
    const leverage = leverageOf(market);
    const said =
      leverage === undefined
        ? "at an unknown leverage"
        : `at ${leverage.toFixed(leverage < 9.95 ? 1 : 0)}× leverage.`;
    expect(plain(screen.getByText(/^Net APY(?:,| at)/).textContent)).toContain(said);
    cleanup();
  }
});

test("the rate gaps are the ones of the API, with what my size and my own loan leave of them", () => {
  for (const size of sizes) {
    render(
      <RateGaps
        rows={rows}
        prices={peerPrices(rows)}
        size={size === undefined ? undefined : dollars(size)}
        provisional={false}
      />,
    );
    const table = screen.getByRole("table", { name: "Rate gaps" });
    const heads = within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => plain(textContent));
    const shown = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((line) => [...line.children].map(({ textContent }) => plain(textContent)));
    cleanup();
    const at = (line: readonly string[], name: string): string => line[heads.indexOf(name)] ?? "no column";
    const own = ownGaps(all, size);
    expect(shown.map((line) => at(line, "Gap"))).toEqual(
      own.map(({ gap }) => formatPoints(ratio(gap), "distance")?.text),
    );
    own.forEach((gap, index) => {
      const line = shown[index] ?? [];
      const lent = size === undefined ? undefined : baseThen(gap.lend, size);
      expect([gap.symbol, at(line, "Base borrow APY")]).toEqual([
        gap.symbol,
        expect.stringContaining(rate(sent(gap.borrow, "baseBorrowApy")) ?? "?"),
      ]);
      expect(at(line, "Base APY")).toBe(rate(sent(gap.lend, "baseDepositApy")));
      const most = size === undefined ? gap.gap : gapThen(gap, size)?.most;
      const ltv = highestLtv(gap, all);
      const limit = at(line, "Max LTV");
      const onOwn = /at most (.+) a year on it$/.exec(limit)?.[1];
      expect([gap.symbol, limit === "—", onOwn]).toEqual([
        gap.symbol,
        ltv === undefined,
        ltv === undefined || most === undefined ? undefined : rate(most * ltv),
      ]);
      if (size === undefined) return;
      expect(at(line, "Base APY then")).toBe(rate(lent?.low) ?? "—");
      const then = gapThen(gap, size);
      expect([gap.symbol, at(line, "Gap then")]).toEqual([
        gap.symbol,
        formatGapBounds(ratio(then?.least), ratio(then?.most))?.text ?? "—",
      ]);
    });
  }
});

test("every loop's rate is with the leverage the API names, and those its legs close come last, by the rate alone", () => {
  const own = all.filter((market) => typeOf(market) === "loop" && sent(market, "depositApy") !== undefined);
  const isClosed = (market: ApiMarket): boolean => loopRoom(market, all).closedLeg !== undefined;
  expect(own.filter(isClosed).length).toBeGreaterThan(2);
  const listed = rows.filter(({ kind, depositApy }) => kind === "loop" && depositApy !== undefined);
  const context = contextOf(undefined);
  const order = createOrderer().order(listed, [{ column: "depositApy", descending: true }], context);
  expect(Array.from(order, (at) => listed[at]?.id)).toEqual(
    own
      .toSorted(
        (one, other) =>
          Number(isClosed(one)) - Number(isClosed(other)) ||
          (sent(other, "depositApy") ?? 0) - (sent(one, "depositApy") ?? 0),
      )
      .map(idOf),
  );
  const drawn = tableRow(["market", "depositApy"], context);
  for (const market of own) {
    const row = rows.find(({ id }) => id === idOf(market));
    if (row !== undefined) drawn.show(row);
    const leverage = leverageOf(market);
    expect([idOf(market), plain(drawn.cell("depositApy").textContent)]).toEqual([
      idOf(market),
      `${rate(sent(market, "depositApy")) ?? "?"}${
        leverage === undefined
          ? isClosed(market)
            ? "closed"
            : "leverage unknown"
          : `at ${multiple(leverage) ?? "none"}${isClosed(market) ? ", closed" : ""}`
      }`,
    ]);
  }
});

test("without a collateral a loan's limit is the highest that another token of its place has, never the debt's own", () => {
  const loans = loansAgainst(undefined, rows);
  const lent = all.filter((market) => typeOf(market) === "lending" && market["borrowToken"] === undefined);
  const shown = lent.map((market) => {
    const row = rows.find(({ id }) => id === idOf(market));
    return [idOf(market), row === undefined ? undefined : collateralFor(row, loans)?.maxLtv];
  });
  expect(shown).toEqual(lent.map((market) => [idOf(market), highestLtv({ borrow: market }, all)]));
});

test("of all the demo's markets only those made to be faulty contradict themselves, each by its fault", () => {
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
