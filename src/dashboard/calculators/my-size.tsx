// What a size does to a market's rate, and whether it gets in and out.
import type { ReactNode } from "react";
import { ratio, usd, type Usd } from "../../contract/units.ts";
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
} from "../format/number.ts";
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
import { CalculatorPanel, Formula, Headline, Part, Result, Results, Judgement } from "./calculator-frame.tsx";
import { SizeCurve } from "./size-curve.tsx";

export const sizePresets = [10_000, 100_000, 250_000, 1_000_000, 5_000_000] as const;

/** Markets that a deposit thins: pools of one token. A loop, a perpetual or a prediction is not one. */
export function takesSize(row: MarketRow): boolean {
  return row.kind === "lending" || row.kind === "yield" || row.kind === "other";
}

export interface MySizeProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined, how: "type" | "choose") => void;
}

export function MySize({ row, size, onSize }: MySizeProps): ReactNode {
  const total = sizeEffect(row, size, "total");
  return (
    <CalculatorPanel heading="My size" note="kept in the link">
      <Part first>
        <UsdField label="Deposit in USD" value={size} onValue={(value) => onSize(value, "type")} />
        <SizePresets size={size} onSize={onSize} />
        {size === undefined || total === undefined ? (
          <p className="mt-3 text-text2">
            Enter a size to see what is left of the rate once it is in the pool.
          </p>
        ) : (
          <Earned row={row} size={size} total={total} />
        )}
      </Part>
      {size === undefined || total === undefined ? null : (
        <>
          <Part>
            <Income row={row} size={size} total={total} />
          </Part>
          <Part>
            <Judgements row={row} effect={total} />
          </Part>
          <Part>
            <SizeFormula row={row} size={size} effect={total} />
          </Part>
        </>
      )}
    </CalculatorPanel>
  );
}

