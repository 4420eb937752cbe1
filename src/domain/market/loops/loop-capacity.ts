import { usd } from "../../../contract/units.ts";
import { halfwayLeverage, leverageLimit } from "../../../finance/debt/leverage.ts";
import { capacityLeft } from "../../../finance/pool.ts";
import type { MarketRow, RowToken } from "../market-row.ts";
import type { LoopCapacity, LoopCapacities } from "../column.ts";
import { leftToBorrow, loanCapacity } from "../row-values.ts";
import { namedLeverage } from "../market-text.ts";
import { placesIn, withMostCapacity } from "./places.ts";

type LegRows = readonly [supplied: MarketRow | undefined, borrowed: MarketRow | undefined];

/** Returns `last` if the legs have not changed, because all rows depend on it. At `leverage`, or each loop's default. */
export function loopCapacities(
  rows: readonly MarketRow[],
  legs: readonly MarketRow[],
  last?: LoopCapacities,
  leverage?: number,
): LoopCapacities {
  const byLoop = new Map<string, LoopCapacity>();
  let text = "";
  for (const row of rows) {
    if (row.kind !== "loop") continue;
    const own = ownLegs(row, legs);
    const capacity = loopCapacityAt(own, leverage ?? defaultLeverage(row));
    byLoop.set(row.id, capacity);
    text += `${row.id} ${String(capacity.left)} ${String(capacity.closed)} ${String(own[1]?.borrowApy)},`;
  }
  return last?.text === text ? last : { byLoop, rows: legs, text };
}

/** The quoted leverage, or else halfway to the limit. A loop's capacity is computed at it. */
export function defaultLeverage(loop: MarketRow): number | undefined {
  return namedLeverage(loop) ?? halfwayLeverage({ limit: leverageLimit(loop) });
}

/** min(left to borrow / (L − 1), capacity left of the supply / L), with both legs in the loop's own market. */
export function loopCapacityAt([supplied, borrowed]: LegRows, leverage: number | undefined): LoopCapacity {
  const borrow = borrowed && leftToBorrow(borrowed);
  const supply = supplied && capacityLeft(supplied);
  if (borrow === 0) return { left: borrow, closed: "borrowed" };
  if (supply === 0) return { left: supply, closed: "supplied" };
  const known = borrow !== undefined && supply !== undefined && leverage !== undefined;
  return {
    left: known ? usd(Math.min(borrow / (leverage - 1), supply / leverage)) : undefined,
    closed: undefined,
  };
}

export function legMarkets(loop: MarketRow, rows: readonly MarketRow[]): LegRows {
  const { poolsOf } = placesIn(rows);
  const [supplied, borrowed] = ownLegs(loop, rows);
  const largest = ({ address }: RowToken): MarketRow | undefined =>
    withMostCapacity(poolsOf(loop.providerId, address), ({ totalDepositUsd }) => totalDepositUsd);
  const [one, other] = loop.tokens;
  return [supplied ?? (one && largest(one)), borrowed ?? (other && largest(other))];
}

/** Legs in the loop's own market; others are uncertain. Of several reserves of a token, the one with the most capacity. */
export function ownLegs(loop: MarketRow, rows: readonly MarketRow[]): LegRows {
  const { placeOfLoop, poolsIn } = placesIn(rows);
  const place = placeOfLoop(loop);
  if (place === undefined) return [undefined, undefined];
  const [supplied, borrowed] = loop.tokens;
  return [
    withMostCapacity(poolsIn(place, supplied?.address), capacityLeft),
    withMostCapacity(poolsIn(place, borrowed?.address), (row) => loanCapacity(row).left),
  ];
}
