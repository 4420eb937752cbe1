import { useId, useMemo, useState, type ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { checkTexts } from "../../../domain/market/assess/check-words.ts";
import type { PeerPrices } from "../../../domain/market/assess/checks.ts";
import { Unbroken } from "../../ui/marks/truncated-line.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { MarketChecks } from "./market-checks.tsx";
import type { FactGroup } from "./market-fields.ts";
import { MarketFacts } from "./market-facts.tsx";
import { countOf } from "../../../domain/format/number.ts";

export function MarketDetails({
  row,
  groups,
  prices,
  sentences,
}: {
  readonly row: MarketRow;
  readonly groups: readonly FactGroup[];
  readonly prices: PeerPrices | undefined;
  readonly sentences: readonly string[];
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const headingId = useId();
  const checks = useMemo(() => checkTexts(row, prices), [row, prices]);
  const isDoubtful = checks.some(({ verdict }) => verdict === "fail");
  const passed = checks.filter(({ verdict }) => verdict === "pass").length;
  const figures = groups.reduce((sum, { facts }) => sum + facts.length, 0);
  return (
    <>
      {/* Failed checks are always visible. */}
      {isDoubtful ? <MarketChecks checks={checks} /> : null}
      <section aria-labelledby={headingId} className="rounded-panel border border-line2 bg-surface">
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="rounded-item px-4 py-3">
            <h2 id={headingId} className="inline font-semibold">
              All facts
            </h2>
            <span className="ml-3 text-small text-text2">
              {countOf(figures, "figure")},{" "}
              {passed === 0 && !isDoubtful ? "no data checks" : `${countOf(passed, "data check")} passed`},
              terms and sources
            </span>
          </summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line px-4 py-3">
            {sentences.length === 0 ? null : (
              <p className="max-w-[96ch] text-pretty text-text2">
                <Unbroken text={sentences.join(" ")} />
              </p>
            )}
            <MarketFacts row={row} groups={groups} />
            {isDoubtful ? null : <MarketChecks checks={checks} level={3} />}
            {isOpen ? <RawJson row={row} /> : null}
          </div>
        </details>
      </section>
    </>
  );
}

function RawJson({ row }: { readonly row: MarketRow }): ReactNode {
  const text = useMemo(() => JSON.stringify(row.raw, undefined, 2), [row.raw]);
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">Raw JSON</h3>
        <CopyButton label="Copy" what="Raw JSON" aria-label="Copy raw JSON" text={() => text} />
      </div>
      {/* A scroll region must be focusable, or the keyboard could not scroll it. */}
      <section aria-label="Raw JSON of the market" tabIndex={0} className="max-h-96 overflow-auto">
        <pre className="py-2 font-mono text-small">{text}</pre>
      </section>
    </div>
  );
}
