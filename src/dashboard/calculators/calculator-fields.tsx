// What one enters into a calculator: an amount, a rate, a leverage, a choice.
import { useId, type ReactNode } from "react";
import { ratio, type Ratio, type Usd } from "../../contract/units.ts";
import { formatMultiple } from "../format/number.ts";
import { readPercent, readUsd, writePercent, writeUsd } from "../format/read-amount.ts";
import { ValueField } from "../ui/fields/text-field.tsx";
import { NumberText } from "../ui/marks/number-text.tsx";

export function UsdField({
  label,
  value,
  onValue,
}: {
  readonly label: string;
  readonly value: Usd | undefined;
  readonly onValue: (value: Usd | undefined) => void;
}): ReactNode {
  return (
    <ValueField
      label={label}
      value={value}
      write={writeUsd}
      read={(text) => readUsd(text, label)}
      onValue={onValue}
      before="$"
      inputMode="decimal"
      autoComplete="off"
    />
  );
}

// What was derived has more digits than anyone reads; the field keeps the value and shows two decimals of it.
function writeShort(value: Ratio | undefined): string {
  return writePercent(value === undefined ? undefined : ratio(Math.round(value * 1e4) / 1e4));
}

export function PercentField({
  label,
  value,
  onValue,
}: {
  readonly label: string;
  readonly value: Ratio | undefined;
  readonly onValue: (value: Ratio | undefined) => void;
}): ReactNode {
  return (
    <ValueField
      label={label}
      value={value}
      write={writeShort}
      read={(text) => readPercent(text, label)}
      onValue={onValue}
      after="%"
      inputMode="decimal"
      autoComplete="off"
    />
  );
}

/** A native slider, so that keys, touch and screen readers work as everywhere. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  text,
  onValue,
}: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value as people say it. */
  readonly text: string;
  readonly onValue: (value: number) => void;
}): ReactNode {
  const id = useId();
  const filled = max > min ? ((value - min) / (max - min)) * 100 : 0;
  return (
    <>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onValue(Number(event.currentTarget.value))}
        className="col-span-2 h-6 w-full cursor-pointer appearance-none rounded-control forced-color-adjust-none pointer-coarse:h-9 [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-none [&::-moz-range-thumb]:bg-text [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-text"
        style={{
          background: `linear-gradient(to right, var(--fill) ${filled}%, var(--track) ${filled}%) center / 100% 6px no-repeat`,
        }}
      />
    </>
  );
}

/** A leverage from none to a limit. */
export function LeverageSlider({
  value,
  limit,
  step,
  between,
  end,
  onValue,
}: {
  readonly value: number;
  readonly limit: number;
  readonly step: number;
  /** What stands under the slider, between its ends. */
  readonly between?: ReactNode;
  /** What the upper end is. */
  readonly end: string;
  readonly onValue: (value: number) => void;
}): ReactNode {
  return (
    <div className="mt-3">
      <div className="grid grid-cols-[1fr_auto] items-baseline">
        <Slider
          label="Leverage"
          value={value}
          min={1}
          max={limit}
          step={step}
          text={formatMultiple(value).text}
          onValue={(next) => onValue(Math.min(limit, next))}
        />
        <strong className="col-start-2 row-start-1 font-semibold">
          <NumberText value={formatMultiple(value)} />
        </strong>
      </div>
      <p className="flex justify-between text-tiny text-text3">
        <span>{formatMultiple(1).text}</span>
        {between}
        <span>{end}</span>
      </p>
    </div>
  );
}

/** A choice of one market of many. */
export function MarketChoice({
  label,
  value,
  onValue,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (id: string) => void;
  /** The options. */
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <div className="my-2.5 first:mt-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        className="h-8 w-full rounded-control border border-control bg-inset px-2 text-text pointer-coarse:h-11 pointer-coarse:text-[16px]"
      >
        {children}
      </select>
    </div>
  );
}
