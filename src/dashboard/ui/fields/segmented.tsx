// Uses native radios, so that arrow keys and forms work.
import { useId, type ReactNode } from "react";
import { classNames } from "../page/class-names.ts";

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: ChoiceProps<Value>): ReactNode {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        "inline-flex h-7 shrink-0 rounded-control border border-line2 pointer-coarse:h-11",
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            // Positioned, because otherwise the hidden radio would widen the page.
            "relative -m-px inline-flex min-w-11 items-center justify-center rounded-control border px-2 text-small font-medium whitespace-nowrap transition-colors",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent",
            option.value === value
              ? "border-accent bg-selected text-text"
              : "border-transparent text-text2 hover:text-text",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
