// The count describes the checkbox, and is not part of its name.
import { Check } from "lucide-react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { classNames } from "../page/class-names.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";

// Created once, because the panel has dozens of boxes.
const tick = (
  <Check
    strokeWidth={3.5}
    className="pointer-events-none absolute size-2.5 text-white opacity-0 peer-checked:opacity-100"
  />
);

export function Checkbox({
  label,
  checked,
  onChange,
  count,
  icon,
  reason,
  disabled = false,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** "12", how it is read out ("12 markets"), and what it counts. */
  readonly count?: { readonly text: string; readonly spoken: string; readonly help: string } | undefined;
  readonly icon?: ReactNode;
  readonly reason?: string | undefined;
  readonly disabled?: boolean;
}): ReactNode {
  return (
    <label
      data-tip={reason}
      className={classNames(
        "group flex min-h-[25px] items-center gap-2 text-body has-checked:text-text pointer-coarse:min-h-11",
        disabled ? "cursor-default text-text3" : "text-text2 hover:text-text",
      )}
    >
      <CheckboxBox
        checked={checked}
        disabled={disabled}
        data-tip={reason}
        aria-label={label}
        aria-description={joinParts([count?.spoken, reason], " ") || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {icon}
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {count === undefined ? null : (
        <span data-tip={count.help} className="text-tiny text-text3">
          {count.text}
        </span>
      )}
    </label>
  );
}

/** The box alone, within a `group` that highlights it. */
export function CheckboxBox(props: ComponentPropsWithRef<"input">): ReactNode {
  return (
    <span className="relative inline-flex size-6 shrink-0 -ml-[5px] items-center justify-center">
      <input
        {...props}
        type="checkbox"
        className={classNames(
          "peer size-3.5 appearance-none rounded-[3px] border border-control bg-inset transition-colors",
          "enabled:group-hover:border-text2 checked:border-fill! checked:bg-fill disabled:border-line pointer-coarse:size-4",
        )}
      />
      {tick}
    </span>
  );
}
