import type { ReactNode } from "react";
import type { Ratio } from "../../../contract/units.ts";
import { earnings } from "../../../finance/rates.ts";
import { countMarkets } from "../../format/count-markets.ts";
import {
  countOf,
  formatChange,
  formatGrowth,
  formatRate,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../../format/number.ts";
import { formatTokenPrice } from "../../format/token-price.ts";
import type { HistoryRangeId } from "../../charts/chart-range.ts";
import type { PriceEnds } from "../../history/price/price-series.ts";
import { rateBar, wholeOf } from "../../list/rate-bar.tsx";
import { allocates, fitShortfall, rewardApy } from "../../market/row-values.ts";
import { bestToEarn, judgedRate, type AssetFacts } from "../../select/assets/asset-facts.ts";
import { StatStrip, type StripFigure } from "../../ui/panel/stat.tsx";
import { useViewState } from "../../view-state/use-view-state.ts";
import { costText, loopWith } from "../assets/asset-text.ts";
import { leverageText } from "../../market/loops/leverage.ts";

export function AssetStrip({
  facts,
  change24h,
  ends,
  inSol,
  range,
  loading,
}: {
  readonly facts: AssetFacts;
  readonly change24h: Ratio | undefined;
  readonly ends: { readonly usd: PriceEnds | undefined; readonly sol: PriceEnds | undefined };
  /** Undefined for a token that is not held against SOL. */
  readonly inSol: { readonly price: number | undefined } | undefined;
  readonly range: HistoryRangeId;
  readonly loading: boolean;
}): ReactNode {
  const { price, priceFrom, earn, borrow, cheapestLoan: cheapest, loops, bestLoop: loop, deposits } = facts;
  const [{ size, basis }] = useViewState();
  const over = (change: Ratio | undefined): string[] =>
    change !== undefined
      ? [`${inWords(formatChange(change, "fine"))} in ${range}`]
      : loading
        ? [`… in ${range}`]
        : [];
  const moved = [
    ...(change24h === undefined ? [] : [`${inWords(formatChange(change24h, "fine"))} in 24 h`]),
    ...over(ends.usd?.change),
  ];
  const mine = size === undefined ? [] : [`with my ${inWords(formatUsd(size, "short"))}`];
  const providers = new Set(earn.map(({ providerId }) => providerId)).size;
  const figures: StripFigure[] = [
    {
      label: "Price",
      value: formatTokenPrice(price),
      note: priceFrom === "markets" ? "what its deposits imply: the catalogue has none" : moved.join(", "),
    },
    ...(inSol === undefined
      ? []
      : [
          {
            label: "In SOL",
            value: formatGrowth(inSol.price, ""),
            note: [
              ...over(ends.sol?.change),
              ...(ends.sol?.perYear === undefined ? [] : [`${inWords(formatRate(ends.sol.perYear))} a year`]),
            ].join(", "),
            missing: "not known",
          },
        ]),
    useBest(facts),
    {
      label: "Cheapest to borrow",
      value: costText(cheapest, { size, basis }),
      note: cheapest === undefined ? "" : [...mine, placeOf(cheapest)].join(", "),
      missing: borrow.length === 0 ? "nowhere now" : size === undefined ? "figures in doubt" : "not my size",
    },
    {
      label: "Best loop",
      value: formatRate(loop?.depositApy),
      note: loop === undefined ? "" : `${leverageText(loop) ?? ""}, ${loopWith(loop)}, net of borrowing`,
      missing: loops.length === 0 ? "none" : "none can be opened",
    },
    {
      label: "Deposits",
      value: formatUsd(deposits),
      noteClass: "min-h-[2lh] max-sm:min-h-[3lh]",
      note:
        earn.length === 0
          ? ""
          : `in ${countMarkets(earn.length)} of ${countOf(providers, "provider")}${earn.some(allocates) ? "; some counted twice: vaults lend on" : ""}`,
      missing: "none",
    },
  ];
  return (
    <div className="mt-4">
      <StatStrip name="Main figures" figures={figures} noteClass="min-h-[2lh]" />
    </div>
  );
}

function placeOf({ providerName, detail }: AssetFacts["earn"][number]): string {
  return detail === undefined ? providerName : `${providerName} · ${detail}`;
}

function useBest(facts: AssetFacts): StripFigure {
  const [{ size, basis }] = useViewState();
  const asked = { size, basis };
  const best = bestToEarn(facts, asked);
  if (best === undefined)
    return {
      label: "Best to earn",
      value: undefined,
      note: "",
      missing: facts.earn.length === 0 ? "nowhere" : "none open",
    };
  const rate = judgedRate(best, asked);
  const { depositApy: total, baseDepositApy: base } = best;
  const parts = { total, base, rewards: basis === "base" ? [] : [rewardApy(best)] };
  const whole = wholeOf(parts);
  const short = fitShortfall(best, size, undefined);
  const notes = [
    ...(size === undefined
      ? []
      : [
          `${inWords(formatUsdExact(earnings({ size, apy: rate })))} a year on ${inWords(formatUsdExact(size))}`,
        ]),
    best.providerName,
    ...(short !== undefined && short > 0
      ? [`takes ${inWords(formatUsd(short, "short"))} less than that`]
      : []),
  ];
  return {
    label: "Best to earn",
    value: formatRate(rate),
    sign: whole === undefined ? null : rateBar(parts, whole, 48),
    note: notes.join(", "),
  };
}
