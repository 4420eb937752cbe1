import { sum } from "d3-array";
import type { ReactNode } from "react";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { tokenName } from "../../calculators/borrow-figures.ts";
import { otherEnds, takesLoans } from "../../calculators/loan-inputs.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatCount, formatShare, inWords } from "../../../domain/format/number.ts";
import { formatDays } from "../../../domain/format/time.ts";
import { unknownNote } from "../../../domain/market/assess/words.ts";
import { toTokenIcon } from "../../../domain/market/market-text.ts";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import { shareColor, SplitBar, Swatch } from "../../ui/marks/shares.tsx";
import { Explained } from "../../ui/overlay/tooltip.tsx";
import { Panel } from "../../ui/panel/panel.tsx";

const namedParts = 4;

interface WhatBacksItProps {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
  readonly days: number | undefined;
}

export function WhatBacksIt({ row, rows, days }: WhatBacksItProps): ReactNode {
  const parts = row.kind === "lending" ? collateralParts(otherEnds(row, rows, takesLoans)) : [];
  const place = row.detail ?? row.productName ?? row.providerName;
  return (
    <Panel
      heading="Collateral"
      description={parts.length === 0 ? undefined : `accepted in ${place}, by deposits`}
      actions={
        days === undefined || days < 1 ? undefined : (
          <Explained
            help="Since the first daily rate of the market's history. The market may be older."
            className="rounded-item text-small text-text2"
          >
            Rate history of {formatDays(days)}
            {days >= 365 ? " or more" : ""}
          </Explained>
        )
      }
      padded
    >
      {parts.length === 0 ? (
        <p className="text-text2">Unknown. {unknownNote(row.providerName)}.</p>
      ) : (
        <>
          <SplitBar parts={parts} />
          <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
            {parts.map(({ key, label, icon, share, color, help }) => (
              <Explained key={key} as="li" help={help} className="flex items-center gap-2 rounded-item">
                <Swatch color={color} />
                {icon === undefined ? null : <MarketIcon icon={icon} size={20} />}
                {label}
                <span className="text-text2">{inWords(formatShare(ratio(share), "whole"), "—")}</span>
              </Explained>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

export function collateralParts(accepted: readonly MarketRow[]) {
  const all = sum(accepted, ({ totalDepositUsd }) => totalDepositUsd);
  const shareOf = (rows: readonly MarketRow[]): Ratio | undefined =>
    all <= 0 ? undefined : ratio(sum(rows, ({ totalDepositUsd }) => totalDepositUsd) / all);
  const parts = accepted.slice(0, namedParts).map((row, at) => {
    const [token] = row.tokens;
    const maxLtv = inWords(formatShare(row.maxLtv));
    const help = `Deposits as a share of all collateral accepted here. Max LTV ${maxLtv}. Source: totalDepositUsd, maxLtv.`;
    const icon = token === undefined ? undefined : toTokenIcon(token);
    return { key: row.id, label: tokenName(row), icon, share: shareOf([row]), color: shareColor(at), help };
  });
  const rest = accepted.slice(namedParts);
  if (rest.length === 0) return parts;
  const label = `${formatCount(rest.length).text} more`;
  const help = rest.map((row) => row.label).join(", ");
  const color = shareColor(namedParts);
  return [...parts, { key: label, label, icon: undefined, share: shareOf(rest), color, help }];
}
