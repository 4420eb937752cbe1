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
} from "../../../domain/format/number.ts";
import { formatDays } from "../../../domain/format/time.ts";
import { loopRoomAt } from "../../../domain/market/loops/loop-rooms.ts";
import {
  loanRate,
  loanUtilization,
  mayPassKink,
  poolUtilization,
} from "../../../domain/market/row-values.ts";
import { PercentField } from "../../ui/fields/text-field.tsx";
import type { Result } from "../calculator-frame.tsx";
import type { LoopInputs } from "./loop-inputs.ts";
import type { StatLine } from "../../ui/panel/stat.tsx";

const usualCost = ratio(0.001);

/** net − s = (L − 1)·(s − b), so the loop loses once borrowing costs more than s. */
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
  // The real gap may be wider, so a bound of 0 proves nothing.
  if (bound !== undefined && room <= 0) return undefined;
  const gain = inWords(formatPoints(ratio((leverage - 1) * room)));
  const least = bound === undefined ? "" : `${bound} `;
  const held = `${least.replace("a", "A")}${gain} vs holding ${supplied}`;
  return room > 0
    ? `${held} at ${formatMultiple(leverage).text}; gone if the ${borrowed} borrow rate rises by ${least}${inWords(formatPoints(ratio(room), "distance"))}.`
    : `${held}: the debt costs at least what ${supplied} earns.`;
}

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
  const isShort = closed === undefined && short !== undefined && short > 0;
  return {
    content: <PercentField label="Entry and exit cost, of the position" value={cost} onValue={setCost} />,
    figures: [
      [
        `Cost earned back vs holding ${supplied}`,
        days === "never" || days === undefined
          ? days
          : `after ${inputs.bound === "at least" ? "at most " : ""}${formatDays(days)}`,
        { help: "365 · cost · L / (net APY − supply yield), in days." },
      ],
      [
        `Capacity at ${inWords(formatMultiple(leverage))}`,
        closed === undefined ? formatUsd(left) : "None: closed",
        {
          note: isShort ? `${formatUsd(short).text} less than my size` : undefined,
          danger: isShort || closed !== undefined,
          help:
            left === undefined && closed === undefined
              ? "Unknown: one of its lending markets publishes no limit."
              : "Equity that fits now: the lower of left to borrow / (L − 1) and capacity left / L of its two lending markets.",
        },
      ],
      ...ownImpact(inputs, size, borrowed),
    ],
  };
}

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
  const isSteep = mayPassKink(debt, amount);
  const isShort = after !== undefined && after > 1;
  const from = inWords(formatShare(now));
  return [
    [
      `${borrowed} utilization with my loan`,
      isShort
        ? `${from}, not enough left`
        : after === undefined
          ? undefined
          : `${from} → ${inWords(formatShare(after))}`,
      { help: `(borrows + my loan) / deposits of the ${borrowed} market.` },
    ],
    [
      `${borrowed} base borrow APY then`,
      isShort ? undefined : formatRateBounds(rate?.low, rate?.high),
      {
        note: `now ${inWords(formatRate(debt.baseBorrowApy), "unknown")}${isSteep ? "; past the kink the rate can jump" : ""}`,
        danger: isSteep,
        help: "From today's rate to that rate · utilization then / utilization now.",
      },
    ],
  ];
}
