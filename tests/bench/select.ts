// How long selecting takes at 10,000 and at 100,000 rows. Each figure is the median of several runs and is beside its
// ratio to one plain pass over the same rows, because milliseconds of one machine say nothing on another.
//   npm run bench -- select
import { marketTypes, predictionStatuses } from "../../src/contract/market.ts";
import type { MarketRow } from "../../src/domain/market/market-row.ts";
import { createOrderer } from "../../src/dashboard/select/order.ts";
import { createSelector } from "../../src/dashboard/select/select.ts";
import { defaultViewState } from "../../src/domain/view-state/codec.ts";
import type { ViewState } from "../../src/domain/view-state/view-state.ts";
import { marketRow, rowToken } from "../fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../fixtures/quantities.ts";

const sizes = [10_000, 100_000] as const;
const repeats = 9;
const pageSize = 200;
const stars: ReadonlySet<string> = new Set();

const all: ViewState = { ...defaultViewState, view: "all", types: marketTypes, statuses: predictionStatuses };

/** Numbers that look random and are the same in every run. */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function manyRows(count: number): readonly MarketRow[] {
  const next = createNumbers(1);
  const names = ["USDC", "SOL", "JitoSOL", "PYUSD", "USDS", "cbBTC"];
  return Array.from({ length: count }, (_value, at) => {
    const symbol = names[Math.floor(next() * names.length)] ?? "USDC";
    const deposits = next() * 1e8;
    const known = next() > 0.1;
    return marketRow({
      id: `kamino.lending.${at}`,
      type: marketTypes[at % marketTypes.length] ?? "lending",
      label: `${symbol} ${at}`,
      productName: `Market ${at % 97}`,
      tokens: [rowToken(symbol)],
      depositApy: known ? fraction(next() * 0.2) : undefined,
      baseDepositApy: known ? fraction(next() * 0.1) : undefined,
      totalDeposit: tokens(deposits),
      totalDepositUsd: known ? dollars(deposits) : undefined,
      totalBorrow: tokens(deposits * next()),
      maxDeposit: tokens(deposits * (1 + next())),
      status: "open",
    });
  });
}

function median(once: () => number): number {
  const times = Array.from({ length: repeats }, once).toSorted((a, b) => a - b);
  return times[Math.floor(repeats / 2)] ?? Number.NaN;
}

/** Milliseconds of processor time, so that what else runs on the machine does not count. */
function timed(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

type Figures = ReadonlyMap<string, number>;

function measure(count: number): Figures {
  const rows = manyRows(count);
  const context = { size: undefined, basis: "total", benchmark: undefined } as const;
  const byRate = [{ column: "depositApy", descending: true }] as const;
  const byMarket = [{ column: "market", descending: false }] as const;
  const figures = new Map<string, number>();

  let sum = 0;
  const pass = (): void => {
    for (const row of rows) sum += row.depositApy ?? 0;
  };
  figures.set(
    "one pass over the rows",
    median(() => timed(pass)),
  );
  figures.set(
    "first sort by one number",
    median(() => {
      const orderer = createOrderer();
      return timed(() => orderer.order(rows, byRate, context));
    }),
  );
  figures.set(
    "first sort by name",
    median(() => {
      const orderer = createOrderer();
      return timed(() => orderer.order(rows, byMarket, context));
    }),
  );
  const orderer = createOrderer();
  let turn = 0;
  figures.set(
    "turning the order round",
    median(() => {
      turn += 1;
      return timed(() =>
        orderer.order(rows, [{ column: "depositApy", descending: turn % 2 === 0 }], context),
      );
    }),
  );
  figures.set(
    "sort by three keys",
    median(() => {
      turn += 1;
      const keys = [
        { column: "type", descending: turn % 2 === 0 },
        { column: "totalDepositUsd", descending: true },
        { column: "depositApy", descending: true },
      ] as const;
      return timed(() => orderer.order(rows, keys, context));
    }),
  );
  figures.set(
    "the last page of 200 arrives",
    median(() => {
      const growing = createOrderer();
      growing.order(rows.slice(0, -pageSize), byRate, context);
      return timed(() => growing.order(rows, byRate, context));
    }),
  );

  const select = createSelector();
  select(rows, { ...all, query: "warm" }, { starred: stars });
  figures.set(
    "a key in the search box",
    median(() => {
      turn += 1;
      return timed(() => select(rows, { ...all, query: `usd ${turn}` }, { starred: stars }));
    }),
  );
  figures.set(
    "a digit in Minimum deposits",
    median(() => {
      turn += 1;
      return timed(() => select(rows, { ...all, minDeposits: dollars(turn * 1000) }, { starred: stars }));
    }),
  );
  figures.set(
    "a digit in My size, sorted by the rate at size",
    median(() => {
      turn += 1;
      const state: ViewState = {
        ...all,
        size: dollars(turn * 1000),
        sort: [{ column: "effectiveApy", descending: true }],
      };
      return timed(() => select(rows, state, { starred: stars }));
    }),
  );
  if (Number.isNaN(sum)) throw new Error("The rows hold a number that is none.");
  return figures;
}

/** Measures every size and prints a table. */
export function benchSelect(): void {
  const measured = sizes.map((size) => ({ size, figures: measure(size) }));
  const first = measured[0]?.figures ?? new Map<string, number>();
  for (const name of first.keys()) {
    const cells = measured.map(({ size, figures }) => {
      const time = figures.get(name) ?? Number.NaN;
      const pass = figures.get("one pass over the rows") ?? Number.NaN;
      return `${size} rows: ${time.toFixed(2)} ms, ${(time / pass).toFixed(0)} passes`;
    });
    console.log(`${name.padEnd(48)} ${cells.join("   ")}`);
  }
}
