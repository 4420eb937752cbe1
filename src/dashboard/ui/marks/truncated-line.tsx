import type { ReactNode } from "react";

interface TruncatedLineProps {
  readonly start: string;
  readonly end: string;
  readonly id?: string;
}

/**
 * Three parts of a line, any of them empty. Without space for all, the start wraps out of sight and the end is cut: the rest
 * and the id distinguish markets of one name.
 */
export function TruncatedLine({ start, end, id = "" }: TruncatedLineProps): ReactNode {
  return (
    <span className="flex h-[1lh] flex-wrap-reverse content-end overflow-hidden">
      {/* An empty start would remove the line's baseline. */}
      {start === "" ? null : (
        <span className="max-w-full shrink-0 truncate whitespace-pre">
          {start}
          {end + id === "" ? "" : " · "}
        </span>
      )}
      <span className="flex max-w-full shrink-0 whitespace-pre">
        <span className="truncate">{end}</span>
        <span className="shrink-0">
          {end === "" || id === "" ? "" : " · "}
          {id}
        </span>
      </span>
    </span>
  );
}

const figure = /((?:[<>] )?\S*\d (?:%|×|pp|[kMB])(?!\p{L})\S*|\$\d\S*–\S*\d)/u;

/** A sentence in which figures keep their units: "4.59 %,", "$32.3 M" and "$5–8" do not wrap. */
export function Unbroken({ text }: { readonly text: string }): ReactNode {
  return text.split(figure).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
