import { useState, type ReactNode } from "react";
import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { certainKinkUtilization, kinkShift, kinkUtilization } from "../../finance/dilution.ts";
import { earnings } from "../../finance/rates.ts";
import type { ApyBasis } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import {
  formatPoints,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdRange,
  formatUsdRangeExact,
  inWords,
  type Formatted,
} from "../../domain/format/number.ts";
import { assess } from "../../domain/market/assess/assess.ts";
import type { AssessContext } from "../../domain/market/assess/assessment.ts";
import { blockedBy } from "../../domain/market/assess/capacity.ts";
import { chip } from "../../domain/market/assess/words.ts";
import { isStable } from "../../domain/market/asset-families.ts";
import { columns } from "../../domain/market/columns.ts";
import { allocates, rewardApy, sizeEffect, type SizeEffect } from "../../domain/market/row-values.ts";
import type { StatLine } from "../ui/panel/stat.tsx";
import { UsdField } from "../ui/fields/text-field.tsx";
import { ChoiceChip } from "../ui/marks/choice-chip.tsx";
import { Calculator, Headline, type SizedMarketProps } from "./calculator-frame.tsx";
import { Curve } from "../charts/curve.tsx";

const unknownIncome = "Unknown without the market's rates and its deposits in dollars.";

const sizePresets = [10_000, 100_000, 250_000, 1_000_000, 5_000_000] as const;

interface MySizeProps extends SizedMarketProps {
  readonly context: AssessContext;
  /** On a phone this comes first, and shows only what the size earns. */
  readonly collapsed?: boolean;
}

export function MySize({ row, size, onSize, context, action, collapsed = false }: MySizeProps): ReactNode {
  const { basis } = context;
  const [presses, setPresses] = useState(0);
  const effect = sizeEffect(row, size, basis);
  const known = size === undefined || effect === undefined ? undefined : { row, size, basis, effect };
  const isBlocked = blockedBy(row, context) !== undefined;
  const curve = known === undefined ? null : <SizeCurve {...known} />;
  return (
    <Calculator
      heading="My size"
      action={action}
      summary={collapsed && known !== undefined ? "Earnings by month and size, and checks" : undefined}
      results={
        known && [
          ...(collapsed ? [{ content: curve }] : []),
          { figures: income(known) },
          { chips: assess(row, context).map(chip) },
        ]
      }
      formula={known && sizeFormula(row)}
    >
      {/* A new field, because a preset that equals the size would not replace rejected text. */}
      <UsdField key={presses} label="Deposit in USD" value={size} onValue={onSize} />
      <SizePresets
        size={size}
        onSize={(preset) => {
          setPresses(presses + 1);
          onSize(preset);
        }}
      />
      {known === undefined ? (
        <p className="mt-3 text-text2">Enter a size to see what it would earn.</p>
      ) : (
        <>
          <Headline
            label={`${isBlocked ? "If it were open, you" : "You"} would earn per year${basis === "base" ? ", without rewards" : ""}${isStable(row.tokens[0]?.address) ? "" : ", at today's price"}`}
            value={perYear(known.effect)}
            missing="—"
            help={
              known.effect.low === undefined
                ? unknownIncome
                : `At ${inWords(formatRateRange(known.effect.low, known.effect.high))}, after dilution by your deposit.`
            }
          />
          {collapsed ? null : curve}
        </>
      )}
    </Calculator>
  );
}

interface Sized {
  readonly row: MarketRow;
  readonly size: Usd;
  readonly basis: ApyBasis;
  readonly effect: SizeEffect;
}

/** From $100 M on, a range in full would not fit into the panel. */
function perYear({ usdPerYearLow, usdPerYearHigh }: SizeEffect): Formatted | undefined {
  const format = (usdPerYearHigh ?? 0) < 1e8 ? formatUsdRangeExact : formatUsdRange;
  return format(usdPerYearLow, usdPerYearHigh);
}

function SizePresets({ size, onSize }: Pick<SizedMarketProps, "size" | "onSize">): ReactNode {
  return (
    <fieldset aria-label="Common sizes" className="mt-2 flex min-w-0 flex-wrap gap-1.5 [&>button]:flex-1">
      {sizePresets.map((preset) => (
        <ChoiceChip
          key={preset}
          label={inWords(formatUsd(usd(preset), "short"))}
          pressed={size === preset}
          onPress={() => onSize(usd(preset))}
        />
      ))}
    </fieldset>
  );
}

