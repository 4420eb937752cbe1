// The figures that decide, in one line.
import type { ReactNode } from "react";
import type { Formatted } from "../../format/number.ts";
import { NumberText } from "./number-text.tsx";

export interface StripFigure {
  readonly label: string;
  readonly value: Formatted | string | undefined;
  /** Drawn beside the value. */
  readonly sign?: ReactNode;
  readonly note: ReactNode;
  /** What stands for a value that is not there. */
  readonly missing?: string;
}

export function FigureStrip({ figures }: { readonly figures: readonly StripFigure[] }): ReactNode {
  return (
    <dl
      aria-label="Main figures"
      className="mt-4 grid grid-cols-2 overflow-hidden rounded-panel border border-line2 bg-surface sm:grid-cols-3 xl:flex"
    >
      {figures.map(({ label, value, sign, note, missing = "not published" }) => (
        <div
          key={label}
          className="-mt-px -ml-px min-w-0 flex-1 border-t border-l border-line px-3 py-2.5 md:px-4"
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
          <dd className="min-h-[1lh] text-tiny text-text2">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
