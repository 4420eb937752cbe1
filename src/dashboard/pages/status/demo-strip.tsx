import { useState, type ReactNode } from "react";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { formatDay } from "../../../domain/format/time.ts";
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";

const LiveSourceDialog = lazyPart(async () => (await import("./live-source-dialog.tsx")).LiveSourceDialog);

export function DemoStrip(): ReactNode {
  const { source } = useDashboardConfig();
  const short = useIsPhone();
  const [open, setOpen] = useState(false);
  if (source.kind !== "demo")
    return short ? null : (
      <span className="min-w-0 shrink-[9999999] truncate px-4 text-small text-text2 max-xl:hidden">
        <span className="sr-only">Source: </span>
        {source.label}
      </span>
    );
  return (
    <section
      aria-label="Demo data"
      title={
        source.capturedAt === undefined
          ? undefined
          : `Simulated from captures of ${formatDay(source.capturedAt)}.`
      }
      // Shrinks before the data status does, which hides a figure for any fraction of a pixel.
      className={
        short
          ? "flex"
          : "flex h-7 min-w-0 shrink-0 items-center gap-2 border-info-line bg-info-bg px-3 text-small text-text2 max-xl:border-b max-xl:px-4 xl:mx-4 xl:min-w-min xl:shrink-[9999999] xl:rounded-full xl:border pointer-coarse:h-[45px] low:h-7 print:h-auto"
      }
    >
      {short ? (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex min-w-11 items-center justify-center pointer-coarse:min-h-11"
        >
          <span className="rounded-full border border-info-line bg-info-bg px-2 text-[12px] leading-5 font-semibold text-accent">
            DEMO
          </span>
          <span className="sr-only">: simulated rates, no wallet opens. Go live</span>
        </button>
      ) : (
        <>
          <span className="rounded-item border border-accent px-1.5 text-[12px] leading-4 font-semibold text-accent">
            DEMO
          </span>
          {/* If there is no space next to the links, only screen readers get the text. */}
          <span className="line-clamp-1 min-w-0 flex-1 leading-5 [overflow-wrap:anywhere] xl:max-[1330px]:sr-only xl:max-[1400px]:[nav:has(>:nth-child(7))~*_&]:sr-only">
            Simulated rates
            <span className="xl:max-[1430px]:sr-only xl:max-[1520px]:[nav:has(>:nth-child(7))~*_&]:sr-only">
              {" "}
              · no wallet opens
            </span>
          </span>
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="h-6 shrink-0 font-medium whitespace-nowrap text-accent hover:underline pointer-coarse:h-full pointer-coarse:min-w-11"
          >
            Go live
          </button>
        </>
      )}
      {open ? <LiveSourceDialog onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
