// What the loop calculator and the table of leverages are given: the legs, as derived or as entered, and the leverage.
import { useMemo, useState } from "react";
import type { Ratio } from "../../../contract/units.ts";
import { halfwayLeverage, leverageLimit } from "../../../finance/debt/leverage.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { namedLeverage } from "../../market/loops/leverage.ts";
import { ownLegs } from "../../market/loops/loop-rooms.ts";
import { loopLegs, type LoopLegs } from "./loop-legs.ts";

export interface LoopInputs {
  readonly legs: LoopLegs;
  /** The legs in the very market the loop runs in. */
  readonly ownLegs: ReturnType<typeof ownLegs>;
  readonly supplyApy: Ratio | undefined;
  readonly borrowApy: Ratio | undefined;
  /** What net rates made of the two are; undefined where they are exact, which an entered leg is. */
  readonly bound: LoopLegs["bound"];
  /** The highest leverage that can be opened; undefined when the market states no usable limit. */
  readonly limit: number | undefined;
  readonly halfway: number | undefined;
  readonly leverage: number | undefined;
  /** Whether something differs from what was derived. */
  readonly changed: boolean;
  readonly setSupply: (apy: Ratio | undefined) => void;
  readonly setBorrow: (apy: Ratio | undefined) => void;
  readonly setLeverage: (leverage: number) => void;
  readonly reset: () => void;
}

interface Entered {
  readonly supply?: { readonly apy: Ratio | undefined };
  readonly borrow?: { readonly apy: Ratio | undefined };
  readonly leverage?: number;
}

export function useLoopInputs(row: MarketRow, rows: readonly MarketRow[]): LoopInputs {
  const [entered, setEntered] = useState<Entered>({});
  const legs = useMemo(() => loopLegs(row, rows), [row, rows]);
  const own = useMemo(() => ownLegs(row, rows), [row, rows]);
  const limit = leverageLimit(row);
  const halfway = halfwayLeverage({ limit });
  // The quoted rate is of the leverage the market names: beside it the calculator says the same.
  const named = namedLeverage(row);
  return {
    legs,
    ownLegs: own,
    supplyApy: entered.supply === undefined ? legs.supplyApy : entered.supply.apy,
    borrowApy: entered.borrow === undefined ? legs.borrowApy : entered.borrow.apy,
    bound:
      (legs.supplyFrom === "implied" ? entered.supply : entered.borrow) === undefined
        ? legs.bound
        : undefined,
    limit,
    halfway,
    leverage: entered.leverage ?? (named === undefined ? halfway : Math.min(named, limit ?? named)),
    changed: Object.keys(entered).length > 0,
    setSupply: (apy) => setEntered((now) => ({ ...now, supply: { apy } })),
    setBorrow: (apy) => setEntered((now) => ({ ...now, borrow: { apy } })),
    setLeverage: (leverage) => setEntered((now) => ({ ...now, leverage })),
    reset: () => setEntered({}),
  };
}
