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
