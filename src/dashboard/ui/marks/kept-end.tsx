// One line of text whose end stays readable where the line is too short for all of it.
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
