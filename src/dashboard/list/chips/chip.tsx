import { X } from "lucide-react";
import type { ReactNode } from "react";

const removeIcon = <X className="size-3.5" />;

interface ChipProps {
  readonly field: string;
  readonly value?: string | undefined;
  readonly help: string | undefined;
  readonly onRemove: () => void;
}

export function Chip({ field, value, help, onRemove }: ChipProps): ReactNode {
  const explained = { "data-tip": help, "aria-description": help };
  return (
    <span
      data-tip={help}
      className="inline-flex h-6 max-w-full min-w-0 items-center rounded-chip pointer-coarse:h-9 pointer-coarse:rounded-full border border-line2 bg-selected pl-2.5 text-small text-text2"
    >
      <span className="min-w-0 truncate">
        {field}
        {value === undefined ? null : <span className="font-semibold text-text"> {value}</span>}
      </span>
      <button
        type="button"
        {...explained}
        aria-label={`Remove filter ${value === undefined ? field : `${field} ${value}`}`}
        onClick={onRemove}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-text3 transition-colors hover:text-text pointer-coarse:relative pointer-coarse:size-11 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-0.5"
      >
        {removeIcon}
      </button>
    </span>
  );
}
