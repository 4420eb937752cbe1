import type { ReactNode } from "react";
import { ratio, type Usd } from "../../../../contract/units.ts";
import { LeverageTable } from "../../../calculators/loop/leverage-table.tsx";
import type { LoopInputs } from "../../../calculators/loop/loop-inputs.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { useMarketRecords } from "../../../queries/record.ts";

interface LoopLeveragesProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly inputs: LoopInputs;
}

export function LoopLeverages({ row, size, inputs }: LoopLeveragesProps): ReactNode {
  const debt = inputs.ownLegs[1]?.id;
  const { body } = useMarketRecords(debt === undefined ? [] : [debt], debt !== undefined);
  const recorded = debt === undefined ? undefined : body?.get(debt)?.recorded;
  const apy = ratio(recorded?.highestBorrowApy);
  const highest =
    recorded === undefined || apy === undefined || recorded.days < 1
      ? undefined
      : { apy, days: recorded.days };
  return <LeverageTable row={row} size={size} inputs={inputs} highest={highest} />;
}
