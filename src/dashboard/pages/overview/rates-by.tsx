import { rateName } from "../../../domain/market/columns.ts";
import { useMemo, type ReactNode } from "react";
import { capitalize } from "../../../domain/format/capitalize.ts";
import { formatCount, formatRate, formatUsd, countMarkets } from "../../../domain/format/number.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { flags } from "../../../domain/market/assess/assess.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import { rateOfBasis, type ApyBasis, type SelectContext } from "../../../domain/market/column.ts";
import { leverageText, namedLeverage, marketName } from "../../../domain/market/market-text.ts";
import { effectiveRate, leadingRate } from "../../../domain/market/row-values.ts";
import { columnText } from "../../../domain/market/column-text.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  groupRates,
  sizeClasses,
  sizedMarkets,
  type GroupRates,
  type SizedMarkets,
} from "../../select/whole-list/overview.ts";
import { groupMarkets, groupings, type Grouping } from "../../select/whole-list/market-groups.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { exportName, leverageField, sizeSettings } from "../../select/export-rows.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { FactLine } from "../../ui/marks/fact-chips.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useChoice } from "../../view-state/use-choice.ts";
import {
  besideFigures,
  depositsHelp,
  groupColumn,
  marketsHelp,
  rateColumns,
  marketInListHref,
  counts,
  Figures,
  Caption,
  type ShownRates,
} from "./parts.tsx";
import { Scatter } from "./scatter.tsx";

export function RatesBy({
  rows,
  state,
  basis,
  reliabilityOf,
  context,
  generation,
}: ShownRates & {
  readonly context: SelectContext;
  readonly generation: string | number;
}): ReactNode {
  const [by, setBy] = useChoice("by", groupings, "asset");
  const lines = useMemo(
    () => groupRates(groupMarkets(rows, state, by), basis, reliabilityOf, context.size),
    [rows, state, by, basis, reliabilityOf, context.size],
  );
  const columns = useMemo(() => groupColumns(by, state, basis, context), [by, state, basis, context]);
  return (
    <Panel
      heading={`${rateName(basis)} by ${by}`}
      className="xl:col-span-2"
      actions={
        <span className="flex items-center gap-2 text-small text-text2">
          Rates by
          <Segmented
            label="Rates by"
            options={groupings.map((value) => ({ value, label: capitalize(value) }))}
            value={by}
            onChange={setBy}
          />
        </span>
      }
    >
      <DataTable
        label={`Rates by ${by}`}
        columns={columns}
        rows={lines}
        rowKey={({ group }) => group.key}
        first={15}
        generation={generation}
        empty={null}
        cards="never"
        csv={`rates-by-${by}`}
        settings={sizeSettings({ ...context, basis })}
      />
    </Panel>
  );
}

const { column, figure } = columnsOf<GroupRates>();

