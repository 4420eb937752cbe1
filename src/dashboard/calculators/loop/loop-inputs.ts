import { useMemo, useState } from "react";
import type { Ratio } from "../../../contract/units.ts";
import { halfwayLeverage, leverageLimit } from "../../../finance/debt/leverage.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { namedLeverage } from "../../../domain/market/loops/leverage.ts";
import { ownLegs } from "../../../domain/market/loops/loop-rooms.ts";
import { loopLegs } from "../../../domain/market/loops/loop-legs.ts";

export type LoopInputs = ReturnType<typeof useLoopInputs>;

interface Entered {
  readonly supply?: { readonly apy: Ratio | undefined };
  readonly borrow?: { readonly apy: Ratio | undefined };
  readonly leverage?: number;
}

export function useLoopInputs(row: MarketRow, rows: readonly MarketRow[]) {
  const [entered, setEntered] = useState<Entered>({});
  const legs = useMemo(() => loopLegs(row, rows), [row, rows]);
  const own = useMemo(() => ownLegs(row, rows), [row, rows]);
  const limit = leverageLimit(row);
  const halfway = halfwayLeverage({ limit });
  // Starts at the quoted leverage, so that the calculator agrees with the page's headline.
  const quoted = namedLeverage(row) ?? legs.quotedNear;
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
    leverage: entered.leverage ?? (quoted === undefined ? halfway : Math.min(quoted, limit ?? quoted)),
    changed: Object.keys(entered).length > 0,
    setSupply: (apy: Ratio | undefined): void => setEntered((now) => ({ ...now, supply: { apy } })),
    setBorrow: (apy: Ratio | undefined): void => setEntered((now) => ({ ...now, borrow: { apy } })),
    setLeverage: (leverage: number): void => setEntered((now) => ({ ...now, leverage })),
    reset: (): void => setEntered({}),
  };
}
