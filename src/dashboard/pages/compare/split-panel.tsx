import { sum } from "d3-array";
import { capitalize } from "../../../domain/format/capitalize.ts";
import type { ReactNode } from "react";
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { blend } from "../../../finance/blend.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  formatRateRange,
  formatShare,
  formatUsdExact,
  formatUsdRangeExact,
  inWords,
} from "../../../domain/format/number.ts";
import { SeriesLetter, seriesLetters } from "../../charts/series-letter.tsx";
import { rateOfBasis } from "../../../domain/market/column.ts";
import { rateName } from "../../../domain/market/columns.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { isContradictory } from "../../../domain/market/assess/assess.ts";
import { ownYieldText } from "../../../domain/market/loops/own-yield.ts";
import { hasOnlyNetRate, leadingRate } from "../../../domain/market/row-values.ts";
import { marketName, placeName } from "../../../domain/market/market-text.ts";
import { exportName, sizeSettings } from "../../select/export-rows.ts";
import { Button } from "../../ui/fields/button.tsx";
import { ValueField } from "../../ui/fields/text-field.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { triangle } from "../../ui/marks/inline-icons.tsx";
import { Explained } from "../../ui/overlay/tooltip.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { Gain } from "../../select/compare/gains.ts";
import {
  bestSplit,
  equalSplit,
  partRate,
  placed,
  readPart,
  writePart,
  type SplitContext,
} from "../../select/compare/split.ts";

interface SplitPanelProps extends SplitContext {
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
  /** Weights in the order of the rows, and then of the money that is not invested. Empty for equal parts. */
  readonly parts: readonly number[];
  readonly onParts: (parts: readonly number[]) => void;
}

/** Weights are relative: 60 and 40 mean the same as 3 and 2. */
interface Line {
  readonly row: MarketRow;
  readonly index: number;
  readonly part: number;
  readonly amount: Usd | undefined;
  readonly rate: Gain | undefined;
  readonly isUnknown: boolean;
  readonly caution: string | undefined;
}

const { column, figure } = columnsOf<Line>();

/** Not sorted, because a row must not move while the user types its share. */
function splitColumns(
  { basis, size, onParts }: SplitPanelProps,
  lines: readonly Line[],
  unplaced: number | undefined,
) {
  const year = ({ amount, rate }: Line, end: "low" | "high"): Usd | undefined =>
    earnings({ size: amount, apy: ratio(rate?.[end]) });
  const footer = (rest: ReactNode) => (unplaced === undefined ? {} : { footer: () => rest });
  const apy = rateName(basis);
  return [
    column("Market", {
      card: "lead",
      csv: ["market", ({ row }) => marketName(row)],
      csvMore: [
        ["id", ({ row }) => row.id],
        ["caution", ({ caution }) => caution],
      ],
      className: "whitespace-normal",
      cell: (line) => <MarketPart {...line} />,
      ...footer("Not allocated"),
    }),
    column("Part", {
      help: "Parts are relative: 60 and 40 mean the same as 3 and 2.",
      align: "start",
      card: "lead",
      value: ({ part }) => part,
      cell: ({ row, index, part }) => (
        <div className="w-24">
          <ValueField
            label={`Part of ${seriesLetters[index] ?? ""}, ${marketName(row)}`}
            labelPlace="hidden"
            height="tool"
            placeholder="0"
            value={part}
            write={writePart}
            read={readPart}
            onValue={(value) => onParts(lines.map((line) => (line.index === index ? value : line.part)))}
          />
        </div>
      ),
    }),
    figure(
      "Share",
      "Share (fraction)",
      "The share of your money that goes into the market.",
      ({ amount }) => (amount === undefined ? undefined : ratio(amount / (size ?? 1))),
      formatShare,
      footer(<NumberText value={formatShare(ratio(unplaced))} />),
    ),
    size !== undefined &&
      figure(
        "Money",
        "Money (USD)",
        "Share · your size, at most what is left under the cap.",
        ({ amount }) => amount,
        formatUsdExact,
        footer(<NumberText value={formatUsdExact(usd(size * (unplaced ?? 0)))} />),
      ),
    column(apy, {
      help: explainColumn(size === undefined ? rateOfBasis[basis] : "effectiveApy"),
      csv: `${apy} (at least, fraction per year)`,
      csvMore: [[`${apy} (at most, fraction per year)`, ({ rate }) => rate?.high]],
      value: ({ rate }) => rate?.low,
      cell: ({ rate }) => <NumberText value={formatRateRange(ratio(rate?.low), ratio(rate?.high))} />,
    }),
    size !== undefined &&
      column("A year", {
        help: "Money · APY, at today's rates.",
        csv: exportName("usdPerYear"),
        csvMore: [[exportName("usdPerYear", "", "at most"), (line) => year(line, "high")]],
        value: (line) => year(line, "low"),
        cell: (line) => <NumberText value={formatUsdRangeExact(year(line, "low"), year(line, "high"))} />,
      }),
  ].filter((shown) => shown !== false);
}

function MarketPart({ row, index, caution }: Line): ReactNode {
  return (
    <span className="flex items-center gap-2">
      <SeriesLetter index={index} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{row.label}</span>{" "}
        <span className="text-small text-text3 max-md:block">{placeName(row)}</span>
        {caution === undefined ? null : (
          <span className="block text-small text-text2">
            {triangle}
            {caution}
          </span>
        )}
      </span>
    </span>
  );
}

