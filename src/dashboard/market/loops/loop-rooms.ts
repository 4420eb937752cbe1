// Where loans and loops live: which deposits stand behind the same loans, and what the legs of a loop leave room for.
import { usd } from "../../../contract/units.ts";
import { halfwayLeverage, leverageLimit } from "../../../finance/debt/leverage.ts";
import { capacityLeft, debtInOtherToken } from "../../../finance/pool.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { LoopRoom, LoopRooms } from "../column.ts";
import { leftToBorrow } from "../row-values.ts";
import { namedLeverage } from "./leverage.ts";

/**
 * What the legs say of the loops of a list.
 *
 * @param legs the markets to look for the legs in
 * @param last what this gave before: given again as long as the legs say the same, because everything drawn depends on it
 */
export function loopRooms(
  rows: readonly MarketRow[],
  legs: readonly MarketRow[],
  last?: LoopRooms,
): LoopRooms {
  const byLoop = new Map<string, LoopRoom>();
  let text = "";
  for (const row of rows) {
    if (row.kind !== "loop") continue;
    const room = loopRoom(row, legs);
    byLoop.set(row.id, room);
    const cost = ownLegs(row, legs)[1]?.borrowApy;
    text += `${row.id} ${String(room.left)} ${String(room.closed)} ${String(cost)},`;
  }
  return last?.text === text ? last : { byLoop, rows: legs, text };
}

/**
 * min(left to borrow / (L − 1), capacity left of the supply / L), each leg in the market the loop runs in. L is the leverage
 * it names, else half way to its limit, from which the calculator starts too.
 *
 * @param rows the markets its legs are looked for in
 */
export function loopRoom(loop: MarketRow, rows: readonly MarketRow[]): LoopRoom {
  const leverage = namedLeverage(loop) ?? halfwayLeverage({ limit: leverageLimit(loop) });
  return loopRoomAt(ownLegs(loop, rows), leverage);
}

/** The same at a leverage of one's own. */
export function loopRoomAt(
  [supplied, borrowed]: readonly [supplied: MarketRow | undefined, borrowed: MarketRow | undefined],
  leverage: number | undefined,
): LoopRoom {
  const borrow = borrowed && leftToBorrow(borrowed);
  const supply = supplied && capacityLeft(supplied);
  if (borrow === 0) return { left: borrow, closed: "borrowed" };
  if (supply === 0) return { left: supply, closed: "supplied" };
  const known = borrow !== undefined && supply !== undefined && leverage !== undefined && leverage > 1;
  return {
    left: known ? usd(Math.min(borrow / (leverage - 1), supply / leverage)) : undefined,
    closed: undefined,
  };
}

/** The lending market of a token where a loop runs: the same provider and market if there is one, else its provider's largest. */
export function legMarket(
  loop: MarketRow,
  mint: string | undefined,
  rows: readonly MarketRow[],
): MarketRow | undefined {
  const lending = legMarkets(loop, mint, rows);
  return (
    lending.find((row) => isWhere(loop, row)) ??
    lending.toSorted((one, other) => (other.totalDepositUsd ?? 0) - (one.totalDepositUsd ?? 0))[0]
  );
}

/** The legs of a loop in the very market it runs in: only of those is it certain that the loop uses them. */
export function ownLegs(
  loop: MarketRow,
  rows: readonly MarketRow[],
): readonly [supplied: MarketRow | undefined, borrowed: MarketRow | undefined] {
  const [supplied, borrowed] = loop.tokens.map(({ address }) =>
    legMarkets(loop, address, rows).find((row) => isWhere(loop, row)),
  );
  return [supplied, borrowed];
}

function isWhere(loop: MarketRow, row: MarketRow): boolean {
  const place = loop.detail ?? loop.productName;
  return place !== undefined && (row.productName === place || row.detail === place);
}

// A list is read once, however many loops it has.
const knownPools = new WeakMap<readonly MarketRow[], ReadonlyMap<string, readonly MarketRow[]>>();

function poolsByToken(rows: readonly MarketRow[]): ReadonlyMap<string, readonly MarketRow[]> {
  const known = knownPools.get(rows);
  if (known !== undefined) return known;
  const pools = new Map<string, MarketRow[]>();
  for (const row of rows) {
    if (row.kind !== "lending" || debtInOtherToken(row)) continue;
    const key = `${row.providerId} ${row.tokens[0]?.address ?? ""}`;
    const same = pools.get(key);
    if (same === undefined) pools.set(key, [row]);
    else same.push(row);
  }
  knownPools.set(rows, pools);
  return pools;
}

/** The pools of a loop's provider that lend a token. A pair lends another token than its first. */
function legMarkets(
  loop: MarketRow,
  mint: string | undefined,
  rows: readonly MarketRow[],
): readonly MarketRow[] {
  return mint === undefined ? [] : (poolsByToken(rows).get(`${loop.providerId} ${mint}`) ?? []);
}
