// For settings that apply at once; use a checkbox otherwise.
import type { ReactNode } from "react";

interface SwitchProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ label, labelHidden = false, checked, onChange }: SwitchProps): ReactNode {
  return (
    <label className="flex min-h-7 pointer-coarse:min-h-11 items-center justify-between gap-3 text-body text-text">
      <span className={labelHidden ? "sr-only" : undefined}>{label}</span>
      <span className="relative inline-flex h-4 w-7 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer h-4 w-7 appearance-none rounded-full border border-control bg-track transition-colors checked:border-fill checked:bg-fill"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-[3px] left-[3px] size-2.5 rounded-full bg-text2 transition-transform peer-checked:translate-x-3 peer-checked:bg-white"
        />
      </span>
    </label>
  );
}
