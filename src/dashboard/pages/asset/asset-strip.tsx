import type { ReactNode } from "react";
import type { Ratio } from "../../../contract/units.ts";
import {
  countOf,
  formatChange,
  formatRate,
  formatUsd,
  formatUsdExact,
  inWords,
  countMarkets,
  textOf,
} from "../../../domain/format/number.ts";
import { flags } from "../../../domain/market/assess/assess.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { formatTokenPrice } from "../../../domain/format/token-price.ts";
import type { HistoryRangeId } from "../../charts/chart-range.ts";
import type { PriceEnds } from "../../history/price-panel.tsx";
import { rateBar, rateBarScale } from "../../list/rate-bar.tsx";
import { placeName, leverageText } from "../../../domain/market/market-text.ts";
import { allocates, rewardApy } from "../../../domain/market/row-values.ts";
import type { SizeAndBasis, AssetFacts } from "../../select/assets/asset-facts.ts";
import { StatStrip, type StatFigure } from "../../ui/panel/stat.tsx";
import { useViewState } from "../../view-state/use-view-state.ts";
import { assetFigures, costText, earnedText, earnText, loopWith } from "../assets/asset-text.ts";

const noneForSize = "None takes your size";

export function AssetStrip({
  facts,
  hasCatalogue,
  change24h,
  past,
  sol,
  range,
  loading,
  incomplete,
}: {
  readonly facts: AssetFacts;
  readonly hasCatalogue: boolean;
  readonly change24h: Ratio | undefined;
  readonly past: PriceEnds | undefined;
  /** For staked SOL: its price in SOL. */
  readonly sol: { readonly price: number | undefined; readonly past: PriceEnds | undefined } | undefined;
  readonly range: HistoryRangeId;
  readonly loading: boolean;
  readonly incomplete: string | undefined;
}): ReactNode {
  const { price, priceFrom, earn, borrow, cheapestLoan: cheapest, loops, bestLoop: loop, deposits } = facts;
  const { size, basis } = useViewState();
  const inputs = { size, basis };
  const over = (change: Ratio | undefined): string | undefined =>
    change !== undefined ? moved(change, range) : loading ? `… in ${range}` : undefined;
  const mine = size === undefined ? "" : `with your ${inWords(formatUsd(size, "short"))}`;
  const verdict = facts.loopLoses === true ? "leverage doesn't pay" : "net of borrowing";
  const providers = new Set(earn.map(({ providerId }) => providerId)).size;
  const all: readonly (StatFigure | false)[] = [
    {
      ...assetFigures.price,
      value: formatTokenPrice(price),
      note:
        priceFrom === "markets"
          ? joinParts(["implied by deposits", hasCatalogue && "not in the catalog"])
          : joinParts([change24h === undefined ? "" : moved(change24h, "24 h"), over(past?.change)]),
    },
    sol !== undefined && {
      label: "In SOL",
      help: "The price divided by the price of SOL. The yearly rate is its growth over the range.",
      value: formatTokenPrice(sol.price, ""),
      note: joinParts([
        over(sol.past?.change),
        sol.past?.perYear === undefined ? "" : `${inWords(formatRate(sol.past.perYear))} per year`,
      ]),
    },
    bestFigure(facts, inputs),
    {
      ...assetFigures.borrow,
      value: costText(cheapest, inputs),
      note: cheapest === undefined ? "" : joinParts([mine, placeName(cheapest)]),
      missing:
        borrow.length === 0
          ? "Not borrowable now"
          : size === undefined
            ? "Figures contradict"
            : "None for your size",
    },
    {
      ...assetFigures.loop,
      value: formatRate(loop?.depositApy),
      note: loop === undefined ? "" : joinParts([leverageText(loop), loopWith(loop), verdict]),
      missing: loops.length === 0 ? "None" : size === undefined ? "None can be opened" : noneForSize,
    },
    {
      ...assetFigures.deposits,
      value: formatUsd(deposits),
      noteClass: "min-h-[2lh] max-sm:min-h-[3lh]",
      note:
        earn.length === 0
          ? ""
          : `in ${countMarkets(earn.length)} of ${countOf(providers, "provider")}${earn.some(allocates) ? "; includes double counting" : ""}`,
      missing: "None",
    },
  ];
  const figures = all.filter((figure) => figure !== false);
  return (
    <div className="mt-4">
      <StatStrip
        name="Main figures"
        figures={
          incomplete === undefined ? figures : figures.map(({ missing: _missing, ...figure }) => figure)
        }
        noteClass="min-h-[2lh]"
      />
    </div>
  );
}

function moved(change: Ratio, time: string): string {
  return `${inWords(formatChange(change, "fine"))} in ${time}`;
}

function bestFigure(facts: AssetFacts, inputs: SizeAndBasis): StatFigure {
  const { size, basis } = inputs;
  const { bestDeposit: best } = facts;
  if (best === undefined) {
    const closed = size === undefined ? "None open" : noneForSize;
    return { ...assetFigures.earn, note: "", missing: facts.earn.length === 0 ? "None" : closed };
  }
  const { depositApy: total, baseDepositApy: base } = best;
  const parts = { total, base, rewards: basis === "base" ? [] : [rewardApy(best)] };
  const whole = rateBarScale(parts);
  const [flag] = flags(best, { ...inputs, side: "deposit", prices: undefined, loops: undefined });
  return {
    ...assetFigures.earn,
    value: earnText(best, inputs),
    icon: whole === undefined ? null : rateBar(parts, whole, 48),
    note: joinParts([
      size === undefined
        ? ""
        : `${textOf(earnedText(best, inputs)) ?? "unknown"} a year on ${inWords(formatUsdExact(size))}`,
      joinParts([best.providerName, flag && chip(flag).label], " · "),
    ]),
  };
}
