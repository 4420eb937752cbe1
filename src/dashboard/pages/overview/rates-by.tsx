import { useMemo, type ReactNode } from "react";
import { ticks } from "d3-array";
import { ratio } from "../../../contract/units.ts";
import { BoxPlot } from "../../charts/box-plot.tsx";
import { marketInListHref } from "./overview-address.ts";
import { beyondScale, counts, figuresOf, groupColumn, type ShownRates } from "./parts.tsx";
import { countMarkets } from "../../format/count-markets.ts";
import { formatRate, formatCount, formatRateRange, formatUsd, inWords } from "../../format/number.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { peerPrices } from "../../market/assess/checks.ts";
import { loopRooms } from "../../market/loops/loop-rooms.ts";
import { isClosedLoop, leadingRate } from "../../market/row-values.ts";
import type { ApyBasis } from "../../market/column.ts";
import { reliability } from "../../select/reliability.ts";
import {
  groupMarkets,
  groupRates,
  groupings,
  isCollateralOnly,
  rateScale,
  shareOnScale,
  type GroupRates,
  type Grouping,
  type RateScale,
} from "../../select/whole-list/overview.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { ViewState } from "../../view-state/view-state.ts";
import { leverageText } from "../../market/loops/leverage.ts";

/** More groups appear in the table only. */
const drawnGroups = 15;

const boxWidth = "w-40 sm:w-64 xl:w-72";

const labels: Readonly<Record<Grouping, string>> = { asset: "Asset", provider: "Provider", type: "Type" };

export function RatesBy({
  rows,
  state,
  basis,
  rateLabel,
  peers,
  by,
  onBy,
  generation,
}: ShownRates & {
  /** All markets, for price peers and the legs of loops. */
  readonly peers: readonly MarketRow[];
  readonly by: Grouping;
  readonly onBy: (by: Grouping) => void;
  readonly generation: string | number;
}): ReactNode {
  const canLead = useMemo(() => {
    const prices = peerPrices(peers);
    const loops = loopRooms(peers, peers);
    return (row: MarketRow) =>
      reliability("deposit", row, state.size, prices) === "open" && !isClosedLoop(row, loops);
  }, [peers, state.size]);
  const lines = useMemo(
    () => groupRates(groupMarkets(rows, state, by), basis, canLead),
    [rows, state, by, basis, canLead],
  );
  const scale = useMemo(() => {
    const boxes = lines.slice(0, drawnGroups).map(({ box }) => box);
    return rateScale(rows, basis, boxes);
  }, [rows, basis, lines]);
  const columns = useMemo(() => columnsFor(by, state, basis, scale), [by, state, basis, scale]);
  const idle = rows.filter(isCollateralOnly).length;
  return (
    <Panel
      heading={`${rateLabel} by ${labels[by].toLowerCase()}`}
      actions={
        <span className="flex items-center gap-2 text-small text-text2">
          Rates by
          <Segmented
            label="Rates by"
            options={groupings.map((value) => ({ value, label: labels[value] }))}
            value={by}
            onChange={onBy}
          />
        </span>
      }
    >
      <DataTable
        label={`Rates by ${labels[by].toLowerCase()}`}
        columns={columns}
        rows={lines}
        rowKey={({ group }) => group.key}
        first={drawnGroups}
        generation={generation}
        cards="never"
        csv={{ fileName: `rates-by-${by}` }}
      />
      <p className="px-4 py-2 text-small text-text3">
        {cutText(scale)} {idle === 0 ? "" : idleText(idle)} The best market is never full or closed, and fails
        no data check{state.size === undefined ? "" : "; it takes all of my size"}.
      </p>
    </Panel>
  );
}

function BoxAxis({ scale }: { readonly scale: RateScale | undefined }): ReactNode {
  return (
    <span className={`relative block h-4 ${boxWidth}`}>
      <span className="sr-only">Box plot</span>
      {marksOf(scale).map((mark) => {
        const place = scale && shareOnScale(mark, scale) * 100;
        return (
          <span
            key={mark}
            aria-hidden="true"
            className="absolute text-tiny font-normal text-text3"
            style={{ left: `${place}%`, translate: `-${place}%` }}
          >
            {inWords(formatRate(ratio(mark), "short"))}
          </span>
        );
      })}
    </span>
  );
}

function marksOf(scale: RateScale | undefined): readonly number[] {
  return scale === undefined ? [] : ticks(scale.low, scale.high, 3);
}

function idleText(idle: number): string {
  return `${countMarkets(idle)} ${idle === 1 ? "counts" : "count"} in no rate: the deposits are collateral only, and none is lent out.`;
}

function cutText(scale: RateScale | undefined): string {
  if (scale === undefined) return "No market here gives this rate.";
  const beyond = beyondScale(scale);
  return beyond === "" ? "" : `Off the drawing, and in every figure: ${beyond}.`;
}

const column = columnsOf<GroupRates>();
const figure = figuresOf<GroupRates>();

function columnsFor(by: Grouping, state: ViewState, basis: ApyBasis, scale: RateScale | undefined) {
  return [
    groupColumn<GroupRates>(
      labels[by],
      state,
      ({ group }) => ({ ...group, count: group.rows.length }),
      by === "asset" ? { title: ({ group }) => group.key } : {},
    ),
    column("box", {
      header: "Box plot",
      head: <BoxAxis scale={scale} />,
      className: "py-0! align-middle",
      cell: ({ box, weighted }) =>
        scale && box ? (
          <BoxPlot box={box} mean={weighted} scale={scale} ticks={marksOf(scale)} className={boxWidth} />
        ) : null,
    }),
    figure("Weighted", "fraction per year", ({ weighted }) => weighted, formatRate, "font-semibold"),
    figure("Median", "fraction per year", ({ box }) => box?.median, formatRate, "font-semibold"),
    column("quartiles", {
      header: "25 % to 75 %",
      csv: "75 % less 25 % (fraction per year)",
      value: ({ box }) => box && box.upperQuartile - box.lowerQuartile,
      cell: ({ box }) => <NumberText value={formatRateRange(box?.lowerQuartile, box?.upperQuartile)} />,
    }),
    column("outliers", {
      header: "Outliers",
      value: ({ box }) => box && box.outliersAbove + box.outliersBelow,
      cell: ({ box }) => (
        <NumberText
          className="text-small text-text2"
          value={
            box &&
            (counts([
              [box.outliersAbove, "above"],
              [box.outliersBelow, "below"],
            ]) ||
              "none")
          }
        />
      ),
    }),
    figure("Markets", "", ({ group }) => group.rows.length, formatCount),
    figure("Deposits", "USD", ({ deposits }) => deposits, formatUsd),
    column("best", {
      header: "Best market",
      align: "start",
      sortDescFirst: true,
      csv: ["Best market", ({ best }) => best?.id],
      value: ({ best }) => best && leadingRate(best, basis),
      cell: ({ best }) =>
        best === undefined ? (
          <NumberText value={undefined} />
        ) : (
          <span className="flex max-w-72 2xl:max-w-96 items-center gap-2">
            <NumberText value={formatRate(leadingRate(best, basis))} />
            {best.kind === "loop" ? <span className="text-small">{leverageText(best)}</span> : null}
            <MarketName row={best} word="" href={marketInListHref(state, best.id)} size={18} inline />
          </span>
        ),
    }),
  ];
}
