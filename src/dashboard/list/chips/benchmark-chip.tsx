// Has an outline and a ruler, to look different from the chip of a filter.
import { Ruler, X } from "lucide-react";
import type { ReactNode } from "react";
import { lazyPart, Loading } from "../../ui/page/load-boundary.tsx";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import { useChooseBenchmark } from "../../view-state/use-choose-benchmark.ts";
import type { BenchmarkProps } from "../panel/benchmark-panel.tsx";
import { benchmarkText } from "../panel/benchmark-text.ts";

const BenchmarkPanel = lazyPart(async () => (await import("../panel/benchmark-panel.tsx")).BenchmarkPanel, {
  waiting: <Loading />,
});

export function BenchmarkChip(props: BenchmarkProps): ReactNode {
  const { selection, looking } = props;
  const choose = useChooseBenchmark();
  const text = benchmarkText(selection.context, looking);
  if (text === undefined) return null;
  return (
    <span className="inline-flex h-6 max-w-full min-w-0 items-center rounded-chip border border-control text-small text-text2 pointer-coarse:h-9">
      <PopoverButton
        label="Benchmark"
        className="inline-flex h-full min-w-0 pointer-coarse:h-11 items-center gap-1.5 rounded-chip pl-2 hover:text-text"
        panelClassName="w-[340px] max-w-[calc(100vw-16px)]"
        content={(close) => <BenchmarkPanel {...props} onClose={close} />}
      >
        <Ruler className="size-3.5 shrink-0" />
        {/* Screen readers read these spaces. Between the parts of the line they are not drawn. */}
        Benchmark{" "}
        <span className="min-w-0 truncate font-semibold text-text" title={text.name}>
          {text.name}
        </span>{" "}
        {text.rate === "" ? null : (
          <span className="shrink-0 font-semibold whitespace-nowrap text-text">{text.rate}</span>
        )}
      </PopoverButton>
      <button
        type="button"
        aria-label={`Stop using as benchmark: ${text.name}`}
        onClick={() => choose(undefined)}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-text3 transition-colors hover:text-text pointer-coarse:size-11"
      >
        <X className="size-3.5" />
      </button>
    </span>
  );
}
