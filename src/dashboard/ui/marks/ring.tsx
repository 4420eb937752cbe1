import type { ReactNode } from "react";

const radius = 6;
const turn = 2 * Math.PI * radius;

export function Ring({
  share,
  danger = false,
}: {
  readonly share: number;
  readonly danger?: boolean;
}): ReactNode {
  const used = Math.min(1, Math.max(0, share)) * turn;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className="size-4 shrink-0 -rotate-90 forced-color-adjust-none"
      fill="none"
      strokeWidth="3"
    >
      <circle cx="8" cy="8" r={radius} className="stroke-track" />
      <circle
        cx="8"
        cy="8"
        r={radius}
        className={danger ? "stroke-danger" : "stroke-text2"}
        strokeDasharray={`${String(used)} ${String(turn - used)}`}
      />
    </svg>
  );
}

interface DonutPart {
  readonly key: string;
  readonly value: number;
  readonly colour: string;
}

const gap = 0.6;

/** Needs a table with the same figures beside it. */
export function Donut({
  parts,
  className = "",
  children,
}: {
  readonly parts: readonly DonutPart[];
  readonly className?: string;
  readonly children?: ReactNode;
}): ReactNode {
  const drawn = parts.filter(({ value }) => value > 0);
  const sum = sumOf(drawn);
  const space = drawn.length > 1 ? gap : 0;
  return (
    <div className={`relative aspect-square ${className}`}>
      <svg viewBox="0 0 100 100" aria-hidden="true" className="-rotate-90 forced-color-adjust-none">
        {drawn.map(({ key, value, colour }, at) => {
          const share = (value / sum) * 100;
          return (
            <circle
              key={key}
              cx="50"
              cy="50"
              r="42"
              pathLength="100"
              fill="none"
              stroke={colour}
              strokeWidth="13"
              strokeDasharray={`${String(Math.max(share - space, space / 2))} 100`}
              strokeDashoffset={(sumOf(drawn.slice(0, at)) / sum) * -100}
            />
          );
        })}
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">{children}</div>
    </div>
  );
}

function sumOf(parts: readonly DonutPart[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}
