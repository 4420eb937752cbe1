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
  cellClass,
  ChangeList,
  headClass,
  MarketLink,
  Spark,
  symbolOf,
  type KnownMarkets,
} from "./change-parts.tsx";
import { spanNames } from "./changes-words.ts";

interface FlowsProps {
  readonly flows: readonly DepositFlow[];
  readonly span: ChangeWindow;
  readonly markets: KnownMarkets;
}

export function FlowsList({ total, ...props }: FlowsProps & { readonly total: number }): ReactNode {
  const phone = useIsPhone();
  return (
    <ChangeList
      heading="Deposits in and out"
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
  return (
    <section
      aria-label="Deposits in and out, table"
      tabIndex={0}
      className="overflow-x-auto [scrollbar-width:thin]"
    >
      <table aria-label="Deposits in and out" className="w-full border-separate border-spacing-0 text-right">
        <thead>
          <tr>
            <th scope="col" className={`${headClass} text-left`}>
              Market
            </th>
            <th scope="col" className={`${headClass} xl:max-[1399.98px]:hidden`}>
              {spanNames[span]}
            </th>
            <th scope="col" className={headClass}>
              Deposits
            </th>
            <th scope="col" className={headClass}>
              Flow
            </th>
            <th scope="col" className={headClass}>
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <tr key={flow.marketId} className="hover:bg-hover">
              <th scope="row" className={`${cellClass} max-w-52 text-left font-normal`}>
                <MarketLink of={flow} markets={markets} />
              </th>
              <td className={`${cellClass} xl:max-[1399.98px]:hidden`}>
                <Spark values={flow.spark} />
              </td>
              <td className={`${cellClass} whitespace-nowrap`}>
                <NumberText value={formatUsd(usd(flow.totalDepositUsd))} />
              </td>
              <td className={`${cellClass} whitespace-nowrap`}>
                <Flow flow={flow} markets={markets} />
              </td>
              <td className={`${cellClass} whitespace-nowrap`}>
                <NumberText value={formatShareChange(ratio(flow.share))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FlowCards({ flows, markets }: FlowsProps): ReactNode {
  return (
    <ul aria-label="Deposits in and out" className="divide-y divide-line">
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
