import { useMemo, type ReactNode } from "react";
import { isDeposit } from "../../../contract/market.ts";
import { openAlertForm, type AlertDraft } from "../../data/alerts/alert-draft.ts";
import { useSavedViews } from "../../data/storage/saved-views.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { foldText } from "../../../contract/names/search-words.ts";
import { marketOptions } from "../../market-name/market-option.ts";
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
  const { views } = useSavedViews();
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
    ],
    [views, rows],
  );
  const markets = useMemo(() => marketOptions(rows), [rows]);
  return (
    <div className="max-w-xl">
      <Combobox
        label="What to watch"
        options={[...offers, ...markets]}
        selected={[]}
        onChange={([chosen]) => {
          const row = markets.find(({ value }) => value === chosen)?.row;
          const draft = row
            ? ({ kind: "market", row } as const)
            : offers.find(({ value }) => value === chosen)?.draft;
          if (draft === undefined) return;
          onChosen();
          openAlertForm(draft);
        }}
        summary="A market, a token or a saved view"
        placeholder="Market, token or view"
        takesFocus
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
