// What a size does to a market's rate, and whether it gets in and out.
import type { ReactNode } from "react";
import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { certainKinkUtilization, kinkShift, kinkUtilization } from "../../finance/dilution.ts";
import type { FadeClass } from "../../finance/fade.ts";
import { earnings, rewardShare } from "../../finance/rates.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import {
  formatChange,
  formatCount,
  formatMultiple,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdExact,
  formatUsdRangeExact,
  inWords,
  type Formatted,
} from "../format/number.ts";
import { isStable } from "../market/asset-families.ts";
import { columns } from "../market/columns.ts";
import {
  allocates,
  baseFade,
  capacity,
  poolUtilization,
  rewardApy,
  sizeEffect,
  type SizeEffect,
} from "../market/row-values.ts";
import { UsdField } from "./calculator-fields.tsx";
import { Calculator, Headline, type Judgement, type SizedMarketProps } from "./calculator-frame.tsx";
import { SizeCurve } from "./size-curve.tsx";
import type { StatLine } from "../ui/panel/stat.tsx";

const sizePresets = [10_000, 100_000, 250_000, 1_000_000, 5_000_000] as const;

/** @param folded whether to show only what the size earns: on a phone it is above everything else */
export function MySize({
  row,
  size,
  onSize,
  folded = false,
}: SizedMarketProps & { readonly folded?: boolean }): ReactNode {
  const total = sizeEffect(row, size, "total");
  const known = size === undefined || total === undefined ? undefined : { row, size, total };
  const curve = known === undefined ? null : <SizeCurve row={row} size={known.size} />;
  return (
    <Calculator
      heading="My size"
      note="kept in the link"
      folded={folded && known !== undefined ? "By day and by size, and what it meets" : undefined}
      {...(known === undefined
        ? {}
        : {
            results: [
              ...(folded ? [{ content: curve }] : []),
              { figures: income(known), missing: "not known" },
              { judged: judge(known) },
            ],
            ...sizeFormula(known),
          })}
    >
      <UsdField label="Deposit in USD" value={size} onValue={(value) => onSize(value, "type")} />
      <SizePresets size={size} onSize={onSize} />
      {known === undefined ? (
        <p className="mt-3 text-text2">
          Enter a size to see what is left of the rate once it is in the pool.
        </p>
      ) : (
        <>
          <Headline
            label="You would earn"
            value={formatRateRange(known.total.low, known.total.high)}
            missing="Not known: the market publishes no rate or no deposits in USD."
            beside={{
              label: isStable(row.tokens[0]?.address) ? "per year" : "per year, at today's price",
              value: perYear(known.total),
            }}
          />
          {folded ? null : curve}
        </>
      )}
    </Calculator>
  );
}

/** A size in a market, and what is left of the market's rate with it. */
interface Sized {
  readonly row: MarketRow;
  readonly size: Usd;
  readonly total: SizeEffect;
}

function perYear({ usdPerYearLow, usdPerYearHigh }: SizeEffect): Formatted | undefined {
  return formatUsdRangeExact(usdPerYearLow, usdPerYearHigh);
}

function SizePresets({ size, onSize }: Pick<SizedMarketProps, "size" | "onSize">): ReactNode {
  return (
    <fieldset aria-label="Common sizes" className="mt-2 flex min-w-0 flex-wrap gap-1.5">
      {sizePresets.map((preset) => {
        const text = inWords(formatUsd(usd(preset), "short"));
        const chosen = size === preset;
        return (
          <button
            key={preset}
            type="button"
            aria-pressed={chosen}
            onClick={() => onSize(usd(preset), "choose")}
            className={`h-7 min-w-fit flex-1 rounded-full border px-2 text-small font-medium pointer-coarse:h-11 ${
              chosen ? "border-accent bg-selected text-text" : "border-line2 text-text2 hover:bg-hover"
            }`}
          >
            {text}
          </button>
        );
      })}
    </fieldset>
  );
}

function income({ row, size, total }: Sized): readonly (StatLine | undefined)[] {
  const rewards = rewardApy(row);
  const base = sizeEffect(row, size, "base");
  const thinned = base?.low === undefined || total.low === undefined ? undefined : total.low - base.low;
  const over = (days: number): Formatted | undefined => {
    const of = (apy: Ratio | undefined): Usd | undefined => earnings({ size, apy, rewards: thinned, days });
    return formatUsdRangeExact(of(total.low), of(total.high));
  };
  const note = base?.usdPerYearLow === undefined ? undefined : `${inWords(perYear(base))} per year`;
  return [
    ["Per day", over(1)],
    ["Per month", over(daysPerYear / 12)],
    ["Per year", perYear(total)],
    rewards === 0
      ? undefined
      : ["If rewards stop", formatRateRange(base?.low, base?.high), { note, missing: "not published" }],
    [columns.shareOfPool.name, formatRate(total.shareOfPool)],
    ["Rewards in the rate", formatShare(rewardShare({ rewards, total: row.depositApy }))],
  ];
}

