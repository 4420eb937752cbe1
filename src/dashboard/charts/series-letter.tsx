// Styles for up to eight lines that are distinguishable without color.
import type { ReactNode } from "react";
import { colors } from "../ui/marks/shares.tsx";

const dashes = ["none", "7 3", "2 3", "10 3 2 3"] as const;

export const seriesLetters = ["A", "B", "C", "D", "E", "F", "G", "H"] as const;

/** Lines five to eight repeat the colors with another dash. */
export function seriesStyle(index: number): { readonly color: string; readonly dash: string } {
  const hue = index % colors.length;
  const dash = (hue + Math.floor(index / colors.length)) % dashes.length;
  return { color: colors[hue] ?? colors[0], dash: dashes[dash] ?? dashes[0] };
}

export function SeriesLetter({ index }: { readonly index: number }): ReactNode {
  return (
    <span
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-item border-2 text-tiny font-semibold text-text"
      style={{ borderColor: seriesStyle(index).color }}
    >
      {seriesLetters[index]}
    </span>
  );
}
