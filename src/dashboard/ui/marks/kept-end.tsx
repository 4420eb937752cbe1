// One line of text whose end stays readable where the line is too short for all of it.
import type { ReactNode } from "react";

/** Where there is no room the text is cut, never its end: that is what tells two of one name apart. */
export function KeptEnd({
  text,
  end,
}: {
  readonly text: string;
  readonly end: string | undefined;
}): ReactNode {
  if (end === undefined) return <span className="block truncate">{text}</span>;
  return (
    <span className="flex">
      <span className="truncate">{text}</span>
      <span className="shrink-0 whitespace-pre"> · {end}</span>
    </span>
  );
}
