// Text at the end of a line: what stays readable where there is one too short, and what may not be parted.
import type { ReactNode } from "react";

interface TruncatedLineProps {
  readonly start: string;
  readonly end: string;
  readonly id?: string;
}

/**
 * Three parts of a line, any of them empty. Where there is no room for all, the start wraps out of sight below the line, and
 * the end is cut: what is left of it and the id tell two of one name apart.
 */
export function TruncatedLine({ start, end, id = "" }: TruncatedLineProps): ReactNode {
  return (
    <span className="flex h-[1lh] flex-wrap-reverse content-end overflow-hidden">
      {/* An empty start would take the line's baseline with it. */}
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

/** A sentence in which no figure parts from its unit: "4.59 %," keeps together, and so do "$32.3 M" and "$5–8". The text stays as it is. */
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
