import { useId, type ReactNode } from "react";
import { ratio } from "../../contract/units.ts";
import { formatMultiple, formatShare } from "../../domain/format/number.ts";
import { Segmented } from "../ui/fields/segmented.tsx";
import { NumberText } from "../ui/marks/number-text.tsx";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly onValue: (value: number) => void;
  readonly max: number;
  readonly step: number;
  readonly text: string;
}

function Slider({ label, value, onValue, max, step, text }: SliderProps): ReactNode {
  const id = useId();
  const filled = max > 1 ? ((value - 1) / (max - 1)) * 100 : 0;
  return (
    <>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onValue(Number(event.currentTarget.value))}
        className="col-span-2 h-6 w-full cursor-pointer appearance-none rounded-control forced-color-adjust-none pointer-coarse:h-11 [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-none [&::-moz-range-thumb]:bg-text [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-text"
        style={{
          background: `linear-gradient(to right, var(--fill) ${filled}%, var(--track) ${filled}%) center / 100% 6px no-repeat`,
        }}
      />
    </>
  );
}

const loanShares = [0.25, 0.5, 0.75, 0.9] as const;

function shareText(share: number): string {
  return formatShare(ratio(share), "whole")?.text ?? "";
}

interface LimitShareProps {
  readonly share: number;
  readonly amount?: string;
  readonly onShare: (share: number) => void;
}

/** Chooses a loan as a share of what its collateral allows. */
export function LimitShare({ share, amount = "", onShare }: LimitShareProps): ReactNode {
  return (
    <>
      <Slider
        label="Loan as a share of the limit"
        value={Math.round(share * 100)}
        max={100}
        step={1}
        text={shareText(share) + amount}
        onValue={(value) => onShare(value / 100)}
      />
      <div className="col-start-2 row-start-1">
        <Segmented
          label="Share of the limit"
          options={loanShares.map((value) => ({ value: String(value), label: shareText(value) }))}
          value={String(share)}
          onChange={(value) => onShare(Number(value))}
        />
      </div>
    </>
  );
}

interface LeverageSliderProps extends Pick<SliderProps, "value" | "onValue" | "step"> {
  readonly limit: number;
  readonly between?: ReactNode;
  readonly end: string;
}

export function LeverageSlider(props: LeverageSliderProps): ReactNode {
  const { value, limit, step, between, end, onValue } = props;
  return (
    <div className="mt-3">
      <div className="grid grid-cols-[1fr_auto] items-baseline">
        <Slider
          label="Leverage"
          value={value}
          max={limit}
          step={step}
          text={formatMultiple(value).text}
          onValue={(next) => onValue(Math.min(limit, next))}
        />
        <strong className="col-start-2 row-start-1 font-semibold">
          <NumberText value={formatMultiple(value)} />
        </strong>
      </div>
      <p className="flex items-center justify-between text-tiny text-text3">
        <span>{formatMultiple(1).text}</span>
        {between}
        <span>{end}</span>
      </p>
    </div>
  );
}
