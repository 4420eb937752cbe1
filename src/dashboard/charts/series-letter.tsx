// Styles for up to eight lines that are distinguishable without colour.
import type { ReactNode } from "react";
import { colours } from "../ui/marks/shares.tsx";

const dashes = ["none", "7 3", "2 3", "10 3 2 3"] as const;

export const seriesLetters = ["A", "B", "C", "D", "E", "F", "G", "H"] as const;

/** Lines five to eight repeat the colours with another dash. */
export function seriesStyle(index: number): { readonly colour: string; readonly dash: string } {
  const hue = index % colours.length;
  const dash = (hue + Math.floor(index / colours.length)) % dashes.length;
  return { colour: colours[hue] ?? colours[0], dash: dashes[dash] ?? dashes[0] };
}

export function SeriesLetter({ index }: { readonly index: number }): ReactNode {
  return (
    <span
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-item border-2 text-tiny font-semibold text-text"
      style={{ borderColor: seriesStyle(index).colour }}
    >
      {seriesLetters[index]}
    </span>
  );
}
