import type { ReactNode } from "react";
import type { Leaf } from "./table-model.ts";
import type { Density } from "../../view-state/view-state.ts";

const count = 12;
/** Widths of the blocks differ a little, as those of real rows do; the same on every load. */
const variation = [1, 0.8, 0.92, 0.72, 0.86] as const;

/** Rows of the real height that stand in for markets on their way, fading towards the end. Nothing in them is read out. */
export function TableSkeleton({
  leaves,
  density,
}: {
  readonly leaves: readonly Leaf[];
  readonly density: Density;
}): ReactNode {
  const lines = Array.from({ length: count }, (_, index) => index);
  return (
    <tbody aria-hidden="true">
      {lines.map((line) => {
        const stretch = variation[line % variation.length] ?? 1;
        return (
          <tr key={line} className="markets-row" style={{ opacity: 1 - line / count }}>
            {leaves.map(({ id, isControl, className, offset }) => (
              <td key={id} className={className} style={offset}>
                {isControl || id === "actions" ? null : id === "market" ? (
                  <span className="flex items-center gap-2.5">
                    <span
                      className={`skeleton rounded-full! ${density === "compact" ? "size-5!" : "size-[26px]!"}`}
                    />
                    <span className="flex flex-col gap-1.5">
                      <span className="skeleton h-2!" style={{ width: 72 * stretch }} />
                      {density === "compact" ? null : (
                        <span className="skeleton h-2!" style={{ width: 132 * stretch }} />
                      )}
                    </span>
                  </span>
                ) : (
                  <span className="skeleton" style={{ width: `${String(Math.round(60 * stretch))}%` }} />
                )}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}
