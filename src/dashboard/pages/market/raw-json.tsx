// The market exactly as it was sent, for whoever wants to check.
import { useMemo, useState, type ReactNode } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { CopyButton } from "../../ui/fields/copy-button.tsx";

export function RawJson({ row }: { readonly row: MarketRow }): ReactNode {
  const [open, setOpen] = useState(false);
  const text = useMemo(() => JSON.stringify(row.raw, undefined, 2), [row.raw]);
  return (
    <section aria-label="Raw JSON" className="rounded-panel border border-line2 bg-surface px-4 py-2">
      <div className="flex items-start gap-3">
        <details className="min-w-0 flex-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="w-fit rounded-item py-1 font-semibold">Raw JSON</summary>
          {open ? (
            // A scroll region must be reachable, or the keyboard could not scroll it.
            <section aria-label="Raw JSON of the market" tabIndex={0} className="max-h-96 overflow-auto">
              <pre className="py-2 font-mono text-tiny">{text}</pre>
            </section>
          ) : null}
        </details>
        <CopyButton label="Copy" what="Raw JSON" aria-label="Copy raw JSON" text={() => text} />
      </div>
    </section>
  );
}