function SizePresets({ size, onSize }: Pick<MySizeProps, "size" | "onSize">): ReactNode {
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
            className={`h-7 min-w-0 flex-1 rounded-full border px-2 text-small font-medium pointer-coarse:h-9 ${
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

function Earned({
  row,
  size,
  total,
}: {
  readonly row: MarketRow;
  readonly size: Usd;
  readonly total: SizeEffect;
}): ReactNode {
  return (
    <>
      <Headline
        label="You would earn"
        value={formatRateRange(total.low, total.high)}
        missing="Not known: the market gives no rate or no deposits in USD."
        beside={{ label: "per year", value: formatUsdRangeExact(total.usdPerYearLow, total.usdPerYearHigh) }}
      />
      <SizeCurve row={row} size={size} />
    </>
  );
}

function Income({
  row,
  size,
  total,
}: {
  readonly row: MarketRow;
  readonly size: Usd;
  readonly total: SizeEffect;
}): ReactNode {
  const over = (days: number): ReturnType<typeof formatUsdRangeExact> =>
    formatUsdRangeExact(earnings({ size, apy: total.low, days }), earnings({ size, apy: total.high, days }));
  const base = sizeEffect(row, size, "base");
  return (
    <Results>
      <Result label="Per day" value={over(1)} missing="not known" />
      <Result label="Per month" value={over(365 / 12)} missing="not known" />
      <Result
        label="Per year"
        value={formatUsdRangeExact(total.usdPerYearLow, total.usdPerYearHigh)}
        missing="not known"
      />
      {rewardApy(row) === 0 ? null : (
        <Result
          label="If rewards stop"
          value={formatRateRange(base?.low, base?.high)}
          note={
            base?.usdPerYearLow === undefined
              ? undefined
              : `${inWords(formatUsdRangeExact(base.usdPerYearLow, base.usdPerYearHigh))} per year`
          }
        />
      )}
      <Result label={columns.shareOfPool.name} value={formatRate(total.shareOfPool)} missing="not known" />
      <Result
        label="Rewards in the rate"
        value={formatShare(rewardShare({ rewards: rewardApy(row), total: row.depositApy }))}
        missing="not known"
      />
    </Results>
  );
}

const trends: Readonly<Record<FadeClass, { readonly holds: boolean | undefined; readonly text: string }>> = {
  steady: { holds: true, text: "Base is steady" },
  rising: { holds: true, text: "Base is rising" },
  // Far above its own average is the state least likely to last.
  spiking: { holds: false, text: "Base is spiking" },
  fading: { holds: false, text: "Base is fading" },
  "no 90-day average given": { holds: undefined, text: "No 90-day average published" },
  "no averages given": { holds: undefined, text: "No averages published" },
};

// What is not published is said to be that: an unknown is never worded as good.
function Judgements({ row, effect }: { readonly row: MarketRow; readonly effect: SizeEffect }): ReactNode {
  const room = capacity(row);
  const trend = baseFade(row);
  const share = rewardShare({ rewards: rewardApy(row), total: row.depositApy });
  return (
    <ul className="grid gap-1.5">
      {effect.fits === undefined ? (
        <Judgement holds={undefined} text="Cap not published" />
      ) : effect.fits ? (
        <Judgement holds text="Fits the cap" detail={`${inWords(formatUsd(room?.left))} left`} />
      ) : (
        <Judgement
          holds={false}
          text="Does not fit the cap"
          detail={`${inWords(formatUsd(effect.shortBy))} short`}
        />
      )}
      {effect.exitCover === undefined ? (
        <Judgement holds={undefined} text="What can leave is not published" />
      ) : (
        <Judgement
          holds={effect.exitCover >= 1}
          text={effect.exitCover < 1 ? "Cannot all leave now" : "Can leave now"}
          detail={`covers you ${formatMultiple(effect.exitCover).text}`}
        />
      )}
      {allocates(row) ? null : <KinkJudgement row={row} effect={effect} />}
      <Judgement
        {...(trend === undefined ? { holds: undefined, text: "Trend not known" } : trends[trend.class])}
        detail={trend?.change === undefined ? undefined : `${formatChange(trend.change).text} against 90d`}
      />
      {share === undefined ? (
        <Judgement holds={undefined} text="Rewards not published" />
      ) : share > 0.5 ? (
        <Judgement
          holds={false}
          text="Leans on rewards"
          detail={`${inWords(formatShare(share))} of the rate`}
        />
      ) : null}
    </ul>
  );
}

function KinkJudgement({ row, effect }: { readonly row: MarketRow; readonly effect: SizeEffect }): ReactNode {
  const utilization = poolUtilization(row);
  if (effect.kinkRisk === undefined || utilization === undefined)
    return <Judgement holds={undefined} text="Utilization not published" />;
  const lent = `${inWords(formatShare(utilization))} lent out`;
  if (effect.kinkRisk)
    return (
      <Judgement holds={false} text="Kink risk" detail={`${lent}: the rate may fall below what is shown`} />
    );
  return utilization > kinkUtilization ? (
    <Judgement holds text="Small against the pool" detail={lent} />
  ) : (
    <Judgement holds text={`Under ${inWords(formatShare(ratio(kinkUtilization)))} lent out`} detail={lent} />
  );
}

function SizeFormula({
  row,
  size,
  effect,
}: {
  readonly row: MarketRow;
  readonly size: Usd;
  readonly effect: SizeEffect;
}): ReactNode {
  const k = effect.shareOfPool === undefined ? undefined : ratio(1 - effect.shareOfPool);
  return (
    <Formula
      formula={[
        "k = deposits / (deposits + my size)",
        "At worst the base APR s falls to the lower of k² · s and k · (s − (1 − k) · utilization · base borrow APR): borrowers pay less for a fuller pool. A base that spikes falls to k of its 90-day average.",
        allocates(row)
          ? "At best it stays: a strategy that spreads its deposits may find as much room elsewhere."
          : "At best it falls to k · s: borrowers pay as much as now.",
        "Rewards are a fixed budget: k · rewards.",
        `Kink risk: utilization over ${inWords(formatShare(ratio(certainKinkUtilization)))}, or over ${inWords(formatShare(ratio(kinkUtilization)))} when my size moves it by more than ${inWords(formatShare(ratio(kinkShift)))}. Then the rate can fall below the lower edge.`,
        "Exit cover = (deposits − borrows) / my size. Per day = my size · ((1 + APY)^(1/365) − 1).",
      ]}
      inputs={[
        ["My size", formatUsdExact(size).text],
        ["Deposits", formatUsdExact(row.totalDepositUsd)],
        ["k", inWords(formatShare(k))],
        ["Base APY", formatRate(row.baseDepositApy)],
        [columns.rewardApy.name, formatRate(rewardApy(row))],
        ["Rewards listed", row.rewardsGiven ? formatCount(row.rewards.length).text : "not published"],
      ]}
    />
  );
}
