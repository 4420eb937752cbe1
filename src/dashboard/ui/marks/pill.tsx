import { ChevronDown, X } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../page/class-names.ts";

export type PillTone = "neutral" | "danger";

export interface PillFact {
  readonly text: string;
  readonly short?: string | undefined;
}

const chevron = <ChevronDown className="hidden size-3 shrink-0 text-text3 md:block" />;
const removeIcon = <X className="size-3.5" />;

export function pillClass(tone: PillTone): string {
  return classNames(
    "inline-flex h-7 min-w-0 items-center gap-2 rounded-control border px-2 text-small transition-colors hover:bg-hover active:bg-pressed pointer-coarse:h-11",
    tone === "danger"
      ? "border-danger text-danger"
      : "border-line2 text-text aria-expanded:border-accent max-md:border-transparent max-md:aria-expanded:border-accent",
  );
}

export function PillContent({
  tone,
  icon,
  word,
  usual = false,
  facts,
}: {
  readonly tone: PillTone;
  readonly icon: ReactNode;
  readonly word: string;
  /** The normal state. Narrow screens then show only the icon. */
  readonly usual?: boolean;
  readonly facts: readonly PillFact[];
}): ReactNode {
  return (
    <>
      <span aria-hidden="true" className="flex shrink-0">
        {icon}
      </span>
      <span className={classNames("font-semibold", usual && "max-lg:sr-only")}>{word}</span>{" "}
      {facts.map((fact) => (
        <span
          key={fact.text}
          className={classNames(
            "min-w-0 items-center gap-2 overflow-hidden whitespace-nowrap",
            tone === "neutral" && "text-text2",
            fact.short === undefined || fact.short === "" ? "hidden xl:flex" : "flex",
          )}
        >
          <span
            className={classNames(
              "h-3 w-px shrink-0",
              usual && "max-lg:hidden",
              tone === "danger" ? "bg-danger-line" : "bg-line2",
            )}
          />
          <span className={classNames(fact.short !== undefined && "hidden xl:inline")}>{fact.text}</span>{" "}
          {fact.short === undefined ? null : <span className="xl:hidden">{fact.short}</span>}
        </span>
      ))}
      {chevron}
    </>
  );
}

/** A filter that is set. Separate from `ChoiceChip`, so that the first screen does not load tooltips. */
export function Chip({
  field,
  value,
  onRemove,
}: {
  readonly field: string;
  readonly value?: string | undefined;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <span className="inline-flex h-6 max-w-full min-w-0 items-center rounded-chip pointer-coarse:h-9 pointer-coarse:rounded-full border border-line2 bg-selected pl-2.5 text-small text-text2">
      <span className="min-w-0 truncate">
        {field}
        {value === undefined ? null : <span className="font-semibold text-text"> {value}</span>}
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${value === undefined ? field : `${field} ${value}`}`}
        onClick={onRemove}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-text3 transition-colors hover:text-text pointer-coarse:relative pointer-coarse:size-11 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-0.5"
      >
        {removeIcon}
      </button>
    </span>
  );
}
