import type { ReactNode } from "react";
import type { Density } from "../../../domain/view-state/view-state.ts";
import type { PinnedHeaders } from "./use-market-columns.tsx";

const lines = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1] as const;
const bare: ReadonlySet<string> = new Set(["controls", "actions"]);

interface TableSkeletonProps {
  readonly headers: PinnedHeaders;
  readonly density: Density;
}

export function TableSkeleton({ headers: { start, center, end }, density }: TableSkeletonProps): ReactNode {
  return (
    <div aria-hidden="true">
      {lines.map((opacity) => (
        <div key={opacity} className="markets-row static! cursor-default!" style={{ opacity }}>
          {[...start, ...center, ...end].map(({ id, column }) => (
            <div
              key={id}
              className={
                id === "market" ? "cell start flex flex-[1_0_auto]! items-center gap-2.5" : "cell start"
              }
              style={column.columnDef.meta?.style}
            >
              {id === "market" ? (
                <span
                  className={`rounded-full bg-track ${density === "compact" ? "size-5" : "size-[26px]"}`}
                />
              ) : null}
              {bare.has(id) ? null : (
                <span className="inline-block h-2.5 w-3/5 max-w-28 rounded bg-track align-middle" />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
