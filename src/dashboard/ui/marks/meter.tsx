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
  const filled = Math.min(1, Math.max(0, share));
  return (
    <span
      aria-hidden="true"
      className="inline-block h-1 shrink-0 overflow-hidden rounded-full bg-track align-middle forced-color-adjust-none"
      style={{ width }}
    >
      <span
        className={`block h-full rounded-full ${danger ? "bg-danger" : "bg-text2"}`}
        style={{ width: `${String(filled * 100)}%` }}
      />
    </span>
  );
}
