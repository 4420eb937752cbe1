// What a loop has to beat: holding its collateral without one. What opening it costs, and what my own loan does to its rate.
import { useState } from "react";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { loopBreakEvenDays, loopPosition } from "../../../finance/debt/loop.ts";
import { shortfall } from "../../../finance/pool.ts";
import {
  formatMultiple,
  formatPoints,
  formatRate,
  formatRateBounds,
  formatShare,
  formatUsd,
  inWords,
} from "../../format/number.ts";
import { formatDays } from "../../format/time.ts";
import { loopRoomAt } from "../../market/loops/loop-rooms.ts";
import { loanRate, loanUtilization, mayPassKink, poolUtilization } from "../../market/row-values.ts";
import { PercentField } from "../calculator-fields.tsx";
import type { Result } from "../calculator-frame.tsx";
import type { LoopInputs } from "./loop-inputs.ts";
import type { StatLine } from "../../ui/panel/stat.tsx";

/** A tenth of a percent of the position, for getting in and out. */
const usualCost = ratio(0.001);

/** The loop against holding its first token: net − s = (L − 1)·(s − b), which turns where borrowing costs s. */
export function comparedWithHolding(
  {
    supplyApy,
    borrowApy,
    leverage,
    bound,
  }: Pick<LoopInputs, "supplyApy" | "borrowApy" | "leverage" | "bound">,
  { supplied, borrowed }: { readonly supplied: string; readonly borrowed: string },
): string | undefined {
  if (supplyApy === undefined || borrowApy === undefined || leverage === undefined || leverage <= 1)
    return undefined;
  const room = supplyApy - borrowApy;
  // A gap that may be wider than this is not known to be none.
  if (bound !== undefined && room <= 0) return undefined;
  const gain = inWords(formatPoints(ratio((leverage - 1) * room)));
  const least = bound === undefined ? "" : `${bound} `;
  const held = `${least.replace("a", "A")}${gain} against holding ${supplied} alone`;
  return room > 0
    ? `${held}, for ${formatMultiple(leverage).text} leverage; gone if borrowing ${borrowed} gets dearer by ${least}${inWords(formatPoints(ratio(room), "distance"))}.`
    : `${held}: the debt costs as much as ${supplied} earns, or more.`;
}

/** What opening the loop costs, how much of it fits, and what my loan does to its rate. */
export function useLoopCost(
  size: Usd | undefined,
  inputs: LoopInputs,
  { supplied, borrowed }: { readonly supplied: string; readonly borrowed: string },
): Result {
  const [cost, setCost] = useState<Ratio | undefined>(usualCost);
  const { leverage } = inputs;
  const days = loopBreakEvenDays({ ...inputs, cost });
  const { left, closed } = loopRoomAt(inputs.ownLegs, leverage);
  const short = left === undefined ? undefined : shortfall({ size, capacityLeft: left });
  const tight = closed === undefined && short !== undefined && short > 0;
  return {
    content: (
      <PercentField label="Cost of getting in and out, of the position" value={cost} onValue={setCost} />
    ),
    missing: "not known",
    figures: [
      [
        `Earned back against holding ${supplied}`,
        days === "never" || days === undefined
          ? days
          : `after ${inputs.bound === "at least" ? "at most " : ""}${formatDays(days)}`,
      ],
      [
        `Fits at ${inWords(formatMultiple(leverage))}`,
        closed === undefined ? formatUsd(left) : "nothing: cannot be opened now",
        {
          missing: "not known: a limit of its markets is not published",
          note: tight
            ? `of own money, ${formatUsd(short).text} less than my size`
            : "of own money, by its two lending markets",
          danger: tight || closed !== undefined,
        },
      ],
      ...ownImpact(inputs, size, borrowed),
    ],
  };
}

/** What my loan does to the market it is taken in; nothing without a size, or where that market is not known. */
function ownImpact(
  { ownLegs: [, debt], leverage }: LoopInputs,
  size: Usd | undefined,
  borrowed: string,
): readonly StatLine[] {
  const amount = loopPosition({ size, leverage })?.borrowed;
  const now = debt && poolUtilization(debt);
  if (debt === undefined || amount === undefined || amount === 0 || now === undefined) return [];
  const after = loanUtilization(debt, amount);
  const rate = loanRate(debt, amount, "base");
  const steep = mayPassKink(debt, amount);
  const from = inWords(formatShare(now));
  return [
    [
      `${borrowed} lent out with my loan`,
      after === undefined
        ? undefined
        : after > 1
          ? `${from}, and not enough left`
          : `${from} → ${inWords(formatShare(after))}`,
    ],
    [
      `Base cost of ${borrowed} then`,
      after !== undefined && after > 1 ? undefined : formatRateBounds(rate?.low, rate?.high),
      {
        missing: rate === undefined ? "not published" : "not enough left",
        note: `now ${inWords(formatRate(debt.baseBorrowApy), "not published")}${steep ? "; it may be past its kink, where the rate can jump" : ""}`,
        danger: steep,
      },
    ],
  ];
}
