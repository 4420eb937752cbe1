import type { ReactNode } from "react";
import type { Density } from "../../../domain/view-state/view-state.ts";
import { widthStyle, type MarketHeader, type PinnedHeaders } from "./use-market-columns.tsx";

const bar = "inline-block bg-track align-middle";
const count = 12;
/** Deterministic, so that every load looks the same. */
const variation = [1, 0.8, 0.92, 0.72, 0.86] as const;

export function TableSkeleton({
  headers: { start, center, end },
  density,
}: {
  readonly headers: PinnedHeaders;
  readonly density: Density;
}): ReactNode {
  const lines = Array.from({ length: count }, (_, index) => index);
  const block = (id: MarketHeader["id"], stretch: number): ReactNode => {
    if (id === "market")
      return (
        <span className="flex h-full items-center gap-2.5">
          <span className={`${bar} rounded-full ${density === "compact" ? "size-5" : "size-[26px]"}`} />
          <span className="flex flex-col gap-1.5">
            <span className={`${bar} h-2 rounded`} style={{ width: 72 * stretch }} />
            {density === "compact" ? null : (
              <span className={`${bar} h-2 rounded`} style={{ width: 132 * stretch }} />
            )}
          </span>
        </span>
      );
    if (id === "controls" || id === "actions") return null;
    return (
      <span className={`${bar} h-2.5 rounded`} style={{ width: `${String(Math.round(60 * stretch))}%` }} />
    );
  };
  return (
    <div aria-hidden="true">
      {lines.map((line) => (
        <div key={line} className="markets-row static! cursor-default!" style={{ opacity: 1 - line / count }}>
          {[...start, ...center, ...end].map(({ id, column }) => (
            <div
              key={id}
              className={id === "market" ? "cell start flex-[1_0_auto]! leading-3.5" : "cell start"}
              style={widthStyle(column)}
            >
              {block(id, variation[line % variation.length] ?? 1)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
