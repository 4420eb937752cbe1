// The figures that decide, in one line.
import type { ReactNode } from "react";
import type { Formatted } from "../../format/number.ts";
import { NumberText } from "./number-text.tsx";
import { Unbroken } from "./kept-end.tsx";

export interface StripFigure {
  readonly label: string;
  readonly value: Formatted | string | undefined;
  /** Drawn beside the value. */
  readonly sign?: ReactNode;
  readonly note: ReactNode;
  readonly noteClass?: string;
  /** What stands for a value that is not there. */
  readonly missing?: string;
}

/** @param noteClass holds the lines of notes that come later, so that nothing below moves; a figure's own wins */
export function FigureStrip({
  figures,
  noteClass: held = "min-h-[1lh]",
}: {
  readonly figures: readonly StripFigure[];
  readonly noteClass?: string;
}): ReactNode {
  return (
    <dl
      aria-label="Main figures"
      className="mt-4 grid grid-cols-2 overflow-hidden rounded-panel border border-line2 bg-surface sm:grid-cols-3 xl:flex"
    >
      {figures.map(({ label, value, sign, note, noteClass = held, missing = "not published" }) => (
        <div
          key={label}
          className="-mt-px -ml-px min-w-0 flex-1 border-t border-l border-line px-3 py-2.5 md:px-4 max-sm:last:odd:col-span-2 xl:first:grow-[1.25]"
        >
          <dt className="text-small text-text2">{label}</dt>
          <dd className="flex flex-wrap items-center gap-x-2.5 text-strip font-semibold">
            {value === undefined ? (
              <span className="text-body leading-6 font-normal text-text3">{missing}</span>
            ) : (
              <>
                <NumberText value={value} />
                {sign}
              </>
            )}
          </dd>
          <dd className={`${noteClass} mt-0.5 text-tiny text-balance text-text2`}>
            {typeof note === "string" ? <Unbroken text={note} /> : note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
