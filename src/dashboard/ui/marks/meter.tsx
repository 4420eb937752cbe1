import type { ReactNode } from "react";

interface MeterProps {
  readonly share: number;
  readonly danger?: boolean;
  readonly marks?: readonly { readonly at: number | undefined; readonly className: string }[];
  readonly className: string;
}

/** `marks` stick out of the bar, each at its share. */
export function Meter({ share, danger = false, marks, className }: MeterProps): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={`relative block rounded-full bg-track forced-color-adjust-none ${className}`}
    >
      <span
        className={`absolute inset-y-0 left-0 rounded-full ${danger ? "bg-danger" : "bg-text2"}`}
        style={{ width: percentOf(share) }}
      />
      {marks?.map(({ at, className: style }) =>
        at === undefined ? null : (
          <span key={style} className={`absolute ${style}`} style={{ left: percentOf(at) }} />
        ),
      )}
    </span>
  );
}

function percentOf(share: number): string {
  return `${String(Math.min(1, Math.max(0, share)) * 100)}%`;
}
