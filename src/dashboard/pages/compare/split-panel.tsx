// What a split of my money over the compared markets earns, entered by the person.
import type { ReactNode } from "react";
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { blend } from "../../../finance/blend.ts";
import { seriesLetters } from "../../charts/series-style.ts";
import type { MarketRow } from "../../data/market-row.ts";
import { formatRate, formatShare, formatUsdExact } from "../../format/number.ts";
import { leadingRate } from "../../select/column-values.ts";
import type { ApyBasis } from "../../view-state/view-state.ts";
import { TextField } from "../../ui/text-field.tsx";
import { SeriesLetter } from "./compare-table.tsx";

interface SplitPanelProps {
  readonly rows: readonly MarketRow[];
  readonly basis: ApyBasis;
  readonly size: Usd | undefined;
  readonly split: readonly number[];
  readonly onSplit: (split: readonly number[]) => void;
}

/** Parts are weights: 60 and 40 is the same as 3 and 2. With my size given they are shares of it. */
export function SplitPanel({ rows, basis, size, split, onSplit }: SplitPanelProps): ReactNode {
  const parts = rows.map((_, index) => split[index] ?? 0);
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const money = size ?? usd(100);
  const result =
    whole === 0 || money === undefined
      ? undefined
      : blend(
          rows.map((row, index) => ({
            amount: usd((money * (parts[index] ?? 0)) / whole),
            apy: leadingRate(row, basis),
          })),
        );
  const lacking = rows.find((row, index) => (parts[index] ?? 0) > 0 && leadingRate(row, basis) === undefined);
  return (
    <section aria-labelledby="split-heading" className="rounded-panel border border-line2 bg-surface p-4">
      <h2 id="split-heading" className="font-semibold">
        Split my money
      </h2>
      <p className="text-small text-text3">
        Blended APY = Σ share × {basis === "base" ? "base APY" : "deposit APY"}, exact for one year without
        rebalancing. Your own deposit&apos;s effect on the pools is not in it.
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        {rows.map((row, index) => (
          <div key={row.id} className="flex w-36 items-end gap-2">
            <SeriesLetter index={index} />
            <TextField
              label={`Part of ${seriesLetters[index] ?? ""}`}
              text={parts[index] === 0 ? "" : String(parts[index])}
              inputMode="decimal"
              placeholder="0"
              onText={(text) => {
                const value = Number(text.replaceAll(",", ""));
                if (!Number.isFinite(value) || value < 0 || value > 999_999_999) return;
                onSplit(parts.map((part, other) => (other === index ? Math.round(value * 100) / 100 : part)));
              }}
              after={
                <span className="text-tiny text-text3">
                  {whole === 0 ? "" : formatShare(ratio((parts[index] ?? 0) / whole)).text}
                </span>
              }
            />
          </div>
        ))}
      </div>
      <p className="mt-3" aria-live="polite">
        {result === undefined ? (
          <span className="text-text2">
            {lacking === undefined
              ? "Enter a part for at least one market, for example 60 and 40."
              : `${lacking.label} has no rate, so a split with it has none either.`}
          </span>
        ) : (
          <>
            Blended APY <b className="font-semibold">{formatRate(result.apy).text}</b>
            {size === undefined ? null : (
              <>
                , <b className="font-semibold">{formatUsdExact(result.usdPerYear).text}</b> a year on{" "}
                {formatUsdExact(size).text}
              </>
            )}
          </>
        )}
      </p>
    </section>
  );
}
