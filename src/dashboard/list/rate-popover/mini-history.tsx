// Half a year, to see whether the current rate is usual.
import { type ReactNode } from "react";
import { dayMs, ratio, startOfDay } from "../../../contract/units.ts";
import { quantile } from "../../../finance/blend.ts";
import { useHistory } from "../../queries/history.ts";
import { useOpenedAt } from "../../queries/configuration.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatRateRange, inWords } from "../../../domain/format/number.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { quotedRate } from "../../../domain/market/loops/leverage.ts";

const days = 180;

export function MiniHistory({ row }: { readonly row: MarketRow }): ReactNode {
  const now = useOpenedAt();
  const { histories, loading, error } = useHistory([row.id], {
    startTime: startOfDay(now - days * dayMs),
    resolution: "1d",
  });
  const rates = (histories.get(row.id) ?? []).map(({ depositApy }) => depositApy ?? undefined);
  const known = rates.filter((rate) => rate !== undefined);
  // The middle nine tenths: one outlier would flatten the rest.
  const low = quantile(known, 0.05);
  const high = quantile(known, 0.95);
  if (low === undefined || high === undefined)
    return (
      <p className="flex h-16 items-center text-small text-text3">
        {loading
          ? "Loading its last 180 days…"
          : error === undefined
            ? "No history is published."
            : "Its history could not be loaded."}
      </p>
    );
  const said = `180 days mostly ${inWords(formatRateRange(ratio(low), ratio(high)))}, now ${quotedRate(row) ?? "unknown"}`;
  return (
    <figure className="h-16">
      <Sparkline values={[...rates, row.depositApy]} ends={[low, high]} className="h-11 w-full" />
      <figcaption className="text-small text-text2">{said}</figcaption>
    </figure>
  );
}
