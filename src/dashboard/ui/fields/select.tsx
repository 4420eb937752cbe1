import type { ReactNode } from "react";
import { classNames } from "../page/class-names.ts";
import type { ChoiceProps } from "./segmented.tsx";

/** The same choice as a select, if there is no room for all options. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: ChoiceProps<Value>): ReactNode {
  return (
    <select
      aria-label={label}
      value={value}
      className={classNames(
        "h-8 min-w-0 rounded-control border border-control bg-inset px-2 text-text hover:border-text2 pointer-coarse:h-11 pointer-coarse:text-[16px]",
        className,
      )}
      onChange={({ currentTarget }) => onChange(options[currentTarget.selectedIndex]?.value ?? value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} className="bg-raised">
          {option.label}
        </option>
      ))}
    </select>
  );
}
