import { rateName } from "../../../domain/market/columns.ts";
import { useMemo, type ReactNode } from "react";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { formatCount, formatUsd, inWords, countMarkets } from "../../../domain/format/number.ts";
import {
  rateScale,
  sizeClasses,
  sizedMarkets,
  type RateScale,
  type SizeClass,
  type SizedMarkets,
} from "../../select/whole-list/overview.ts";
import {
  beyondScale,
  counts,
  depositsHelp,
  Figures,
  groupColumn,
  marketsHelp,
  Note,
  rateColumns,
  type ShownRates,
} from "./parts.tsx";
import { Scatter } from "./scatter.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { columnsOf } from "../../ui/table/columns.ts";

const { figure } = columnsOf<SizeClass>();

const columnsFor = (basis: ApyBasis) => [
  groupColumn(
    "Deposits",
    (one: SizeClass) => ({ label: classText(one), narrow: one.narrow, count: one.markets }),
    {
      value: ({ from = 0 }) => from,
      help: "Markets with deposits of this size. Opens them in the list.",
    },
  ),
  figure("Markets", "", marketsHelp, ({ markets }) => markets, formatCount),
  ...rateColumns<SizeClass>(basis),
  figure("Together", "USD", depositsHelp, ({ deposits }) => deposits, formatUsd),
];

export function RateBySize({ rows, state, basis }: ShownRates): ReactNode {
  const { sized, scale } = useMemo(() => {
    const found = sizedMarkets(rows, basis);
    const shown = found.markets.map(({ row }) => row);
    return { sized: found, scale: rateScale(shown, basis) };
  }, [rows, basis]);
  const classes = useMemo(() => sizeClasses(rows, state, basis), [rows, state, basis]);
  const columns = useMemo(() => columnsFor(basis), [basis]);
  return (
    <Panel padded heading="Rate against size">
      <Note>{summary(sized, scale, rows.length)}</Note>
      {scale === undefined ? null : (
        <Scatter markets={sized.markets} scale={scale} state={state} rateLabel={rateName(basis)} />
      )}
      <Figures label="Rates by size" columns={columns} rows={classes} rowKey={classText} />
    </Panel>
  );
}

function classText({ from, to }: SizeClass): string {
  const start = inWords(formatUsd(from, "round"));
  const end = inWords(formatUsd(to, "round"));
  if (from === undefined) return `under ${end}`;
  return to === undefined ? `from ${start}` : `${start} to ${end}`;
}

function summary(
  { markets, withoutDeposits, withoutRate }: SizedMarkets,
  scale: RateScale | undefined,
  all: number,
): string {
  const [least] = markets;
  const most = markets.at(-1);
  const missing = counts([
    [withoutDeposits, "without deposits"],
    [withoutRate, "without a rate or collateral-only"],
  ]);
  const left = missing === "" ? "" : ` Not shown: ${missing}.`;
  if (least === undefined || most === undefined || scale === undefined)
    return `No market here has both a rate and deposits.${left}`;
  const beyond = beyondScale(scale);
  return [
    `${formatCount(markets.length).text} of ${countMarkets(all)}, with deposits from ${formatUsd(least.deposits).text} to ${formatUsd(most.deposits).text}.`,
    left,
    beyond === "" ? "" : ` At the edge: ${beyond}.`,
  ].join("");
}
