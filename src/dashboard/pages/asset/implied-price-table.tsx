import { Bell } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { ratio, type Usd } from "../../../contract/units.ts";
import { openAlertForm } from "../../data/alerts/alert-draft.ts";
import { formatChange, formatRate, inWords, countMarkets } from "../../../domain/format/number.ts";
import { formatTokenPrice } from "../../../domain/format/token-price.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { AssetFacts } from "../../select/assets/asset-facts.ts";
import { impliedPrices, markedFrom, type ImpliedPrice } from "../../select/assets/implied-prices.ts";
import { Button } from "../../ui/fields/button.tsx";
import { ProviderBadge } from "../../ui/marks/market-icon.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { triangle } from "../../ui/marks/inline-icons.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";

const threshold = inWords(formatRate(ratio(markedFrom), "short"));

const { column, figure } = columnsOf<ImpliedPrice>();

function priceColumns(scale: number) {
  return [
    column("Provider", {
      card: "lead",
      csv: "provider",
      value: ({ provider }) => provider.providerName,
      csvMore: [["markets", ({ markets }) => markets]],
      cell: ({ provider: { providerName, providerIcon }, markets, marked }) => (
        <span className="flex items-center gap-2">
          <ProviderBadge name={providerName} image={providerIcon} />
          <span className="min-w-0">
            <span className="block truncate">{providerName}</span>
            <span className="block text-small text-text2">
              {countMarkets(markets)}
              {markets > 1 && marked ? ", the farthest" : ""}
            </span>
          </span>
        </span>
      ),
    }),
    figure(
      "Implied",
      "implied price (USD per token)",
      "The token's price implied by the market's totals: deposits in USD / deposits in tokens.",
      ({ price }) => price,
      formatTokenPrice,
    ),
    column("Off by", {
      help: `Implied price / price in the token catalog − 1. Flagged from ${threshold}.`,
      csv: "off by (fraction of the price)",
      value: (found) => found.off,
      cell: (found, isCard) => (
        <span className={`flex items-center gap-4 md:justify-end ${found.marked ? "text-danger" : ""}`}>
          {isCard ? null : <Deviation {...found} scale={scale} />}
          <span className="md:min-w-14">
            {found.marked ? triangle : null}
            {found.marked ? <span className="sr-only">{threshold} or more: </span> : null}
            <NumberText value={formatChange(found.off, "fine")} />
          </span>
        </span>
      ),
    }),
  ];
}

export function ImpliedPriceTable({
  facts: { mint, symbol, earn },
  price,
  hasCatalogue,
  incomplete,
}: {
  readonly facts: AssetFacts;
  readonly price: Usd | undefined;
  readonly hasCatalogue: boolean;
  readonly incomplete: string | undefined;
}): ReactNode {
  const { label, lacks } = useDashboardConfig().source;
  // Amounts calculated from dollars imply just the price they were calculated with.
  const lacksAmounts = lacks?.includes("token amounts") === true;
  const found = lacksAmounts ? [] : impliedPrices(earn, price);
  // At most a tenth, because one outlier would squeeze the others together.
  const scale = Math.min(0.1, Math.max(0.015, ...found.map(({ off }) => Math.abs(off ?? 0))));
  const columns = useMemo(() => priceColumns(scale), [scale]);
  return (
    <Panel
      heading="Implied price by provider"
      description="deposits in USD ÷ tokens"
      empty={
        lacksAmounts
          ? `${label} publishes deposits in dollars only, so no market implies a price.`
          : found.length === 0
            ? (incomplete ?? "No market publishes its deposits in both dollars and tokens.")
            : undefined
      }
    >
      <DataTable
        label="Implied price by provider"
        columns={columns}
        rows={found}
        rowKey={({ provider }) => provider.providerId}
        csv={`${mint}-implied-prices`}
        settings={[
          ["mint", mint],
          ["catalog price (USD)", price],
        ]}
      />
      <p className="px-4 pt-2.5 pb-1 text-small text-text2">
        {price === undefined ? (
          `${hasCatalogue ? "The catalog has no price" : "Without the catalog there is no price"} to compare these with.`
        ) : (
          <>
            Differences from {threshold} are flagged.
            <span className="max-md:hidden">
              {" "}
              The scale ends at ±{inWords(formatRate(ratio(scale), "short"))}.
            </span>
          </>
        )}
      </p>
      <Button
        variant="link"
        className="mb-1.5 ml-1.5"
        icon={<Bell />}
        onClick={() =>
          openAlertForm({ kind: "new", target: { kind: "asset", mint, name: symbol }, measure: "offPeg" })
        }
      >
        Alert me when a price is off by {threshold}
      </Button>
    </Panel>
  );
}

function Deviation({
  off,
  scale,
  marked,
}: Pick<ImpliedPrice, "off" | "marked"> & { readonly scale: number }): ReactNode {
  const share = (Math.max(-1, Math.min(1, (off ?? 0) / scale)) + 1) / 2;
  return (
    <span aria-hidden="true" className="relative block h-4 w-28 forced-color-adjust-none">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line2" />
      <span className="absolute top-0.5 left-1/2 h-3 w-px bg-control" />
      {off === undefined ? null : (
        <span
          className={`absolute top-1/2 size-2 -translate-1/2 rounded-full ${marked ? "bg-danger" : "bg-text2"}`}
          style={{ left: `${String(share * 100)}%` }}
        />
      )}
    </span>
  );
}
