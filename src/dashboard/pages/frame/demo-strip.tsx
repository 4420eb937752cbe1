// Says on every screen that the rates are simulated, and how to see real ones.
import { useState, type ReactNode } from "react";
import { useDashboardConfig } from "../../data/markets/configuration.ts";
import { formatDay } from "../../format/time.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";

const liveSourceDialog = lazyPart(async () => (await import("./live-source-dialog.tsx")).LiveSourceDialog);

export function DemoStrip(): ReactNode {
  const { source } = useDashboardConfig();
  const [open, setOpen] = useState(false);
  if (source.kind !== "demo") return null;
  const origin =
    source.capturedAt === undefined
      ? "Simulated data."
      : `Simulated from captures of ${formatDay(source.capturedAt)}.`;
  return (
    <section
      aria-label="Demo data"
      className="flex h-7 shrink-0 items-center gap-2.5 border-b border-info-line bg-info-bg px-4 text-small text-text2 print:h-auto"
    >
      <span className="rounded-item border border-accent px-1.5 text-[10.5px] leading-4 font-semibold text-accent">
        DEMO
      </span>
      <p className="min-w-0 flex-1 truncate">
        <span className="hidden sm:inline">
          {origin} Deposit and Borrow explain themselves here and never open a wallet.
        </span>
        <span className="sm:hidden">Simulated data. Actions never open a wallet.</span>
      </p>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="h-6 shrink-0 font-medium text-accent hover:underline"
      >
        <span className="hidden sm:inline">Use a live source</span>
        <span className="sm:hidden">Go live</span>
      </button>
      {open ? <liveSourceDialog.Part onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
