// One line of text whose end stays readable where the line is too short for all of it.
import type { ReactNode } from "react";

/** Where there is no room the text is cut to its first letter before its end is: that is what tells two of one name apart. */
export function KeptEnd({ text, end }: { readonly text: string; readonly end: string }): ReactNode {
  if (text === "" || end === "") return <span className="block truncate">{text + end}</span>;
  return (
    <span className="flex">
      <span className="min-w-[1.5em] truncate">{text}</span>
      <span className="max-w-[calc(100%-1.5em)] shrink-0 truncate whitespace-pre"> · {end}</span>
    </span>
  );
}
