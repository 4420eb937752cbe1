// The markets that most money went into or out of, counted in tokens, so that a price that moved is no flow.
import { useMemo, type ReactNode } from "react";
import type { DepositFlow, RecordChanges } from "../../../contract/record/record-changes.ts";
import type { ChangeWindow } from "../../../contract/record/record-request.ts";
import { millis, ratio, tokenAmount, usd } from "../../../contract/units.ts";
import { formatFlow, formatShareChange, formatTokenFlow } from "../../format/flow.ts";
import { formatUsd } from "../../format/number.ts";
import { formatMoment } from "../../format/time.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { ChangeList, pastColumn, symbolOf, useHasPastColumn, type KnownMarkets } from "./change-parts.tsx";
import { spanNames } from "./changes-words.ts";

const column = columnsOf<DepositFlow>();

export function FlowsList({
  changes: { flows, counts },
  span,
  markets,
}: {
  readonly changes: Pick<RecordChanges, "flows" | "counts">;
  readonly span: ChangeWindow;
  readonly markets: KnownMarkets;
}): ReactNode {
  const hasPast = useHasPastColumn();
  const columns = useMemo(
    () => [
      ...(hasPast ? [pastColumn(column, spanNames[span], ({ spark }: DepositFlow) => spark)] : []),
      column("deposits", {
        header: "Deposits",
        value: ({ totalDepositUsd }) => usd(totalDepositUsd),
        cell: ({ totalDepositUsd }) => <NumberText value={formatUsd(usd(totalDepositUsd))} />,
      }),
      column("flow", {
        header: "Flow",
        value: ({ netUsd }) => usd(netUsd),
        card: "lead",
        cell: (flow) => <Flow flow={flow} symbol={symbolOf(markets, flow.marketId)} />,
      }),
      column("share", {
        header: "Share",
        value: ({ share }) => ratio(share),
        cell: ({ share }) => <NumberText value={formatShareChange(ratio(share))} />,
      }),
    ],
    [hasPast, span, markets],
  );
  return (
    <ChangeList
      heading="Deposits in and out"
      items={flows}
      first={8}
      total={counts.flows}
      note="by tokens, not by price"
      none="Nothing was put in or taken out."
      columns={columns}
      markets={markets}
    />
  );
}

/** Net, in dollars of now and in tokens. */
function Flow({ flow, symbol }: { readonly flow: DepositFlow; readonly symbol: string }): ReactNode {
  const tokens = formatTokenFlow(tokenAmount(flow.net), symbol)?.text;
  const since = typeof flow.since === "string" ? millis(Date.parse(flow.since)) : undefined;
  return (
    <>
      <NumberText value={formatFlow(usd(flow.netUsd))} className="font-semibold" />
      <span className="block text-tiny text-text2">{tokens}</span>
      {since === undefined ? null : (
        <span className="block text-tiny text-text3">since {formatMoment(since)}</span>
      )}
    </>
  );
}
