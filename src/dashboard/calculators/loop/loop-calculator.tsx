// A loop at a leverage of one's own: what it earns, what it may lose, and how far liquidation is.
import type { ReactNode } from "react";
import { daysPerYear, type Ratio, type Usd } from "../../../contract/units.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { carryYears, lossAtLiquidation, totalLossAtLiquidation } from "../../../finance/debt/liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { breakEvenBorrow, loopFlags, loopNetApy, loopPosition } from "../../../finance/debt/loop.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatMultiple, formatRate, formatShare, formatUsdExact, inWords } from "../../format/number.ts";
import { formatDays } from "../../format/time.ts";
import { marketName } from "../../market/market-text.ts";
import { Button } from "../../ui/fields/button.tsx";
import { LeverageSlider, PercentField, UsdField } from "../calculator-fields.tsx";
import { Calculator, Headline, type SizedMarketProps } from "../calculator-frame.tsx";
import type { LoopInputs } from "./loop-inputs.ts";
import { comparedWithHolding, useLoopCost } from "./loop-cost.tsx";
import { Unbroken } from "../../ui/marks/truncated-line.tsx";
import { LoopCurve } from "./loop-curve.tsx";
import type { StatLine } from "../../ui/panel/stat.tsx";

interface LoopCalculatorProps extends SizedMarketProps {
  readonly inputs: LoopInputs;
}

/** A stretch this short against liquidation is worth a triangle. */
export const narrowDrop = 0.05;

const noLimit = "liquidation LTV not published";

