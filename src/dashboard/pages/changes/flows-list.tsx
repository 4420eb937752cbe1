import { useMemo, type ReactNode } from "react";
import type { DepositFlow, RecordChanges } from "../../../contract/record/record-changes.ts";
import type { ChangeWindow } from "../../../contract/record/record-request.ts";
import { ratio, tokenAmount, usd } from "../../../contract/units.ts";
import { formatFlow, formatShareChange, formatTokenFlow } from "../../../domain/format/flow.ts";
import { formatUsd } from "../../../domain/format/number.ts";
import { formatMoment } from "../../../domain/format/time.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { ChangeList, symbolOf, type KnownMarkets } from "./change-parts.tsx";
import { spanNames } from "./changes-words.ts";

const column = columnsOf<DepositFlow>();

function columnsFor(markets: KnownMarkets) {
  return [
    column("deposits", {
      header: "Deposits",
      value: ({ totalDepositUsd }) => usd(totalDepositUsd),
      cell: ({ totalDepositUsd }) => <NumberText value={formatUsd(usd(totalDepositUsd))} />,
    }),
    column("flow", {
      header: "Flow",
      value: ({ netUsd }) => usd(netUsd),
      card: "lead",
      cell: ({ netUsd, net, marketId, since }) => (
        <>
          <NumberText value={formatFlow(usd(netUsd))} className="font-semibold" />
          <span className="block text-tiny text-text2">
            {formatTokenFlow(tokenAmount(net), symbolOf(markets, marketId))?.text}
          </span>
          {typeof since === "string" ? (
            <span className="block text-tiny text-text3">since {formatMoment(Date.parse(since))}</span>
          ) : null}
        </>
      ),
    }),
    column("share", {
      header: "Share",
      value: ({ share }) => ratio(share),
      cell: ({ share }) => <NumberText value={formatShareChange(ratio(share))} />,
    }),
  ];
}

export function FlowsList({
  changes: { flows, counts },
  span,
  markets,
}: {
  readonly changes: RecordChanges;
  readonly span: ChangeWindow;
  readonly markets: KnownMarkets;
}): ReactNode {
  const columns = useMemo(() => columnsFor(markets), [markets]);
  return (
    <ChangeList
      heading="Deposits in and out"
      items={flows}
      first={8}
      total={counts.flows}
      note="by tokens, not by price"
      none="No deposits or withdrawals."
      columns={columns}
      markets={markets}
      past={spanNames[span]}
    />
  );
}
