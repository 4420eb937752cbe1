import type { ReactNode } from "react";

interface TruncatedLineProps {
  readonly start: string;
  readonly end: string;
  readonly id?: string;
}

/**
 * If space is short, the start disappears first and then the end is cut off. The id stays, because it distinguishes
 * markets. On the narrowest phones the line wraps.
 */
export function TruncatedLine({ start, end, id = "" }: TruncatedLineProps): ReactNode {
  return (
    <span className="flex h-[1lh] flex-wrap-reverse content-end overflow-hidden max-[359.98px]:block max-[359.98px]:h-auto">
      {/* An empty start would remove the baseline of the line. */}
      {start === "" ? null : (
        <span className="max-w-full shrink-0 truncate whitespace-pre max-[359.98px]:whitespace-normal">
          {start}
          {end + id === "" ? "" : " · "}
        </span>
      )}
      <span className="flex max-w-full shrink-0 whitespace-pre max-[359.98px]:inline max-[359.98px]:whitespace-normal">
        <span className="truncate max-[359.98px]:whitespace-normal">{end}</span>
        <span className="shrink-0">
          {end === "" || id === "" ? "" : " · "}
          {id}
        </span>
      </span>
    </span>
  );
}

const figure = /((?:[<>≥≤] )?\S*\d (?:%|×|pp|[kMB])(?!\p{L})\S*|\$\d\S*–\S*\d|[+−]\$\S*\d)/u;

/** Keeps figures and units on one line: "4.59 %,", "$32.3 M", "$5–8", "−$324". No line begins with a separator. */
export function NonBreakingFigures({ text }: { readonly text: string }): ReactNode {
  return text
    .replaceAll(" · ", "\u00a0· ")
    .split(figure)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="whitespace-nowrap">
          {part}
        </span>
      ),
    );
}
