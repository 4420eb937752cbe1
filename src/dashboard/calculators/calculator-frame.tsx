// What all calculators look like: a panel with a heading, fields, results as a list, and the formula they used.
import { Check, CircleQuestionMark, TriangleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { ratio, type Ratio, type Usd } from "../../contract/units.ts";
import type { Formatted } from "../format/number.ts";
import { readPercent, readUsd, writePercent, writeUsd } from "../format/read-amount.ts";
import { NumberText } from "../ui/marks/number-text.tsx";
import { ValueField } from "../ui/fields/text-field.tsx";

export function CalculatorPanel({
  heading,
  note,
  children,
}: {
  readonly heading: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-panel border border-line2 bg-surface">
      <header className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2.5">
        <h2 id={id} className="font-semibold">
          {heading}
        </h2>
        {note === undefined ? null : <div className="text-right text-small text-text3">{note}</div>}
      </header>
      {children}
    </section>
  );
}

/** A part of a panel, parted from the one above by a line; `beside` where there is room for two next to each other. */
export function Part({
  children,
  first = false,
  beside = false,
}: {
  readonly children: ReactNode;
  readonly first?: boolean;
  readonly beside?: boolean;
}): ReactNode {
  const line = first ? "" : beside ? "border-line max-md:border-t md:border-l" : "border-t border-line";
  return <div className={`px-4 py-3 ${line}`}>{children}</div>;
}

export function Results({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className="grid gap-1.5">{children}</dl>;
}

/** One figure with its name. A figure that is missing says in words why. */
export function Result({
  label,
  value,
  missing = "not published",
  note,
  danger = false,
}: {
  readonly label: ReactNode;
  readonly value: Formatted | string | undefined;
  readonly missing?: string;
  readonly note?: ReactNode;
  readonly danger?: boolean;
}): ReactNode {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="min-w-0 text-text2">
        {label}
        {note === undefined ? null : <span className="block text-tiny text-text3">{note}</span>}
      </dt>
      <dd className={`text-right ${danger ? "font-medium text-danger" : ""}`}>
        {danger ? <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" /> : null}
        {value === undefined ? (
          <span className="text-text3">{missing}</span>
        ) : typeof value === "object" ? (
          <NumberText value={value} />
        ) : (
          value
        )}
      </dd>
    </div>
  );
}

/** The figure a calculator is there for. */
export function Headline({
  label,
  value,
  missing,
}: {
  readonly label: string;
  readonly value: Formatted | undefined;
  /** Why there is none. */
  readonly missing: string;
}): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-small text-text2">{label}</dt>
      {value === undefined ? (
        <dd className="text-text3">{missing}</dd>
      ) : (
        <dd className="text-headline font-semibold">
          <NumberText value={value} />
        </dd>
      )}
    </div>
  );
}

/** Says whether something holds: a tick, a triangle, or that nobody can tell. The words say the same as the sign. */
export function Verdict({
  holds,
  text,
  detail,
}: {
  readonly holds: boolean | undefined;
  readonly text: string;
  readonly detail: string;
}): ReactNode {
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className={`flex items-center gap-2 ${holds === false ? "font-medium" : ""}`}>
        {holds === undefined ? (
          <CircleQuestionMark aria-hidden="true" className="size-3.5 shrink-0 text-text3" />
        ) : holds ? (
          <Check aria-hidden="true" className="size-3.5 shrink-0 text-text2" />
        ) : (
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-danger" />
        )}
        {text}
      </span>
      <span className="text-right text-small text-text2">{detail}</span>
    </li>
  );
}

/** The formula and what went into it, for whoever wants to work it out again. */
export function Formula({
  formula,
  inputs,
}: {
  readonly formula: readonly string[];
  readonly inputs: readonly (readonly [name: string, value: string])[];
}): ReactNode {
  return (
    <details className="text-small text-text2">
      <summary className="w-fit rounded-item py-1 hover:text-text">Formula and inputs</summary>
      {formula.map((line) => (
        <p key={line} className="mt-1 text-text2">
          {line}
        </p>
      ))}
      <dl className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        {inputs.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text3">{name}</dt>
            <dd className="text-right break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

export function UsdField({
  label,
  value,
  onValue,
  className,
}: {
  readonly label: string;
  readonly value: Usd | undefined;
  readonly onValue: (value: Usd | undefined) => void;
  readonly className?: string;
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
      {...(className === undefined ? {} : { className })}
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
  className,
}: {
  readonly label: string;
  readonly value: Ratio | undefined;
  readonly onValue: (value: Ratio | undefined) => void;
  readonly className?: string;
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
      {...(className === undefined ? {} : { className })}
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
