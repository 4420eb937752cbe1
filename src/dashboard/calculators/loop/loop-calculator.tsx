import { useState, type ReactNode } from "react";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { loopNetApy } from "../../../finance/debt/loop.ts";
import { earnings } from "../../../finance/rates.ts";
import {
  formatMultiple,
  formatPoints,
  formatRate,
  formatShare,
  formatUsdExact,
  inWords,
} from "../../../domain/format/number.ts";
import { checkTexts } from "../../../domain/market/assess/check-words.ts";
import { Button } from "../../ui/fields/button.tsx";
import { fieldsInLine, PercentField, UsdField } from "../../ui/fields/text-field.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { Curve } from "../../charts/curve.tsx";
import { LeverageSlider } from "../calculator-fields.tsx";
import { Calculator, Headline, type SizedMarketProps } from "../calculator-frame.tsx";
import { costFigures, outcomeFigures, stresses } from "./loop-figures.ts";
import { comparedWithHolding, legSource, type LoopInputs } from "./loop-inputs.ts";

interface LoopCalculatorProps extends SizedMarketProps {
  readonly inputs: LoopInputs;
}

const defaultCost = ratio(0.001);

export function LoopCalculator({ row, size, onSize, action, inputs }: LoopCalculatorProps): ReactNode {
  const [cost, setCost] = useState<Ratio | undefined>(defaultCost);
  const { supplyApy, borrowApy, leverage } = inputs;
  const net = loopNetApy({ supplyApy, borrowApy, leverage });
  const contradictions = checkTexts(row, undefined).filter(
    ({ id, verdict }) => verdict === "fail" && (id === "ltv" || id === "leverage"),
  );
  const comparison = comparedWithHolding(inputs);
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
          content: <LtvBar inputs={inputs} />,
          figures: outcomeFigures(inputs, size),
        },
        {
          content: (
            <PercentField label="Entry and exit cost, of the position" value={cost} onValue={setCost} />
          ),
          figures: costFigures(inputs, size, cost),
        },
      ]}
    >
      <div className={fieldsInLine}>
        <UsdField label="My size" value={size} onValue={onSize} />
        <PercentField label="Supply yield" value={supplyApy} onValue={inputs.setSupply} />
        <PercentField label="Borrow cost" value={borrowApy} onValue={inputs.setBorrow} />
      </div>
      <RateSources inputs={inputs} />
      {contradictions.map(({ id, sentence }) => (
        <p key={id} className="mt-2 text-small text-danger">
          {sentence}
        </p>
      ))}
      <LeverageField inputs={inputs} />
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
      {comparison === undefined ? null : (
        <p className="mt-2 text-small text-text2">
          <NonBreakingFigures text={comparison} />
        </p>
      )}
      <LoopCurve inputs={inputs} />
    </Calculator>
  );
}

function RateSources({ inputs }: Pick<LoopCalculatorProps, "inputs">): ReactNode {
  const { quotedNear } = inputs.legs;
  return (
    <ul className="mt-2 grid gap-0.5 wrap-anywhere text-tiny text-text3">
      <li>Supply yield: {legSource(inputs, "supply")}</li>
      <li>Borrow cost: {legSource(inputs, "borrow")}</li>
      {quotedNear === undefined ? null : (
        <li>
          Together they give the quoted {inWords(formatRate(inputs.row.depositApy))} at{" "}
          {formatMultiple(quotedNear).text}.
        </li>
      )}
    </ul>
  );
}

function LeverageField({ inputs }: Pick<LoopCalculatorProps, "inputs">): ReactNode {
  const { leverage, limit, halfway, setLeverage } = inputs;
  if (leverage === undefined || limit === undefined || limit <= 1)
    return <p className="mt-3 text-text2">No maximum leverage is published, so nothing can be calculated.</p>;
  return (
    <LeverageSlider
      value={leverage}
      limit={limit}
      step={0.01}
      between={
        <button
          type="button"
          className="-my-1 min-h-6 rounded-item px-2 hover:text-text pointer-coarse:min-h-11"
          onClick={() => halfway !== undefined && setLeverage(halfway)}
        >
          halfway: {inWords(formatMultiple(halfway))}
        </button>
      }
      end={`max ${formatMultiple(limit).text}`}
      onValue={setLeverage}
    />
  );
}

function LtvBar({ inputs }: Pick<LoopCalculatorProps, "inputs">): ReactNode {
  const { maxLtv, liquidationLtv } = inputs.row;
  const ltv = ltvOfLeverage(inputs);
  if (ltv === undefined) return null;
  return (
    <div>
      <Meter
        share={ltv}
        marks={[
          { at: maxLtv, className: "-inset-y-1 w-px bg-text2" },
          { at: liquidationLtv, className: "-inset-y-1 w-0.5 bg-danger" },
        ]}
        className="h-1.5"
      />
      <p className="mt-1.5 flex justify-end gap-3 text-tiny text-text3">
        <span>max {inWords(formatShare(maxLtv))}</span>
        <span>liquidation {inWords(formatShare(liquidationLtv))}</span>
      </p>
    </div>
  );
}

const stress = stresses[1];

function LoopCurve({ inputs }: Pick<LoopCalculatorProps, "inputs">): ReactNode {
  const { supplyApy, borrowApy, leverage, limit } = inputs;
  if (limit === undefined || limit <= 1 || leverage === undefined || borrowApy === undefined) return null;
  // At a leverage of 1, a loop earns its supply yield.
  const end = loopNetApy({ supplyApy, borrowApy, leverage: limit });
  const stressed = loopNetApy({ supplyApy, borrowApy: ratio(borrowApy + stress), leverage: limit });
  if (supplyApy === undefined || end === undefined || stressed === undefined) return null;
  return (
    <Curve
      rates={[Math.max(0, supplyApy, end, stressed), 0, Math.min(0, supplyApy, end, stressed)]}
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
            points={`${point(0, supplyApy)} ${point(1, stressed)}`}
            className="stroke-text2"
            strokeDasharray="4 3"
          />
          <polyline
            points={`${point(0, supplyApy)} ${point(1, end)}`}
            className="stroke-text"
            strokeWidth={1.5}
          />
        </>
      )}
    </Curve>
  );
}
