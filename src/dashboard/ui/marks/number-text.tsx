import type { ReactNode } from "react";
import type { Formatted } from "../../../domain/format/number.ts";

const suffixes = new Set(["k", "M", "B", "T"]);

export const unitClass =
  "text-[length:max(12px,0.86em)] leading-none font-normal whitespace-pre text-text3 not-italic [word-spacing:-0.12em]";

/** A fixed width, so that the decimals of a column align. */
export const suffixClass = `${unitClass} inline-block w-[1.1em] text-left`;

/** Copied text equals `value.text`. A plain function: a component per cell costs more than what it renders. */
export function numberText(value: Formatted | string | undefined, className = ""): ReactNode {
  if (value === undefined) return <span className={`whitespace-nowrap text-text3 ${className}`}>—</span>;
  if (typeof value === "string") return className === "" ? value : <span className={className}>{value}</span>;
  return (
    <span className={`whitespace-nowrap ${className}`}>
      {value.sign}
      {value.prefix === "" ? null : <span className="font-normal text-text3">{value.prefix}</span>}
      {value.digits}
      {value.unit === "" ? null : (
        <span className={suffixes.has(value.unit) ? suffixClass : unitClass}>
          {value.gap}
          {value.unit}
        </span>
      )}
    </span>
  );
}

export function NumberText({
  value,
  className = "",
}: {
  readonly value: Formatted | string | undefined;
  readonly className?: string;
}): ReactNode {
  return numberText(value, className);
}
