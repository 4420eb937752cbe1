import { daysPerYear, type Ratio, type Usd } from "../../../contract/units.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { carryYears, lossAtLiquidation, totalLossAtLiquidation } from "../../../finance/debt/liquidation.ts";
import { breakEvenBorrow, loopBreakEvenDays, loopPosition } from "../../../finance/debt/loop.ts";
import { shortfall } from "../../../finance/pool.ts";
import {
  formatMultiple,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { formatDays } from "../../../domain/format/time.ts";
import { unknownNote } from "../../../domain/market/assess/words.ts";
import { loopCapacityAt } from "../../../domain/market/loops/loop-capacity.ts";
import {
  loanRate,
  loanUtilization,
  mayPassKink,
  poolUtilization,
} from "../../../domain/market/row-values.ts";
import type { StatLine } from "../../ui/panel/stat.tsx";
import { penaltyNote } from "../borrow-figures.ts";
import type { LoopInputs } from "./loop-inputs.ts";

/** How much the borrow rate may rise. SOL's has risen by 7 points within days. */
export const stresses = [0.005, 0.02, 0.05] as const;
/** Warns if the drop to liquidation is smaller than this. */
export const narrowDrop = 0.05;

export function outcomeFigures(inputs: LoopInputs, size: Usd | undefined): readonly StatLine[] {
  const { row, supplied, borrowed, supplyApy, borrowApy, leverage, bound, legs } = inputs;
  const ltv = ltvOfLeverage({ leverage });
  const { liquidationLtv, liquidationPenalty: penalty } = row;
  const drop = dropToLiquidation({ ltv, liquidationLtv });
  const position = loopPosition({ size, leverage });
  const years = carryYears({ ltv, liquidationLtv, borrowApy, collateralApy: supplyApy });
  const breakEven = formatRate(breakEvenBorrow({ supplyApy, leverage }));
  const unknown = unknownNote(row.providerName);
  return [
    ["LTV", formatShare(ltv), "Debt / collateral = (L − 1) / L."],
    [
      "Drop to liquidation",
      formatShare(drop),
      drop === undefined ? unknown : "1 − LTV / liquidation LTV.",
      { note: `of ${supplied} against ${borrowed}`, danger: drop !== undefined && drop < narrowDrop },
    ],
    [
      "Break-even borrow APY",
      leverage === 1
        ? "no debt"
        : breakEven === undefined || bound === undefined || legs.supplyFrom !== "implied"
          ? breakEven
          : `${bound} ${breakEven.text}`,
      "The borrow rate at which the loop earns nothing: supply yield · L / (L − 1).",
    ],
    [
      "Liquidation by interest alone",
      timeText(typeof years === "number" ? years * daysPerYear : years, bound),
      "When interest alone raises the LTV to the liquidation LTV, with prices unchanged.",
    ],
    [
      "Loss at liquidation",
      formatShare(lossAtLiquidation({ ltv, liquidationLtv })),
      `Share of your equity, from the price drop alone: L · (1 − LTV / liquidation LTV).`,
    ],
    [
      "Loss including the penalty",
      formatShare(totalLossAtLiquidation({ ltv, liquidationLtv, penalty })),
      penalty === undefined ? unknown : "The penalty is taken from your equity too.",
      { note: penaltyNote(penalty) },
    ],
    ["Supplied", formatUsdExact(position?.supplied), "Equity · L."],
    ["Borrowed", formatUsdExact(position?.borrowed), "Equity · (L − 1)."],
  ];
}

/** A time that is at most "never" may be any time. */
function timeText(days: number | "never" | undefined, bound: LoopInputs["bound"]): string | undefined {
  if (days === "never") return bound === "at most" ? undefined : days;
  return days === undefined ? undefined : joinParts(["after", bound, formatDays(days)], " ");
}

/** `cost` of entry and exit is a share of the position. */
export function costFigures(
  inputs: LoopInputs,
  size: Usd | undefined,
  cost: Ratio | undefined,
): readonly StatLine[] {
  const days = loopBreakEvenDays({ ...inputs, cost });
  return [
    [
      `Cost earned back vs holding ${inputs.supplied}`,
      timeText(days, inputs.bound && (inputs.bound === "at least" ? "at most" : "at least")),
      "365 · cost · L / (net APY − supply yield), in days.",
    ],
    capacityFigure(inputs, size),
    ...impactFigures(inputs, size),
  ];
}

function capacityFigure({ ownLegs, leverage }: LoopInputs, size: Usd | undefined): StatLine {
  const { left, closed } = loopCapacityAt(ownLegs, leverage);
  const short = left === undefined ? undefined : shortfall({ size, capacityLeft: left });
  const isShort = closed === undefined && short !== undefined && short > 0;
  return [
    `Capacity at ${inWords(formatMultiple(leverage))}`,
    closed === undefined ? formatUsd(left) : "None: closed",
    left === undefined && closed === undefined
      ? "Some caps of its two lending markets are unknown."
      : "Equity that fits now: the lower of left to borrow / (L − 1) and capacity left / L of its two lending markets.",
    {
      note: isShort ? `${formatUsd(short).text} less than your size` : undefined,
      danger: isShort || closed !== undefined,
    },
  ];
}

function impactFigures(
  { ownLegs: [, debt], leverage, borrowed }: LoopInputs,
  size: Usd | undefined,
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
      `${borrowed} utilization after the loan`,
      isShort
        ? `${from}, not enough left`
        : after === undefined
          ? undefined
          : `${from} → ${inWords(formatShare(after))}`,
      `(borrows + loan) / deposits of the ${borrowed} market.`,
    ],
    [
      `${borrowed} base borrow APY after the loan`,
      isShort ? undefined : formatRateRange(rate?.low, rate?.high),
      "From today's rate to that rate · utilization after the loan / utilization now.",
      {
        note: `now ${inWords(formatRate(debt.baseBorrowApy))}${isSteep ? "; past the kink the rate can jump" : ""}`,
        danger: isSteep,
      },
    ],
  ];
}