function income({ row, size, basis, effect }: Sized): readonly (StatLine | undefined)[] {
  const rewards = rewardApy(row);
  const base = sizeEffect(row, size, "base");
  const diluted = base?.low === undefined || effect.low === undefined ? undefined : effect.low - base.low;
  const over = (days: number): Formatted | undefined => {
    const of = (apy: Ratio | undefined): Usd | undefined => earnings({ size, apy, rewards: diluted, days });
    return formatUsdRangeExact(of(effect.low), of(effect.high));
  };
  const inDollars = base?.usdPerYearLow === undefined ? undefined : `${inWords(perYear(base))} a year`;
  return [
    ["Per day", over(1), "Base interest compounds daily; rewards are paid out."],
    ["Per month", over(daysPerYear / 12), "A twelfth of a year; the base compounds daily."],
    [
      columns.shareOfPool.name,
      formatRate(effect.shareOfPool),
      effect.shareOfPool === undefined ? unknownIncome : "Your size divided by deposits including your size.",
    ],
    rewards === 0 || basis === "base"
      ? undefined
      : [
          "If rewards stop",
          formatRateRange(base?.low, base?.high),
          base?.low === undefined ? unknownIncome : "The base APY after dilution.",
          { note: inDollars },
        ],
  ];
}

function sizeFormula(row: MarketRow): readonly string[] {
  return [
    "k = deposits / (deposits + your size) = 1 − share of pool.",
    "Low end: the lower of k² · s and k · (s − (1 − k) · utilization · base borrow APR), with s the base APR. A spiking base falls to k of its 90-day average.",
    allocates(row)
      ? "High end: s up to a tenth of deposits, because the strategy can place them elsewhere; k · s beyond."
      : "High end: k · s, if borrowers pay as much as now.",
    "Rewards are a fixed budget: k · rewards. The result is never above the published APY.",
    `The APY can fall below the low end if utilization is over ${inWords(formatShare(ratio(certainKinkUtilization)))}, or over ${inWords(formatShare(ratio(kinkUtilization)))} and your size lowers it by more than ${inWords(formatPoints(ratio(kinkShift), "distance"))}.`,
    "Per day = your size · ((1 + base APY)^(1/365) − 1 + rewards / 365).",
  ];
}

const steps = 48;

/** From $10k to $10M, or from the power of ten below a smaller size. */
function sizeAxis(size: Usd) {
  const min = Math.min(10_000, Math.max(100, 10 ** Math.floor(Math.log10(size))));
  const max = 10_000_000;
  const placeOf = (at: number): number =>
    Math.log(Math.min(max, Math.max(min, at)) / min) / Math.log(max / min);
  return { min, max, placeOf, marks: [min, 100_000, 1_000_000, max] };
}

function SizeCurve({ row, size, basis, effect: { high: chosen } }: Sized): ReactNode {
  const { min, max, placeOf, marks } = sizeAxis(size);
  const edges = Array.from({ length: steps + 1 }, (_, step) => step / steps).flatMap((at) => {
    const { low, high } = sizeEffect(row, usd(min * (max / min) ** at), basis) ?? {};
    return low === undefined || high === undefined ? [] : [{ at, low, high }];
  });
  if (edges.length <= steps) return null;
  // Smaller sizes than the first of the curve are diluted less.
  const top = Math.max(chosen ?? 0, ...edges.map(({ high }) => high));
  const bottom = Math.min(0, ...edges.map(({ low }) => low));
  return (
    <Curve
      rates={[top, (top + bottom) / 2, bottom]}
      marks={marks.map((mark) => ({ at: placeOf(mark), text: inWords(formatUsd(usd(mark), "short")) }))}
      chosen={{ at: placeOf(size), rate: chosen }}
      caption="APY by deposit size; shaded: possible range"
    >
      {(point) => {
        const high = edges.map((edge) => point(edge.at, edge.high));
        const low = edges.map((edge) => point(edge.at, edge.low));
        return (
          <>
            <polygon points={[...high, ...low.toReversed()].join(" ")} className="fill-base-area" />
            <polyline points={high.join(" ")} className="fill-none stroke-base" strokeWidth={1.75} />
            <polyline
              points={low.join(" ")}
              className="fill-none stroke-base"
              strokeWidth={1}
              strokeDasharray="3 2"
            />
          </>
        );
      }}
    </Curve>
  );
}