function groupColumns(by: Grouping, state: ViewState, basis: ApyBasis, context: SelectContext) {
  const { size } = context;
  const atSize = (row: MarketRow) => effectiveRate(row, size, basis)?.low;
  const rateOf = (row: MarketRow) =>
    columnText("effectiveApy", row, { ...context, basis }) ?? formatRate(leadingRate(row, basis));
  return [
    groupColumn<GroupRates>(capitalize(by), by === "asset" ? { title: ({ group }) => group.key } : {}),
    ...rateColumns<GroupRates>(basis),
    figure("Markets", "markets", marketsHelp, ({ group }) => group.rows.length, formatCount),
    figure("Deposits", exportName("totalDepositUsd"), depositsHelp, ({ deposits }) => deposits, formatUsd),
    column(size === undefined ? "Best market" : `Best market at ${formatUsd(size, "short").text}`, {
      help:
        size === undefined
          ? "The open market of the group that passes its checks and pays the most, and its APY."
          : "The open market of the group that passes its checks, takes all of your size and pays the most at it, and its APY at your size. Loops come last, with their quoted net APY.",
      align: "start",
      className: "lg:w-1/2 lg:max-w-0",
      sortDescFirst: true,
      csv: [`Best market, ${exportName(rateOfBasis[basis])}`, ({ best }) => best && leadingRate(best, basis)],
      csvMore: [
        ...(size === undefined
          ? []
          : [
              [
                `Best market, ${exportName("effectiveApy")}`,
                ({ best }: GroupRates) => best && atSize(best),
              ] as const,
            ]),
        ["Best market", ({ best }) => best && marketName(best)],
        ["Best market, id", ({ best }) => best?.id],
        [`Best market, ${leverageField}`, ({ best }) => best && namedLeverage(best)],
      ],
      value: ({ best }) => best && (atSize(best) ?? leadingRate(best, basis)),
      cell: ({ best }) => {
        if (best === undefined) return <NumberText value={undefined} />;
        // As in the list, so that the best rate does not look safer here.
        const [flag] = flags(best, { ...context, side: "deposit" });
        return (
          <span className={`flex items-center gap-2 max-lg:w-max ${besideFigures}`}>
            <NumberText value={rateOf(best)} className="min-w-14 text-right" />
            {best.kind === "loop" ? <span className="text-small">{leverageText(best)}</span> : null}
            <MarketName row={best} word="" href={marketInListHref(state, best.id)} size={18} inline />
            {flag === undefined ? null : (
              <span className="shrink-0">
                <FactLine {...chip(flag)} figure={undefined} />
              </span>
            )}
          </span>
        );
      },
    }),
  ];
}

const sizeColumnsFor = (basis: ApyBasis) => [
  groupColumn<GroupRates>("Market size", {
    value: ({ group: { narrow } }) => narrow?.minDeposits ?? 0,
    help: "Markets with deposits of this size. Opens them in the list.",
  }),
  figure("Markets", "markets", marketsHelp, ({ group }) => group.rows.length, formatCount),
  ...rateColumns<GroupRates>(basis),
  figure("Deposits", exportName("totalDepositUsd"), depositsHelp, ({ deposits }) => deposits, formatUsd),
];

export function RateBySize({ rows, state, basis, reliabilityOf }: ShownRates): ReactNode {
  const sized = useMemo(() => sizedMarkets(rows, basis), [rows, basis]);
  const classes = useMemo(
    () => sizeClasses(rows, state, basis, reliabilityOf),
    [rows, state, basis, reliabilityOf],
  );
  const columns = useMemo(() => sizeColumnsFor(basis), [basis]);
  return (
    <Panel padded heading="APY by market size">
      <Caption>{summary(sized, rows.length)}</Caption>
      {sized.scale === undefined ? null : (
        <Scatter markets={sized.markets} scale={sized.scale} state={state} rateLabel={rateName(basis)} />
      )}
      <Figures label="Rates by size" columns={columns} rows={classes} rowKey={({ group }) => group.key} />
    </Panel>
  );
}

function summary({ markets, scale, withoutDeposits, withoutRate }: SizedMarkets, all: number): string {
  const [smallest] = markets;
  const largest = markets.at(-1);
  const missing = counts([
    [withoutDeposits, "without deposits"],
    [withoutRate, "without a rate or collateral-only"],
  ]);
  const left = missing === "" ? "" : ` Not shown: ${missing}.`;
  if (smallest === undefined || largest === undefined || scale === undefined)
    return `No market here has both a rate and deposits.${left}`;
  const beyond = counts([
    [scale.above, `above ${formatRate(scale.high, "short").text}`],
    [scale.below, `below ${formatRate(scale.low, "short").text}`],
  ]);
  const [from, to] = [smallest, largest].map(({ deposits }) => formatUsd(deposits).text);
  const range = from === to ? `of ${from}` : `from ${from} to ${to}`;
  return [
    `${formatCount(markets.length).text} of ${countMarkets(all)}, with deposits ${range}.`,
    left,
    beyond === "" ? "" : ` At the edge: ${beyond}.`,
  ].join("");
}