export function LoopCalculator({ row, size, onSize, inputs }: LoopCalculatorProps): ReactNode {
  const { legs, supplyApy, borrowApy, leverage, limit, halfway } = inputs;
  const net = loopNetApy({ supplyApy, borrowApy, leverage });
  const { supplied, borrowed } = tokenNames(row);
  const flags = loopFlags(row);
  const loopCost = useLoopCost(size, inputs, { supplied, borrowed });
  const said = comparedWithHolding(inputs, { supplied, borrowed });
  return (
    <Calculator
      heading="Loop calculator"
      note={
        inputs.changed ? (
          <Button variant="link" size="small" onClick={inputs.reset}>
            Reset
          </Button>
        ) : (
          "same legs, today"
        )
      }
      results={[
        {
          content: <LtvBar ltv={ltvOfLeverage({ leverage })} row={row} />,
          figures: outcome(row, size, inputs),
        },
        loopCost,
      ]}
      formula={[
        "Net = L · supply − (L − 1) · borrow, without entry and exit costs and price moves.",
        "Against holding: net − supply = (L − 1) · (supply − borrow). Cost earned back = 365 · cost · L / that.",
        "Fits = min(left to borrow / (L − 1), capacity left of the supply / L). With my loan the base cost is from borrow to borrow · U′ / U, up to 80 % lent out.",
        "LTV = (L − 1) / L. Maximum L = the lesser of the market's and 1 / (1 − max LTV).",
        "May fall by 1 − LTV / liquidation LTV. Break-even borrow = supply · L / (L − 1).",
        "Time by interest = ln(liquidation LTV / LTV) / ln((1 + borrow) / (1 + supply)). Lost = L · (1 − LTV / liquidation LTV).",
      ]}
      inputs={[
        ["Max LTV", formatShare(row.maxLtv)],
        ["Liquidation LTV", formatShare(row.liquidationLtv)],
        ["Max leverage", formatMultiple(row.maxLeverage)],
        ["Quoted net rate", inWords(formatRate(row.depositApy))],
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
            The two make the quoted {inWords(formatRate(row.depositApy))} at{" "}
            {formatMultiple(legs.quotedNear).text}.
          </li>
        )}
      </ul>
      {flags.length === 0 ? null : (
        <p className="mt-2 text-small text-danger">
          The market contradicts itself: {flags.join("; ")}. Take the results with care.
        </p>
      )}
      {leverage === undefined || limit === undefined || limit <= 1 ? (
        <p className="mt-3 text-text2">
          The market states no leverage that can be opened, so there is nothing to work out.
        </p>
      ) : (
        <LeverageSlider
          value={leverage}
          limit={limit}
          step={0.01}
          between={
            <button
              type="button"
              className="-my-1 min-h-6 rounded-item px-2 hover:text-text pointer-coarse:min-h-9"
              onClick={() => halfway !== undefined && inputs.setLeverage(halfway)}
            >
              half way: {inWords(formatMultiple(halfway))}
            </button>
          }
          end={`max ${formatMultiple(limit).text}`}
          onValue={inputs.setLeverage}
        />
      )}
      <Headline
        label={inputs.bound === undefined ? "Net APY" : `Net APY, ${inputs.bound}`}
        value={formatRate(net)}
        missing="Not known: enter both legs."
        beside={{ label: "per year", value: formatUsdExact(earnings({ size, apy: net })) }}
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

/** What the leverage means: how far liquidation is, and what it takes. */
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
  const ofDebt =
    penalty === undefined ? undefined : `${formatShare(penalty).text} of the whole debt, the worst case`;
  return [
    ["LTV", formatShare(ltv)],
    [
      `${supplied} may fall against ${borrowed} by`,
      formatShare(drop),
      { missing: noLimit, danger: drop !== undefined && drop < narrowDrop },
    ],
    [
      "Break-even borrow cost",
      breakEven === undefined || bound === undefined || legs.supplyFrom !== "implied"
        ? breakEven
        : `${bound} ${breakEven.text}`,
      { note: "the loop earns nothing", missing: leverage === 1 ? "no debt" : undefined },
    ],
    [
      "Interest alone leads to liquidation",
      typeof years === "number" ? `after ${formatDays(years * daysPerYear)}` : years,
      { note: "when prices keep together" },
    ],
    [
      "Lost at liquidation",
      formatShare(lossAtLiquidation({ ltv, liquidationLtv })),
      { missing: noLimit, note: "of your own money, by the price alone" },
    ],
    [
      "With the penalty",
      formatShare(totalLossAtLiquidation({ ltv, liquidationLtv, penalty })),
      { missing: "penalty not published", note: ofDebt },
    ],
    ["Supplied", formatUsdExact(position?.supplied), { missing: "enter my size" }],
    ["Borrowed", formatUsdExact(position?.borrowed), { missing: "enter my size" }],
  ];
}

/** Where a leg comes from, and what it takes for granted. */
function legSource(inputs: LoopInputs, side: "supply" | "borrow", token: string): string {
  const { legs } = inputs;
  const supplies = side === "supply";
  if (supplies ? inputs.supplyApy !== legs.supplyApy : inputs.borrowApy !== legs.borrowApy)
    return "as entered.";
  const from = supplies ? legs.supplyFrom : legs.borrowFrom;
  const market = supplies ? legs.supplyMarket : legs.borrowMarket;
  const at = inWords(formatMultiple(legs.assumedLeverage));
  const own = supplies ? ` It includes what ${token} earns by itself.` : "";
  if (from === "lending")
    return market === undefined
      ? "from a lending market."
      : `${supplies ? "deposit" : "borrow"} APY of ${marketName(market)}.`;
  if (from === "unknown" && supplies && legs.borrowFrom === "lending")
    return `unknown. The quoted rate is under the borrow cost, and its leverage is not published. Enter it, with what ${token} earns by itself.`;
  if (from === "unknown")
    return supplies
      ? "not known from the loaded markets. Enter it, with what the token earns by itself."
      : `no loaded lending market lends ${token}. Enter it.`;
  if (legs.assumedFrom === "market") return `implied by the quoted rate at the ${at} the market names.${own}`;
  const least = supplies || legs.bound === "at most";
  return `${least ? "at least" : "at most"}, as implied by the quoted rate at the maximum of ${at}: at less leverage it is ${least ? "more" : "less"}.${own}`;
}

function place(share: number): string {
  return `${(Math.min(1, Math.max(0, share)) * 100).toString()}%`;
}

/** The LTV between nothing and liquidation. Decoration: the figures stand beside and below it. */
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
        <span>max {inWords(formatShare(maxLtv), "not published")}</span>
        <span>liquidation {inWords(formatShare(liquidationLtv), "not published")}</span>
      </p>
    </div>
  );
}
