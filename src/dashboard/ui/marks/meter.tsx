import type { ReactNode } from "react";

export function Meter({
  share,
  danger = false,
  width = 32,
}: {
  readonly share: number;
  readonly danger?: boolean;
  readonly width?: number;
}): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="inline-block h-1 shrink-0 overflow-hidden rounded-full bg-track align-middle forced-color-adjust-none"
      style={{ width }}
    >
      <span
        className={`block h-full rounded-full ${danger ? "bg-danger" : "bg-text2"}`}
        style={{ width: percentOf(share) }}
      />
    </span>
  );
}

/** A meter with marks that stick out, each at its share. */
export function MarkedMeter({
  share,
  danger = false,
  marks,
  className,
}: {
  readonly share: number;
  readonly danger?: boolean;
  readonly marks: readonly { readonly at: number | undefined; readonly className: string }[];
  readonly className: string;
}): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={`relative block rounded-full bg-track forced-color-adjust-none ${className}`}
    >
      <span
        className={`absolute inset-y-0 left-0 rounded-full ${danger ? "bg-danger" : "bg-text2"}`}
        style={{ width: percentOf(share) }}
      />
      {marks.map(({ at, className: look }) =>
        at === undefined ? null : (
          <span key={look} className={`absolute ${look}`} style={{ left: percentOf(at) }} />
        ),
      )}
    </span>
  );
}

function percentOf(share: number): string {
  return `${String(Math.min(1, Math.max(0, share)) * 100)}%`;
}
