import type { ReactNode } from "react";

export function Ring({ share, danger }: { readonly share: number; readonly danger: boolean }): ReactNode {
  const used = Math.min(1, Math.max(0, share));
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className="size-4 shrink-0 -rotate-90 forced-color-adjust-none"
      fill="none"
      strokeWidth="3"
    >
      <circle cx="8" cy="8" r="6" className="stroke-track" />
      <circle
        cx="8"
        cy="8"
        r="6"
        pathLength="1"
        className={danger ? "stroke-danger" : "stroke-text2"}
        strokeDasharray={`${String(used)} ${String(1 - used)}`}
      />
    </svg>
  );
}

interface SharePart {
  readonly key: string;
  readonly share: number | undefined;
  readonly color: string;
}

export const colors = ["var(--s1)", "var(--s2)", "var(--s3)", "var(--s4)"] as const;

/** All further parts share one gray, because several grays look alike. */
export function shareColor(index: number): string {
  return colors[index] ?? "var(--control)";
}

export function Swatch({ color }: { readonly color: string | undefined }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="size-2.5 shrink-0 rounded-[2px] forced-color-adjust-none"
      style={{ background: color }}
    />
  );
}

/** Decorative, so show its figures as text next to it. */
export function SplitBar({ parts }: { readonly parts: readonly SharePart[] }): ReactNode {
  return (
    <div
      aria-hidden="true"
      className="flex h-2.5 gap-px overflow-hidden rounded-item forced-color-adjust-none"
    >
      {drawnOf(parts).map(({ key, share, color }) => (
        <span key={key} className="min-w-px" style={{ flex: share, background: color }} />
      ))}
    </div>
  );
}

const gap = 0.6;

interface DonutProps {
  readonly parts: readonly SharePart[];
  readonly className: string;
  readonly children?: ReactNode;
}

/** Decorative, so show a table with the same figures next to it. */
export function Donut({ parts, className, children }: DonutProps): ReactNode {
  const drawn = drawnOf(parts);
  const sum = sumOf(drawn);
  const space = drawn.length > 1 ? gap : 0;
  return (
    <div className={`relative aspect-square ${className}`}>
      <svg viewBox="0 0 100 100" aria-hidden="true" className="-rotate-90 forced-color-adjust-none">
        {drawn.map(({ key, share, color }, at) => {
          const percent = (share / sum) * 100;
          return (
            <circle
              key={key}
              cx="50"
              cy="50"
              r="42"
              pathLength="100"
              fill="none"
              stroke={color}
              strokeWidth="13"
              strokeDasharray={`${String(Math.max(percent - space, space / 2))} 100`}
              strokeDashoffset={(sumOf(drawn.slice(0, at)) / sum) * -100}
            />
          );
        })}
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">{children}</div>
    </div>
  );
}

function drawnOf(parts: readonly SharePart[]) {
  return parts.flatMap(({ share, ...part }) => (share !== undefined && share > 0 ? { ...part, share } : []));
}

function sumOf(parts: readonly { readonly share: number }[]): number {
  return parts.reduce((sum, { share }) => sum + share, 0);
}
