import type { ReactNode } from "react";
import type { Density } from "../../view-state/view-state.ts";
import type { Leaf, Leaves } from "./table-columns.ts";

const count = 12;
/** Widths of the blocks differ a little, as those of real rows do; the same on every load. */
const variation = [1, 0.8, 0.92, 0.72, 0.86] as const;

/** Rows of the real height that stand in for markets on their way, fading towards the end. Nothing in them is read out. */
export function TableSkeleton({
  leaves: { start, middle, end },
  density,
}: {
  readonly leaves: Leaves;
  readonly density: Density;
}): ReactNode {
  const lines = Array.from({ length: count }, (_, index) => index);
  const block = ({ id }: Leaf, stretch: number): ReactNode => {
    if (id === "market")
      return (
        <span className="flex h-full items-center gap-2.5">
          <span className={`skeleton rounded-full! ${density === "compact" ? "size-5!" : "size-[26px]!"}`} />
          <span className="flex flex-col gap-1.5">
            <span className="skeleton h-2!" style={{ width: 72 * stretch }} />
            {density === "compact" ? null : (
              <span className="skeleton h-2!" style={{ width: 132 * stretch }} />
            )}
          </span>
        </span>
      );
    if (id === "controls" || id === "actions") return null;
    return <span className="skeleton" style={{ width: `${String(Math.round(60 * stretch))}%` }} />;
  };
  return (
    <div aria-hidden="true">
      {lines.map((line) => (
        <div key={line} className="markets-row still" style={{ opacity: 1 - line / count }}>
          {[...start, ...middle, ...end].map((leaf) => (
            <div
              key={leaf.id}
              className={`cell ${leaf.align} ${leaf.id === "market" ? "market" : ""}`}
              style={{ width: leaf.width }}
            >
              {block(leaf, variation[line % variation.length] ?? 1)}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
