// A loop at a leverage of one's own: what it earns, what it may lose, and how far liquidation is.
import type { ReactNode } from "react";
import { ratio, type Usd } from "../../../contract/units.ts";
import {
  carryYears,
  dropToLiquidation,
  lossAtLiquidation,
  totalLossAtLiquidation,
} from "../../../finance/liquidation.ts";
import {
  breakEvenBorrow,
  loopFlags,
  loopNetApy,
  loopPosition,
  ltvOfLeverage,
} from "../../../finance/loop.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatMultiple, formatRate, formatShare, formatUsdExact, inWords } from "../../format/number.ts";
import { formatDays } from "../../format/time.ts";
import { Button } from "../../ui/fields/button.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import {
  CalculatorPanel,
  Formula,
  Headline,
  Part,
  PercentField,
  Result,
  Results,
  Slider,
  UsdField,
} from "../calculator-frame.tsx";
import type { LoopInputs } from "./loop-inputs.ts";
import { LoopCurve } from "./loop-curve.tsx";

export interface LoopCalculatorProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined, how: "type" | "choose") => void;
  readonly inputs: LoopInputs;
  readonly nameOf: (row: MarketRow) => string;
  /** Loads the lending markets the legs could be read from; absent when they are there or on their way. */
  readonly onLoadLegs: (() => void) | undefined;
}

/** A stretch this short against liquidation is worth a triangle. */
export const narrowDrop = 0.05;

export function LoopCalculator({
  row,
  size,
  onSize,
  inputs,
  nameOf,
  onLoadLegs,
}: LoopCalculatorProps): ReactNode {
  const { legs, supplyApy, borrowApy, leverage, limit, halfway } = inputs;
  const net = loopNetApy({ supplyApy, borrowApy, leverage });
  const ltv = ltvOfLeverage({ leverage });
  const { liquidationLtv, liquidationPenalty: penalty } = row;
  const drop = dropToLiquidation({ ltv, liquidationLtv });
  const position = loopPosition({ size, leverage });
  const [supplied, borrowed] = row.tokens;
  const suppliedName = supplied?.symbol ?? "the collateral";
  const borrowedName = borrowed?.symbol ?? "the debt";
  const flags = loopFlags(row);
  const years = carryYears({ ltv, liquidationLtv, borrowApy, collateralApy: supplyApy });
  return (
    <CalculatorPanel
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
    >
      <Part first>
        <div className="grid grid-cols-1 gap-2.5 min-[360px]:grid-cols-3">
          <UsdField label="My size" value={size} onValue={(value) => onSize(value, "type")} />
          <PercentField label="Supply yield" value={supplyApy} onValue={inputs.setSupply} />
          <PercentField label="Borrow cost" value={borrowApy} onValue={inputs.setBorrow} />
        </div>
        <ul className="mt-2 grid gap-0.5 text-tiny text-text3">
          <li>Supply yield: {supplySource(inputs, suppliedName, nameOf)}</li>
          <li>Borrow cost: {borrowSource(inputs, borrowedName, nameOf)}</li>
          {legs.quotedNear === undefined ? null : (
            <li>
              The two make the quoted {inWords(formatRate(row.depositApy))} at{" "}
              {formatMultiple(legs.quotedNear).text}.
            </li>
          )}
        </ul>
        {onLoadLegs === undefined || legs.borrowFrom === "lending" ? null : (
          <Button className="mt-2" onClick={onLoadLegs}>
            Read the legs from the lending markets
          </Button>
        )}
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
          <div className="mt-3">
            <div className="grid grid-cols-[1fr_auto] items-baseline">
              <Slider
                label="Leverage"
                value={leverage}
                min={1}
                max={limit}
                step={0.01}
                text={formatMultiple(leverage).text}
                onValue={(value) => inputs.setLeverage(Math.min(limit, value))}
              />
              <strong className="col-start-2 row-start-1 font-semibold">
                <NumberText value={formatMultiple(leverage)} />
              </strong>
            </div>
            <p className="flex justify-between text-tiny text-text3">
              <span>{formatMultiple(1).text}</span>
              <button
                type="button"
                className="-my-1 min-h-6 rounded-item px-2 hover:text-text pointer-coarse:min-h-9"
                onClick={() => halfway !== undefined && inputs.setLeverage(halfway)}
              >
                half way: {inWords(formatMultiple(halfway))}
              </button>
              <span>max {formatMultiple(limit).text}</span>
            </p>
          </div>
        )}
        <dl className="mt-2 flex items-end justify-between gap-3">
          <Headline label="Net APY" value={formatRate(net)} missing="Not known: enter both legs." />
          {net === undefined || size === undefined ? null : (
            <div className="text-right">
              <dt className="text-small text-text2">per year</dt>
              <dd className="text-[16px] leading-6 font-semibold">
                <NumberText value={formatUsdExact(earnings({ size, apy: net }))} />
              </dd>
            </div>
          )}
        </dl>
        {limit === undefined ||
        leverage === undefined ||
        supplyApy === undefined ||
        borrowApy === undefined ? null : (
          <LoopCurve supplyApy={supplyApy} borrowApy={borrowApy} leverage={leverage} limit={limit} />
        )}
      </Part>
      <Part>
        <LtvBar ltv={ltv} maxLtv={row.maxLtv} liquidationLtv={liquidationLtv} />
        <div className="mt-2">
          <Results>
            <Result label="LTV" value={formatShare(ltv)} missing="not known" />
            <Result
              label={`${suppliedName} may fall against ${borrowedName} by`}
              value={formatShare(drop)}
              danger={drop !== undefined && drop < narrowDrop}
              missing="liquidation LTV not published"
            />
            <Result
              label="Break-even borrow cost"
              note="the loop earns nothing"
              value={formatRate(breakEvenBorrow({ supplyApy, leverage }))}
              missing={leverage === 1 ? "no debt" : "not known"}
            />
            <Result
              label="Better than no loop while borrow is under"
              value={formatRate(supplyApy)}
              missing="not known"
            />
            <Result
              label="Interest alone leads to liquidation"
              note="when prices keep together"
              value={
                years === undefined
                  ? undefined
                  : years === "never"
                    ? "never"
                    : `after ${formatDays(years * 365)}`
              }
              missing="not known"
            />
            <Result
              label="Lost at liquidation"
              note="of your own money, by the price alone"
              value={formatShare(lossAtLiquidation({ ltv, liquidationLtv }))}
              missing="liquidation LTV not published"
            />
            <Result
              label="With the penalty"
              note={
                penalty === undefined
                  ? undefined
                  : `${formatShare(penalty).text} of the whole debt, the worst case`
              }
              value={formatShare(totalLossAtLiquidation({ ltv, liquidationLtv, penalty }))}
              missing="penalty not published"
            />
            <Result label="Supplied" value={formatUsdExact(position?.supplied)} missing="enter my size" />
            <Result label="Borrowed" value={formatUsdExact(position?.borrowed)} missing="enter my size" />
          </Results>
        </div>
      </Part>
      <Part>
        <Formula
          formula={[
            "Net = L · supply − (L − 1) · borrow, without entry and exit costs and price moves.",
            "LTV = (L − 1) / L. Maximum L = the lesser of the market's and 1 / (1 − max LTV).",
            "May fall by 1 − LTV / liquidation LTV. Break-even borrow = supply · L / (L − 1).",
            "Time by interest = ln(liquidation LTV / LTV) / ln((1 + borrow) / (1 + supply)). Lost = L · (1 − LTV / liquidation LTV).",
          ]}
          inputs={[
            ["Max LTV", inWords(formatShare(row.maxLtv), "not published")],
            ["Liquidation LTV", inWords(formatShare(liquidationLtv), "not published")],
            ["Max leverage", inWords(formatMultiple(row.maxLeverage), "not published")],
            ["Quoted net rate", inWords(formatRate(row.depositApy))],
          ]}
        />
      </Part>
    </CalculatorPanel>
  );
}

