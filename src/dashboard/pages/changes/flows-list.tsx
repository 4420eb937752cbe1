// The markets that most money went into or out of, counted in tokens, so that a price that moved is no flow.
import type { ReactNode } from "react";
import type { DepositFlow } from "../../../contract/record/record-changes.ts";
import type { ChangeWindow } from "../../../contract/record/record-request.ts";
import { millis, ratio, tokenAmount, usd } from "../../../contract/units.ts";
import { formatFlow, formatShareChange, formatTokenFlow } from "../../format/flow.ts";
import { formatUsd } from "../../format/number.ts";
import { formatMoment } from "../../format/time.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import {
  ChangeList,
  ChangeTable,
  MarketLink,
  pastColumnClass,
  Spark,
  symbolOf,
  type ChangeColumn,
  type KnownMarkets,
} from "./change-parts.tsx";
import { spanNames } from "./changes-words.ts";

const name = "Deposits in and out";

interface FlowsProps {
  readonly flows: readonly DepositFlow[];
  readonly span: ChangeWindow;
  readonly markets: KnownMarkets;
}

export function FlowsList({ total, ...props }: FlowsProps & { readonly total: number }): ReactNode {
  const phone = useIsPhone();
  return (
    <ChangeList
      heading={name}
      items={props.flows}
      first={8}
      total={total}
      note="by tokens, not by price"
      none="Nothing was put in or taken out."
    >
      {(shown) => (phone ? <FlowCards {...props} flows={shown} /> : <FlowsTable {...props} flows={shown} />)}
    </ChangeList>
  );
}

function FlowsTable({ flows, span, markets }: FlowsProps): ReactNode {
  const columns: readonly ChangeColumn<DepositFlow>[] = [
    { head: spanNames[span], className: pastColumnClass, cell: (flow) => <Spark values={flow.spark} /> },
    { head: "Deposits", cell: (flow) => <NumberText value={formatUsd(usd(flow.totalDepositUsd))} /> },
    { head: "Flow", cell: (flow) => <Flow flow={flow} markets={markets} /> },
    { head: "Share", cell: (flow) => <NumberText value={formatShareChange(ratio(flow.share))} /> },
  ];
  return <ChangeTable name={name} items={flows} columns={columns} markets={markets} />;
}

function FlowCards({ flows, markets }: FlowsProps): ReactNode {
  return (
    <ul aria-label={name} className="divide-y divide-line">
      {flows.map((flow) => (
        <li key={flow.marketId} className="px-4 py-3">
          <div className="flex items-start justify-between gap-3">
            <MarketLink of={flow} markets={markets} />
            <span className="shrink-0 text-right">
              <Flow flow={flow} markets={markets} />
            </span>
          </div>
          <p className="mt-1.5 flex justify-between gap-3 text-small text-text2">
            <span>
              of <NumberText value={formatUsd(usd(flow.totalDepositUsd), "short")} /> deposits
            </span>
            <NumberText value={formatShareChange(ratio(flow.share))} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Net, in dollars of now and in tokens. */
function Flow({ flow, markets }: { readonly flow: DepositFlow; readonly markets: KnownMarkets }): ReactNode {
  const tokens = formatTokenFlow(tokenAmount(flow.net), symbolOf(markets, flow.marketId))?.text;
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
