import { useState, type ReactNode } from "react";
import { daysPerYear, ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { carryYears, lossAtLiquidation, totalLossAtLiquidation } from "../../../finance/debt/liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { breakEvenBorrow, loopBreakEvenDays, loopNetApy, loopPosition } from "../../../finance/debt/loop.ts";
import { shortfall } from "../../../finance/pool.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  formatMultiple,
  formatPoints,
  formatRate,
  formatRateBounds,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../../../domain/format/number.ts";
import { formatDays } from "../../../domain/format/time.ts";
import { checkTexts } from "../../../domain/market/assess/check-words.ts";
import { unknownNote } from "../../../domain/market/assess/words.ts";
import { loopRoomAt } from "../../../domain/market/loops/loop-rooms.ts";
import {
  loanRate,
  loanUtilization,
  mayPassKink,
  poolUtilization,
} from "../../../domain/market/row-values.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import { Button } from "../../ui/fields/button.tsx";
import { PercentField, UsdField } from "../../ui/fields/text-field.tsx";
import { LeverageSlider } from "../calculator-fields.tsx";
import { Calculator, Headline, type Result, type SizedMarketProps } from "../calculator-frame.tsx";
import type { LoopInputs } from "./loop-inputs.ts";
import { Unbroken } from "../../ui/marks/truncated-line.tsx";
import { Curve } from "../../charts/curve.tsx";
import type { StatLine } from "../../ui/panel/stat.tsx";

interface LoopCalculatorProps extends SizedMarketProps {
  readonly inputs: LoopInputs;
}

export const narrowDrop = 0.05;

export function LoopCalculator({ row, size, onSize, action, inputs }: LoopCalculatorProps): ReactNode {
  const { legs, supplyApy, borrowApy, leverage, limit, halfway } = inputs;
  const net = loopNetApy({ supplyApy, borrowApy, leverage });
  const { supplied, borrowed } = tokenNames(row);
  const contradictions = checkTexts(row, undefined).filter(
    ({ id, verdict }) => verdict === "fail" && (id === "ltv" || id === "leverage"),
  );
  const loopCost = useLoopCost(size, inputs, { supplied, borrowed });
  const said = comparedWithHolding(inputs, { supplied, borrowed });
  return (
    <Calculator
      heading="Loop calculator"
      action={action}
      note={
        inputs.changed ? (
          <Button variant="link" size="small" onClick={inputs.reset}>
            Reset
          </Button>
        ) : (
          "at today's rates"
        )
      }
      results={[
        {
          content: <LtvBar ltv={ltvOfLeverage({ leverage })} row={row} />,
          figures: outcome(row, size, inputs),
        },
        loopCost,
      ]}
    >
      <div className="grid grid-cols-1 gap-2.5 min-[360px]:grid-cols-3">
        <UsdField label="My size" value={size} onValue={(value) => onSize(value, "type")} />
        <PercentField label="Supply yield" value={supplyApy} onValue={inputs.setSupply} />
        <PercentField label="Borrow cost" value={borrowApy} onValue={inputs.setBorrow} />
      </div>
      <ul className="mt-2 grid gap-0.5 text-tiny text-text3">
        <li>Supply yield: {legSource(inputs, "supply", supplied)}</li>
        <li>Borrow cost: {legSource(inputs, "borrow", borrowed)}</li>
        {legs.quotedNear === undefined ? null : (
          <li>
            Together they give the quoted {inWords(formatRate(row.depositApy))} at{" "}
            {formatMultiple(legs.quotedNear).text}.
          </li>
        )}
      </ul>
      {contradictions.map(({ id, sentence }) => (
        <p key={id} className="mt-2 text-small text-danger">
          {sentence}
        </p>
      ))}
      {leverage === undefined || limit === undefined || limit <= 1 ? (
        <p className="mt-3 text-text2">No maximum leverage is published, so nothing can be calculated.</p>
      ) : (
        <LeverageSlider
          value={leverage}
          limit={limit}
          step={0.01}
          between={
            <button
              type="button"
              className="-my-1 min-h-6 rounded-item px-2 hover:text-text pointer-coarse:min-h-11"
              onClick={() => halfway !== undefined && inputs.setLeverage(halfway)}
            >
              halfway: {inWords(formatMultiple(halfway))}
            </button>
          }
          end={`max ${formatMultiple(limit).text}`}
          onValue={inputs.setLeverage}
        />
      )}
      <Headline
        label={inputs.bound === undefined ? "Net APY" : `Net APY, ${inputs.bound}`}
        value={formatRate(net)}
        missing="Enter supply yield and borrow cost."
        help="L · supply yield − (L − 1) · borrow cost."
        beside={{
          label: "a year",
          value: formatUsdExact(earnings({ size, apy: net })),
          help: "Equity · net APY.",
        }}
      />
      {said === undefined ? null : (
        <p className="mt-2 text-small text-text2">
          <Unbroken text={said} />
        </p>
      )}
      <LoopCurve supplyApy={supplyApy} borrowApy={borrowApy} leverage={leverage} limit={limit} />
    </Calculator>
  );
}

function tokenNames({ tokens: [supplied, borrowed] }: MarketRow) {
  return { supplied: supplied?.symbol ?? "the collateral", borrowed: borrowed?.symbol ?? "the debt" };
}

function outcome(
  row: MarketRow,
  size: Usd | undefined,
  { supplyApy, borrowApy, leverage, bound, legs }: LoopInputs,
): readonly StatLine[] {
  const ltv = ltvOfLeverage({ leverage });
  const { liquidationLtv, liquidationPenalty: penalty } = row;
  const drop = dropToLiquidation({ ltv, liquidationLtv });
  const position = loopPosition({ size, leverage });
  const { supplied, borrowed } = tokenNames(row);
  const years = carryYears({ ltv, liquidationLtv, borrowApy, collateralApy: supplyApy });
  const breakEven = formatRate(breakEvenBorrow({ supplyApy, leverage }));
  const unknown = unknownNote(row.providerName);
  const ofDebt =
    penalty === undefined ? undefined : `${formatShare(penalty).text} of the whole debt, the worst case`;
  return [
    ["LTV", formatShare(ltv), { help: "Debt / collateral = (L − 1) / L." }],
    [
      "Drop to liquidation",
      formatShare(drop),
      {
        note: `of ${supplied} against ${borrowed}`,
        danger: drop !== undefined && drop < narrowDrop,
        help: drop === undefined ? unknown : "1 − LTV / liquidation LTV.",
      },
    ],
    [
      "Break-even borrow APY",
      leverage === 1
        ? "no debt"
        : breakEven === undefined || bound === undefined || legs.supplyFrom !== "implied"
          ? breakEven
          : `${bound} ${breakEven.text}`,
      { help: "The borrow rate at which the loop earns nothing: supply yield · L / (L − 1)." },
    ],
    [
      "Liquidation by interest alone",
      typeof years === "number" ? `after ${formatDays(years * daysPerYear)}` : years,
      { help: "If prices do not move: when the debt's interest has raised the LTV to the liquidation LTV." },
    ],
    [
      "Loss at liquidation",
      formatShare(lossAtLiquidation({ ltv, liquidationLtv })),
      { help: `Share of your equity, by the price alone: L · (1 − LTV / liquidation LTV).` },
    ],
    [
      "With the penalty",
      formatShare(totalLossAtLiquidation({ ltv, liquidationLtv, penalty })),
      { note: ofDebt, help: penalty === undefined ? unknown : "The penalty is taken from your equity too." },
    ],
    ["Supplied", formatUsdExact(position?.supplied), { help: "Equity · L." }],
    ["Borrowed", formatUsdExact(position?.borrowed), { help: "Equity · (L − 1)." }],
  ];
}

function legSource(inputs: LoopInputs, side: "supply" | "borrow", token: string): string {
  const { legs } = inputs;
  const supplies = side === "supply";
  if (supplies ? inputs.supplyApy !== legs.supplyApy : inputs.borrowApy !== legs.borrowApy) return "entered.";
  const from = supplies ? legs.supplyFrom : legs.borrowFrom;
  const market = supplies ? legs.supplyMarket : legs.borrowMarket;
  const at = inWords(formatMultiple(legs.assumedLeverage));
  const own = supplies ? ` It includes what ${token} earns by itself.` : "";
  if (from === "lending")
    return market === undefined
      ? "from a lending market."
      : `${supplies ? "deposit" : "borrow"} APY of ${marketName(market)}.`;
  if (from === "unknown" && supplies && legs.borrowFrom === "lending")
    return `unknown: the quoted APY is below the borrow cost, and its leverage is unknown. Enter it, with what ${token} earns by itself.`;
  if (from === "unknown")
    return supplies
      ? "unknown. Enter it, with what the token earns by itself."
      : `unknown: no lending market lends ${token}. Enter it.`;
  if (legs.assumedFrom === "market") return `implied by the quoted APY at ${at}, its quoted leverage.${own}`;
  const isLeast = supplies || legs.bound === "at most";
  return `${isLeast ? "at least" : "at most"}; implied by the quoted APY at the maximum of ${at}, ${isLeast ? "more" : "less"} at lower leverage.${own}`;
}

function place(share: number): string {
  return `${(Math.min(1, Math.max(0, share)) * 100).toString()}%`;
}

function LtvBar({
  ltv,
  row: { maxLtv, liquidationLtv },
}: {
  readonly ltv: Ratio | undefined;
  readonly row: MarketRow;
}): ReactNode {
  if (ltv === undefined) return null;
  return (
    <div>
      <div aria-hidden="true" className="relative h-1.5 rounded-full bg-track forced-color-adjust-none">
        <span className="absolute inset-y-0 left-0 rounded-full bg-text2" style={{ width: place(ltv) }} />
        {maxLtv === undefined ? null : (
          <span className="absolute -inset-y-1 w-px bg-text2" style={{ left: place(maxLtv) }} />
        )}
        {liquidationLtv === undefined ? null : (
          <span className="absolute -inset-y-1 w-0.5 bg-danger" style={{ left: place(liquidationLtv) }} />
        )}
      </div>
      <p className="mt-1.5 flex justify-end gap-3 text-tiny text-text3">
        <span>max {inWords(formatShare(maxLtv))}</span>
        <span>liquidation {inWords(formatShare(liquidationLtv))}</span>
      </p>
    </div>
  );
}

/** Rises of the borrow rate. SOL has risen by 7 points within days. */
export const stresses = [0.005, 0.02, 0.05] as const;
const stress = stresses[1];

type LoopCurveProps = Pick<LoopInputs, "supplyApy" | "borrowApy" | "leverage" | "limit">;

function LoopCurve({ supplyApy, borrowApy, leverage, limit }: LoopCurveProps): ReactNode {
  if (limit === undefined || limit <= 1 || leverage === undefined || borrowApy === undefined) return null;
  const dearer = ratio(borrowApy + stress);
  const start = loopNetApy({ supplyApy, borrowApy, leverage: 1 });
  const end = loopNetApy({ supplyApy, borrowApy, leverage: limit });
  const stressed = loopNetApy({ supplyApy, borrowApy: dearer, leverage: limit });
  if (start === undefined || end === undefined || stressed === undefined) return null;
  return (
    <Curve
      rates={[Math.max(0, start, end, stressed), 0, Math.min(0, start, end, stressed)]}
      marks={[
        { at: 0, text: formatMultiple(1).text },
        { at: 1, text: formatMultiple(limit).text },
      ]}
      chosen={{
        at: (leverage - 1) / (limit - 1),
        rate: loopNetApy({ supplyApy, borrowApy, leverage }),
      }}
      caption={`Net APY by leverage; dashed: borrow rate +${inWords(formatPoints(ratio(stress), "distance"))}`}
    >
      {(point) => (
        <>
          <polyline
            points={`${point(0, start)} ${point(1, stressed)}`}
            className="stroke-text2"
            strokeDasharray="4 3"
          />
          <polyline
            points={`${point(0, start)} ${point(1, end)}`}
            className="stroke-text"
            strokeWidth={1.5}
          />
        </>
      )}
    </Curve>
  );
}

const usualCost = ratio(0.001);

/** net − s = (L − 1)·(s − b), so the loop loses once borrowing costs more than s. */
function comparedWithHolding(
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

function useLoopCost(
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
        note: `now ${inWords(formatRate(debt.baseBorrowApy))}${isSteep ? "; past the kink the rate can jump" : ""}`,
        danger: isSteep,
        help: "From today's rate to that rate · utilization then / utilization now.",
      },
    ],
  ];
}