const trends: Readonly<Record<FadeClass, Judgement>> = {
  steady: [true, "Base is steady"],
  rising: [true, "Base is rising"],
  // Far above its own average is the state least likely to last.
  spiking: [false, "Base is spiking"],
  fading: [false, "Base is fading"],
  "no 90-day average given": [undefined, "No 90-day average published"],
  "no averages given": [undefined, "No averages published"],
};

// What is not published is said to be that: an unknown is never worded as good.
function judge({ row, total }: Sized): readonly Judgement[] {
  const { fits, exitCover } = total;
  const trend = baseFade(row);
  const share = rewardShare({ rewards: rewardApy(row), total: row.depositApy });
  const room: Judgement =
    fits === undefined
      ? [undefined, "Cap not published"]
      : fits
        ? [true, "Fits the cap", `${inWords(formatUsd(capacity(row)?.left))} left`]
        : [false, "Does not fit the cap", `${inWords(formatUsd(total.shortBy))} short`];
  const exit: Judgement =
    exitCover === undefined
      ? [undefined, "What can leave is not published"]
      : [
          exitCover >= 1,
          exitCover < 1 ? "Cannot all leave now" : "Can leave now",
          exitCover < 1
            ? `covers ${inWords(formatShare(ratio(exitCover)))} of it`
            : `covers you ${formatMultiple(exitCover).text}`,
        ];
  const [steady, trendText] = trend === undefined ? [undefined, "Trend not known"] : trends[trend.class];
  const against = trend?.change === undefined ? undefined : `${formatChange(trend.change).text} against 90d`;
  const judged: Judgement[] = [room, exit];
  if (!allocates(row)) judged.push(judgeKink(poolUtilization(row), total.kinkRisk));
  judged.push([steady, trendText, against]);
  if (share === undefined) judged.push([undefined, "Rewards not published"]);
  else if (share > 0.5) judged.push([false, "Leans on rewards", `${formatShare(share).text} of the rate`]);
  return judged;
}

function judgeKink(utilization: Ratio | undefined, kinkRisk: boolean | undefined): Judgement {
  if (kinkRisk === undefined || utilization === undefined) return [undefined, "Utilization not published"];
  const lent = `${inWords(formatShare(utilization))} lent out`;
  if (kinkRisk) return [false, "Kink risk", `${lent}: the rate may fall below what is shown`];
  return utilization > kinkUtilization
    ? [true, "Small against the pool", lent]
    : [true, `Under ${inWords(formatShare(ratio(kinkUtilization)))} lent out`, lent];
}

function sizeFormula({ row, size, total: { shareOfPool } }: Sized) {
  const k = shareOfPool === undefined ? undefined : ratio(1 - shareOfPool);
  return {
    formula: [
      "k = deposits / (deposits + my size)",
      "At worst the base APR s falls to the lower of k² · s and k · (s − (1 − k) · utilization · base borrow APR): borrowers pay less for a fuller pool. A base that spikes falls to k of its 90-day average.",
      allocates(row)
        ? "At best it stays: a strategy that spreads its deposits may find as much room elsewhere for up to a tenth of them. For more it falls to k · s."
        : "At best it falls to k · s: borrowers pay as much as now.",
      "Rewards are a fixed budget: k · rewards. The result is never above the published rate.",
      `Kink risk: utilization over ${inWords(formatShare(ratio(certainKinkUtilization)))}, or over ${inWords(formatShare(ratio(kinkUtilization)))} when my size moves it by more than ${inWords(formatShare(ratio(kinkShift)))}. Then the rate can fall below the lower edge.`,
      "Exit cover = (deposits − borrows) / my size. My own deposit, which adds to what is there, is left out of it.",
      "Per day = my size · ((1 + base APY)^(1/365) − 1 + rewards / 365): the base compounds, rewards are paid out.",
    ],
    inputs: [
      ["My size", formatUsdExact(size).text],
      ["Deposits", formatUsdExact(row.totalDepositUsd)],
      ["k", inWords(formatShare(k))],
      ["Base APY", formatRate(row.baseDepositApy)],
      [columns.rewardApy.name, formatRate(rewardApy(row))],
      ["Rewards listed", row.rewardsGiven ? formatCount(row.rewards.length).text : "not published"],
    ] as const,
  };
}