function supplySource(inputs: LoopInputs, token: string, nameOf: (row: MarketRow) => string): string {
  const { legs } = inputs;
  if (inputs.supplyApy !== legs.supplyApy) return "as entered.";
  switch (legs.supplyFrom) {
    case "lending":
      return legs.supplyMarket === undefined
        ? "from a lending market."
        : `deposit APY of ${nameOf(legs.supplyMarket)}.`;
    case "implied":
      return `implied by the quoted rate, if that holds ${assumption(inputs)}. It includes what ${token} earns by itself.`;
    case "unknown":
      return "not known from the loaded markets. Enter it, with what the token earns by itself.";
    default:
      return legs.supplyFrom satisfies never;
  }
}

/** "at the 4.4 × the market names": what a leg that is worked out takes for granted. */
function assumption({ legs }: LoopInputs): string {
  const at = inWords(formatMultiple(legs.assumedLeverage));
  return legs.assumedFrom === "market" ? `at the ${at} the market names` : `at the maximum of ${at}`;
}

function borrowSource(inputs: LoopInputs, token: string, nameOf: (row: MarketRow) => string): string {
  const { legs } = inputs;
  if (inputs.borrowApy !== legs.borrowApy) return "as entered.";
  switch (legs.borrowFrom) {
    case "lending":
      return legs.borrowMarket === undefined
        ? "from a lending market."
        : `borrow APY of ${nameOf(legs.borrowMarket)}.`;
    case "implied":
      return `implied by the quoted rate, if that holds ${assumption(inputs)}.`;
    case "unknown":
      return `no loaded lending market lends ${token}. Enter it.`;
    default:
      return legs.borrowFrom satisfies never;
  }
}

function place(share: number): string {
  return `${(Math.min(1, Math.max(0, share)) * 100).toString()}%`;
}

/** The LTV between nothing and liquidation. Decoration: the figures stand beside and below it. */
function LtvBar({
  ltv,
  maxLtv,
  liquidationLtv,
}: {
  readonly ltv: number | undefined;
  readonly maxLtv: number | undefined;
  readonly liquidationLtv: number | undefined;
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
        <span>max {maxLtv === undefined ? "not published" : inWords(formatShare(ratio(maxLtv)))}</span>
        <span>
          liquidation{" "}
          {liquidationLtv === undefined ? "not published" : inWords(formatShare(ratio(liquidationLtv)))}
        </span>
      </p>
    </div>
  );
}
