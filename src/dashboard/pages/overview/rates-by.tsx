// Rates by asset, provider or type: a box plot and the figures of each group in one line, the largest groups first.
import { useMemo, useState, type ReactNode } from "react";
import { ticks } from "d3-array";
import { ratio } from "../../../contract/units.ts";
import { BoxPlot } from "../../charts/box-plot.tsx";
import { marketInListHref } from "./overview-address.ts";
import {
  beyondScale,
  Cell,
  counts,
  Figure,
  FigureTable,
  LineHead,
  lineClass,
  type ShownRates,
} from "./parts.tsx";
import { countMarkets } from "../../format/count-markets.ts";
import { formatRate, formatCount, formatRateRange, formatUsd, inWords } from "../../format/number.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { peerPrices } from "../../market/doubts.ts";
import { loopRooms } from "../../market/loops/loop-rooms.ts";
import { isClosedLoop, leadingRate } from "../../market/row-values.ts";
import type { ApyBasis } from "../../market/column.ts";
import { depositStanding } from "../../select/standing.ts";
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
import { Button } from "../../ui/fields/button.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import type { ViewState } from "../../view-state/view-state.ts";
import { leverageText } from "../../market/loops/leverage.ts";

/** More lines than this are for the table, not for the eye. */
const drawnGroups = 15;

const boxWidth = "w-40 sm:w-64 xl:w-72";
const mostMarks = 3;

const labels: Readonly<Record<Grouping, string>> = { asset: "Asset", provider: "Provider", type: "Type" };
const plurals: Readonly<Record<Grouping, string>> = {
  asset: "assets",
  provider: "providers",
  type: "types",
};

export function RatesBy({
  rows,
  state,
  basis,
  rateLabel,
  peers,
  by,
  onBy,
}: ShownRates & {
  /** All markets read, which prices and the legs of loops are looked for in. */
  readonly peers: readonly MarketRow[];
  readonly by: Grouping;
  readonly onBy: (by: Grouping) => void;
}): ReactNode {
  const canLead = useMemo(() => {
    const prices = peerPrices(peers);
    const loops = loopRooms(peers, peers);
    return (row: MarketRow) =>
      depositStanding(row, state.size, prices) === "open" && !isClosedLoop(row, loops);
  }, [peers, state.size]);
  const lines = useMemo(
    () => groupRates(groupMarkets(rows, state, by), basis, canLead),
    [rows, state, by, basis, canLead],
  );
  const [all, setAll] = useState(false);
  const first = lines.slice(0, drawnGroups);
  const scale = useMemo(() => {
    const boxes = lines.slice(0, drawnGroups).map(({ box }) => box);
    return rateScale(rows, basis, boxes);
  }, [rows, basis, lines]);
  const rest = lines.length - first.length;
  const idle = rows.filter(isCollateralOnly).length;
  return (
    <Panel
      padded
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
      <FigureTable
        label={`Rates by ${labels[by].toLowerCase()}`}
        head={[
          labels[by],
          <BoxAxis key="axis" scale={scale} />,
          "Weighted",
          "Median",
          "25 % to 75 %",
          "Outliers",
          "Markets",
          "Deposits",
          <span key="best" className="block text-left">
            Best market
          </span>,
        ]}
      >
        {(all ? lines : first).map((line) => (
          <Line key={line.group.key} line={line} state={state} basis={basis} scale={scale} by={by} />
        ))}
      </FigureTable>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small text-text3">
          {cutText(scale)} {idle === 0 ? "" : idleText(idle)} The best market leaves out those that are full,
          closed or in doubt{state.size === undefined ? "" : ", and those that do not take all of my size"}.
        </p>
        {rest > 0 ? (
          <Button
            variant="quiet"
            className="pointer-coarse:h-9"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all
              ? `Show the first ${formatCount(drawnGroups).text} only`
              : `Show ${formatCount(rest).text} more ${plurals[by]}`}
          </Button>
        ) : null}
      </div>
    </Panel>
  );
}

function BoxAxis({ scale }: { readonly scale: RateScale | undefined }): ReactNode {
  return (
    <span className={`relative block h-4 ${boxWidth}`}>
      <span className="sr-only">Box plot</span>
      {scale === undefined
        ? null
        : ticks(scale.low, scale.high, mostMarks).map((mark) => {
            const place = shareOnScale(mark, scale);
            const side = place < 0.04 ? "" : place > 0.96 ? "-translate-x-full" : "-translate-x-1/2";
            return (
              <span
                key={mark}
                aria-hidden="true"
                className={`absolute top-0 text-tiny font-normal text-text3 ${side}`}
                style={{ left: `${String(place * 100)}%` }}
              >
                {inWords(formatRate(ratio(mark), "short"))}
              </span>
            );
          })}
    </span>
  );
}

function idleText(idle: number): string {
  return `${countMarkets(idle)} ${idle === 1 ? "counts" : "count"} in no rate: the deposits are collateral only, and none is lent out.`;
}

function cutText(scale: RateScale | undefined): string {
  if (scale === undefined) return "No market here gives this rate.";
  const beyond = beyondScale(scale);
  return beyond === "" ? "" : `Off the drawing, and in every figure: ${beyond}.`;
}

function Line({
  line,
  state,
  basis,
  scale,
  by,
}: {
  readonly line: GroupRates;
  readonly state: ViewState;
  readonly basis: ApyBasis;
  readonly scale: RateScale | undefined;
  readonly by: Grouping;
}): ReactNode {
  const { group, box, best } = line;
  const count = group.rows.length;
  return (
    <tr className={lineClass}>
      <LineHead group={group} count={count} state={state} title={by === "asset" ? group.key : undefined} />
      <Cell className="py-0!">
        {scale === undefined || box === undefined ? (
          <span className={`block h-7 ${boxWidth}`} />
        ) : (
          <BoxPlot
            box={box}
            mean={line.weighted}
            scale={scale}
            ticks={ticks(scale.low, scale.high, mostMarks)}
            className={boxWidth}
          />
        )}
      </Cell>
      <Figure value={formatRate(line.weighted)} leads />
      <Figure value={formatRate(box?.median)} leads />
      <Figure value={formatRateRange(box?.lowerQuartile, box?.upperQuartile)} />
      <Cell className="text-small text-text2">
        {box === undefined ? (
          <NumberText value={undefined} />
        ) : (
          counts([
            [box.outliersAbove, "above"],
            [box.outliersBelow, "below"],
          ]) || "none"
        )}
      </Cell>
      <Cell>{formatCount(count).text}</Cell>
      <Figure value={formatUsd(line.deposits)} />
      <Cell className="text-left!">
        {best === undefined ? (
          <NumberText value={undefined} />
        ) : (
          <span className="flex max-w-72 2xl:max-w-96 items-center gap-2">
            <NumberText value={formatRate(leadingRate(best, basis))} />
            {best.kind === "loop" ? <span className="text-small">{leverageText(best)}</span> : null}
            <MarketName row={best} word="" href={marketInListHref(state, best.id)} size={18} inline />
          </span>
        )}
      </Cell>
    </tr>
  );
}
