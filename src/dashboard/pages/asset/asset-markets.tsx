// The markets of one token: to earn with it, to borrow it, to loop it and to borrow against it.
import { useMemo, type ReactNode } from "react";
import type { Ratio } from "../../../contract/units.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatMultiple,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../../format/number.ts";
import { loanRateText } from "../../market/column-text.ts";
import { typeName } from "../../market/market-text.ts";
import { loanRoom } from "../../market/row-values.ts";
import { judgedRate, loansAgainstAsset, type AssetFacts } from "../../select/assets/asset-facts.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { useViewState } from "../../view-state/use-view-state.ts";
import { MarketLines, type MarketLine } from "./market-lines.tsx";
import { leverageText } from "../../market/loops/leverage.ts";

export function AssetMarkets({
  facts,
  rows,
  busy,
  ownYield,
}: {
  readonly facts: AssetFacts;
  /** Every market. */
  readonly rows: readonly MarketRow[];
  /** Whether markets are still on their way. */
  readonly busy: boolean;
  /** What the token gains a year against SOL by itself. */
  readonly ownYield: Ratio | undefined;
}): ReactNode {
  const { mint, symbol, earn, borrow, loops } = facts;
  const [{ size, basis }] = useViewState();
  const loans = useMemo(() => loansAgainstAsset(mint, rows), [mint, rows]);
  const asked = { size, basis };
  const absent = (sentence: string): string => (busy ? "Markets are still arriving." : sentence);

  const earning = earn.map((row): MarketLine => ({
    row,
    name: row.label,
    word: typeName(row),
    figures: [
      apy(basis === "base" ? row.baseDepositApy : row.depositApy),
      ...(size === undefined
        ? []
        : [
            <NumberText key="size" value={formatUsdExact(earnings({ size, apy: judgedRate(row, asked) }))} />,
          ]),
      <NumberText key="deposits" value={formatUsd(row.totalDepositUsd)} />,
    ],
  }));
  const borrowing = borrow.map((row): MarketLine => ({
    row,
    name: row.label,
    word: "",
    figures: [
      apy(row.borrowApy),
      ...(size === undefined ? [] : [<NumberText key="size" value={loanRateText(row, size, basis)} />]),
      <LeftToBorrow key="left" row={row} />,
    ],
  }));
  const against = [
    ...loops.map((row): MarketLine => ({
      row,
      name: row.label,
      word: "Loop",
      figures: [
        apy(row.depositApy, leverageText(row)),
        <NumberText key="limit" value={formatMultiple(row.maxLeverage)} />,
      ],
    })),
    ...loans.map(({ debt, collateral }): MarketLine => ({
      row: debt,
      name: debt.tokens.at(-1)?.symbol ?? debt.label,
      word: "against it",
      figures: [apy(debt.borrowApy), <NumberText key="limit" value={formatShare(collateral.maxLtv)} />],
    })),
  ];

  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 xl:grid-cols-[1.2fr_1fr_1fr]">
      <MarketLines
        heading="Earn"
        note={
          ownYield === undefined || ownYield <= 0
            ? undefined
            : `besides the ${inWords(formatRate(ownYield))} a year it gains on SOL`
        }
        columns={[
          basis === "base" ? "Base APY" : "APY",
          ...(size === undefined ? [] : [`On ${inWords(formatUsd(size, "short"))}`]),
          "Deposits",
        ]}
        lines={earning}
        actions={["deposit"]}
        empty={absent(`No lending or yield market takes ${symbol}.`)}
      />
      <MarketLines
        heading="Borrow it"
        columns={[
          "APY",
          ...(size === undefined ? [] : [`With ${inWords(formatUsd(size, "short"))}`]),
          "Left to borrow",
        ]}
        lines={borrowing}
        actions={["borrow"]}
        empty={absent(`${symbol} cannot be borrowed anywhere now.`)}
      />
      <MarketLines
        heading="Loop and borrow against"
        note={loans.length > 1 ? "what is borrowed most, first" : undefined}
        columns={["APY", "Limit"]}
        lines={against}
        actions={["setup", "openPosition", "borrow"]}
        empty={absent(`No loop is built on ${symbol}, and nothing is lent against it.`)}
      />
    </div>
  );
}

/** Where the borrow limit is not published less may be left than is there. */
function LeftToBorrow({ row }: { readonly row: MarketRow }): ReactNode {
  const { left, sure } = loanRoom(row);
  return (
    <>
      {sure || left === undefined || left === 0 ? null : (
        <span className="text-small text-text3">at most </span>
      )}
      <NumberText value={formatUsd(left)} />
    </>
  );
}

/** @param note what the rate says nothing without */
function apy(value: Ratio | undefined, note?: string): ReactNode {
  return (
    <>
      <NumberText value={formatRate(value)} className="font-semibold" />
      {note === undefined ? null : <span className="block text-small text-text2">{note}</span>}
    </>
  );
}
