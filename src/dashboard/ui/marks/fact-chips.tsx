// A few facts that decide, each in a word or two: what holds, what does not, what is neither, and what is not known.
import type { ReactNode } from "react";
import { classNames } from "../page/class-names.ts";
import { tick, triangle } from "./inline-icons.tsx";

/** `good` and `bad` are judged, `plain` is neither, and what is not known is never any of them. */
export type FactTone = "good" | "bad" | "plain" | "unknown";

export interface FactChip {
  readonly id: string;
  readonly tone: FactTone;
  /** One to three words. */
  readonly word: string;
  /** What stands behind it; left out where there is no room. */
  readonly detail?: string | undefined;
}

const looks: Readonly<Record<FactTone, string>> = {
  good: "border-line2",
  bad: "border-danger-line bg-danger-bg text-danger",
  plain: "border-line2",
  unknown: "border-dashed border-control",
};

/** @param brief words alone, with what stands behind them as a title */
export function FactChips({
  chips,
  brief = false,
}: {
  readonly chips: readonly FactChip[];
  readonly brief?: boolean;
}): ReactNode {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="In short" className="flex flex-wrap gap-2">
      {chips.map(({ id, tone, word, detail }) => (
        <li
          key={id}
          title={brief ? detail : undefined}
          className={classNames(
            "inline-flex min-h-7 max-w-full items-center rounded-full border px-2.5 py-0.5 text-small leading-4",
            looks[tone],
          )}
        >
          {tone === "good" ? tick : tone === "bad" ? triangle : null}
          {tone === "unknown" ? (
            <span aria-hidden="true" className="mr-1.5 font-semibold">
              ?
            </span>
          ) : null}
          <span className="min-w-0">
            <span className="font-medium">{word}</span>
            {detail === undefined ? null : (
              <span className={brief ? "sr-only" : tone === "bad" ? "" : "text-text2"}> {detail}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
