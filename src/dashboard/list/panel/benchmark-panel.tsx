import { useId, useMemo, type ReactNode } from "react";
import { formatCount, formatUsd, inWords, formatRate } from "../../../domain/format/number.ts";
import { benchmarkRules, suggestBenchmark } from "../../select/benchmark.ts";
import { marketText } from "../../../domain/market/row-values.ts";
import type { Selection } from "../../select/select.ts";
import { Button } from "../../ui/fields/button.tsx";
import { useChooseBenchmark } from "../../view-state/use-choose-benchmark.ts";
import { benchmarkText } from "./benchmark-text.ts";

export interface BenchmarkProps {
  readonly selection: Selection;
  readonly looking: boolean;
}

export function BenchmarkPanel({
  selection,
  looking,
  onClose,
}: BenchmarkProps & { readonly onClose: () => void }): ReactNode {
  const heading = useId();
  const choose = useChooseBenchmark();
  const { rows, context } = selection;
  const { size, benchmark } = context;
  const suggestion = useMemo(() => suggestBenchmark(rows, size), [rows, size]);
  const chosen = benchmarkText(context, looking);
  return (
    <section aria-labelledby={heading} className="px-4 py-2.5 text-small">
      <h2 id={heading} className="font-semibold">
        Benchmark
      </h2>
      {chosen === undefined ? (
        <p className="pt-0.5 text-text2">
          Compares every deposit rate with one market, such as a plain alternative. Press any deposit rate to
          choose its market.
        </p>
      ) : (
        <div className="flex items-center justify-between gap-3 pt-0.5">
          <p className="min-w-0 text-text2 [overflow-wrap:anywhere]">
            {chosen.name} <b className="font-semibold whitespace-nowrap text-text">{chosen.rate}</b>
          </p>
          <Button
            size="small"
            className="pointer-coarse:h-11"
            onClick={() => {
              choose(undefined);
              onClose();
            }}
          >
            Stop using
          </Button>
        </div>
      )}
      {suggestion === undefined ? (
        chosen === undefined ? (
          <p className="pt-1.5 text-tiny text-text3">
            None of the loaded markets can be suggested: {ruleText(size !== undefined)}.
          </p>
        ) : null
      ) : suggestion.id === benchmark?.id ? null : (
        <div className="mt-2 flex items-center justify-between gap-3 rounded-control border border-line2 px-3 py-2">
          <div className="min-w-0">
            <p className="[overflow-wrap:anywhere]">
              {suggestion.providerName}, {marketText(suggestion)}{" "}
              <b className="font-semibold whitespace-nowrap">
                {inWords(formatRate(suggestion.baseDepositApy))}
              </b>
            </p>
            <p className="text-tiny text-text3">Suggested: {ruleText(size !== undefined)}.</p>
          </div>
          <Button
            size="small"
            className="pointer-coarse:h-11"
            aria-label={`Use ${suggestion.providerName}, ${marketText(suggestion)} as benchmark`}
            onClick={() => choose(suggestion)}
          >
            Use
          </Button>
        </div>
      )}
    </section>
  );
}

function ruleText(sized: boolean): string {
  const { minDeposits, minCover, maxUtilization } = benchmarkRules;
  const deposits = inWords(formatUsd(minDeposits, "short"));
  const exit = sized
    ? `${formatCount(minCover).text}× your size is withdrawable`
    : `utilization is at most ${inWords(formatRate(maxUtilization, "short"))}`;
  return `largest stablecoin pool with a steady base APY and deposits of at least ${deposits}, where ${exit}`;
}
