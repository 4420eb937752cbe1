// Text at the end of a line: what stays readable where there is one too short, and what may not be parted.
import type { ReactNode } from "react";

/** Where there is no room for both, the text wraps out of sight below the line: its end tells two of one name apart. */
export function KeptEnd({ text, end }: { readonly text: string; readonly end: string }): ReactNode {
  if (text === "" || end === "") return <span className="block truncate">{text + end}</span>;
  return (
    <span className="flex h-[1lh] flex-wrap-reverse content-end overflow-hidden">
      <span className="max-w-full shrink-0 truncate whitespace-pre">{text} · </span>
      <span className="max-w-full shrink-0 truncate">{end}</span>
    </span>
  );
}

const figure = /(\S*\d (?:%|×|pp|[kMB])(?!\p{L})\S*)/u;

/** A sentence in which no figure parts from its unit: "4.59 %," keeps together, and so does "$32.3 M". The text stays as it is. */
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