function whyLess(
  row: MarketRow,
  amount: Usd | undefined,
  wanted: Usd | undefined,
  { size, prices }: SplitPanelProps,
): string | undefined {
  if ((amount ?? 0) >= (wanted ?? 0) * (1 - 1e-9)) return undefined;
  if (amount !== 0 && size !== undefined) return `Only ${inWords(formatUsdExact(amount))} fits`;
  if (isContradictory(row, { prices })) return "Left out: figures contradict";
  return row.kind === "loop" ? "Closed, or capacity unknown" : "Cap reached";
}

export function SplitPanel(props: SplitPanelProps): ReactNode {
  const { rows, size, parts: entered, onParts } = props;
  const parts = entered.length === 0 ? equalSplit(rows.length) : rows.map((_, index) => entered[index] ?? 0);
  const whole = sum(parts) + (entered[rows.length] ?? 0);
  // Without a size, calculates with $1, which dilutes no pool.
  const money = size ?? 1;
  const wanted = parts.map((part) => (whole === 0 ? undefined : usd((money * part) / whole)));
  const amounts = placed(rows, wanted, props);
  const lines = rows.map((row, index): Line => {
    const amount = amounts[index];
    const rate = partRate(row, size === undefined ? undefined : amount, props);
    const isUnknown = rate === undefined && leadingRate(row, props.basis) !== undefined;
    return {
      row,
      index,
      part: parts[index] ?? 0,
      amount,
      rate,
      isUnknown,
      caution: whyLess(row, amount, wanted[index], props) ?? (isUnknown ? "Unknown at your size" : undefined),
    };
  });
  const best = size === undefined ? undefined : bestSplit(rows, size, props);
  const idle = whole === 0 ? 0 : 1 - sum(amounts) / money;
  const unplaced = idle < minShare ? undefined : idle;
  return (
    <Panel
      heading="Split your money"
      actions={
        <>
          <Button onClick={() => onParts([])}>Equal parts</Button>
          {best === undefined ? null : <Button onClick={() => onParts(best)}>Highest yield</Button>}
        </>
      }
    >
      <p className="px-4 py-3 text-small text-text3">
        {size === undefined
          ? "At quoted rates. Enter your size to include dilution."
          : "APYs include dilution by your deposits. “Highest yield” stays within each cap and ignores exits, leverage and stability."}
        {rows.some((row) => hasOnlyNetRate(row, props.basis))
          ? " Loops have only a net rate, which includes rewards."
          : null}
      </p>
      <DataTable
        label="Split"
        columns={splitColumns(props, lines, unplaced)}
        enableSorting={false}
        rows={lines}
        rowKey={({ row }) => row.id}
        csv="split"
        settings={[...sizeSettings(props), ["not allocated (fraction)", unplaced]]}
      />
      <p className="px-4 pb-3 font-medium" aria-live="polite">
        <Explained
          help="The average of the APYs, weighted by the money in each market."
          className="rounded-item"
        >
          {blendedText(lines, size, unplaced)}
        </Explained>
      </p>
      <OwnYieldNote lines={lines} />
    </Panel>
  );
}

/** Smaller shares are rounding errors of equal parts. */
const minShare = 0.0005;

function blendedText(lines: readonly Line[], size: Usd | undefined, unplaced: number | undefined): string {
  const [low, high] = (["low", "high"] as const).map((end) =>
    blend(lines.map(({ amount, rate }) => ({ amount, apy: ratio(rate?.[end]) }))),
  );
  if (low === undefined || high === undefined) {
    const lacking = lines.find(({ part, rate }) => part > 0 && rate === undefined);
    if (lacking !== undefined)
      return lacking.isUnknown
        ? `What ${marketName(lacking.row)} earns at your size is unknown, so this split has no APY.`
        : `${marketName(lacking.row)} has no rate, so this split has none.`;
    return unplaced === undefined
      ? "Enter a part for at least one market, for example 60 and 40."
      : "None of these markets has capacity for it.";
  }
  const rate = `Blended APY ${inWords(formatRateRange(low.apy, high.apy))}`;
  const earned = inWords(formatUsdRangeExact(low.usdPerYear, high.usdPerYear));
  const blended =
    size === undefined ? rate : `${rate}, ${earned} a year on ${inWords(formatUsdExact(low.amount))}`;
  if (unplaced === undefined) return blended;
  return size === undefined
    ? `${blended}. ${inWords(formatShare(ratio(unplaced)))} is not allocated`
    : `${blended}. ${inWords(formatUsdExact(usd(size * unplaced)))} is not allocated: it does not fit, or would lower what the rest earns`;
}

function OwnYieldNote({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const own = lines.flatMap(({ part, rate }) => (rate?.own === undefined || part === 0 ? [] : [rate.own]));
  if (own.length === 0) return null;
  const texts = new Set(own.map(ownYieldText));
  const known = own.filter(({ apy }) => apy !== undefined).length;
  return (
    <p className="px-4 pb-3 text-small text-text2">
      {[...texts].map((text) => `${capitalize(text)}.`).join(" ")}{" "}
      {known === 0
        ? "It is not included in these rates."
        : known < own.length
          ? "The known part is included in these rates."
          : "It is included in these rates."}
    </p>
  );
}
