import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { isDeposit } from "../../../contract/market.ts";
import { openAlertForm, type AlertDraft } from "../../data/alerts/alert-draft.ts";
import { useSavedViews } from "../../data/storage/saved-views.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { foldText } from "../../../contract/names/search-words.ts";
import { placeName, typeName } from "../../../domain/market/market-text.ts";
import { quotedRate } from "../../../domain/market/loops/leverage.ts";
import { Combobox } from "../../ui/fields/combobox.tsx";
import type { ComboboxOption } from "../../ui/fields/option-search.tsx";

interface Offer extends ComboboxOption {
  readonly draft: AlertDraft;
}

export function ChooseTarget({
  rows,
  onChosen,
}: {
  readonly rows: readonly MarketRow[];
  readonly onChosen: () => void;
}): ReactNode {
  const box = useRef<HTMLDivElement | null>(null);
  const { views } = useSavedViews();
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  const offers = useMemo(
    (): readonly Offer[] => [
      ...views.map(({ name, search }) => ({
        value: `view ${name}`,
        label: name,
        detail: "Saved view: new markets in it",
        searchText: foldText(`${name} view`),
        draft: { kind: "view", name, search } as const,
      })),
      ...tokensOf(rows),
      ...rows.toSorted((a, b) => (b.totalDepositUsd ?? 0) - (a.totalDepositUsd ?? 0)).map(marketOffer),
    ],
    [views, rows],
  );
  return (
    <div ref={box} className="max-w-xl">
      <Combobox
        label="What to watch"
        options={offers}
        selected={[]}
        onChange={(chosen) => {
          const offer = offers.find(({ value }) => chosen.includes(value));
          if (offer === undefined) return;
          onChosen();
          openAlertForm(offer.draft);
        }}
        summary="A market, a token or a saved view"
        placeholder="Market, token or view"
      />
    </div>
  );
}

/** The tokens with deposit markets, the ones with the most markets first. */
function tokensOf(rows: readonly MarketRow[]): readonly Offer[] {
  const tokens = new Map<string, { readonly symbol: string; readonly count: number }>();
  for (const {
    kind,
    tokens: [token],
  } of rows) {
    if (token?.address === undefined || !isDeposit(kind)) continue;
    const { symbol, count } = tokens.get(token.address) ?? { symbol: token.symbol, count: 0 };
    tokens.set(token.address, { symbol, count: count + 1 });
  }
  return [...tokens]
    .toSorted(([, one], [, other]) => other.count - one.count)
    .map(([mint, { symbol }]) => ({
      value: `asset ${mint}`,
      label: symbol,
      detail: "Token: its best rate, its price",
      searchText: foldText(`${symbol} token asset ${mint}`),
      draft: { kind: "asset", mint, name: symbol },
    }));
}

function marketOffer(row: MarketRow): Offer {
  return {
    value: `market ${row.id}`,
    label: row.label,
    detail: `${typeName(row)} · ${placeName(row)}`,
    count: quotedRate(row),
    searchText: foldText(`${row.label} ${typeName(row)} ${placeName(row)} ${row.id}`),
    draft: { kind: "market", row },
  };
}
