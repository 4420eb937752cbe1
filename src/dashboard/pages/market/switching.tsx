import { useMemo, type ReactNode } from "react";
import { BreakEven, switchHeading } from "../../calculators/break-even.tsx";
import { allDepositsRequest, allLoopsRequest } from "../../data/markets/shared-requests.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { onBasis } from "../../../domain/market/row-values.ts";
import type { Usd } from "../../../contract/units.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

interface SwitchingProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
}

/** Compares with all markets, whatever the filters of the list are. The list of deposits has usually loaded both. */
export function Switching({ row, size, basis }: SwitchingProps): ReactNode {
  const deposits = useMarkets(allDepositsRequest);
  const loops = useMarkets(allLoopsRequest);
  const rows = useMemo(() => [...deposits.rows, ...loops.rows], [deposits.rows, loops.rows]);
  const prices = useMemo(() => peerPrices(deposits.peers), [deposits.peers]);
  if (onBasis(row, basis).depositApy === undefined) return null;
  // A part of the markets would give another answer.
  const missing = [deposits, loops].filter(({ phase }) => phase !== "complete");
  if (missing.length === 0)
    return <BreakEven row={row} rows={rows} size={size} basis={basis} prices={prices} />;
  const failed = missing.find(({ error }) => error !== undefined);
  return (
    <Panel heading={switchHeading} padded className="min-h-[420px]">
      {failed === undefined ? (
        <p className="text-text2">Loading the other markets…</p>
      ) : (
        <Problem
          size="line"
          title="The other markets could not be loaded"
          error={failed.error}
          retry={failed.retry}
        />
      )}
    </Panel>
  );
}
