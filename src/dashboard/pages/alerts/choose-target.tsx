import { useMemo, type ReactNode } from "react";
import { isDeposit } from "../../../contract/market.ts";
import { openAlertForm } from "../../data/alerts/alert-draft.ts";
import { useSavedViews } from "../../data/storage/saved-views.ts";
import { foldText } from "../../../domain/search-words.ts";
import { marketOptions, noMatchSoFar } from "../../market-name/market-option.ts";
import { depositTokens } from "../../select/whole-list/loan-tokens.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { isLoading } from "../status/load-progress.tsx";

export function ChooseTarget({
  result,
  onChosen,
}: {
  readonly result: MarketsResult;
  readonly onChosen: () => void;
}): ReactNode {
  const { views } = useSavedViews();
  const { rows } = result;
  const offers = useMemo(
    () => [
      ...views.map(({ name, search }) => ({
        value: `view ${name}`,
        label: name,
        detail: "Saved view: new markets in it",
        searchText: foldText(`${name} view`),
        draft: { kind: "view", name, search } as const,
      })),
      ...depositTokens(rows.filter(({ kind }) => isDeposit(kind))).map(({ mint, name, token }) => ({
        value: `asset ${mint}`,
        label: name,
        detail: "Token: its best rate, its price",
        searchText: foldText(`${name} token asset ${mint}`),
        draft: { kind: "asset", mint, name: token.symbol } as const,
      })),
      ...marketOptions(rows),
    ],
    [views, rows],
  );
  return (
    <Combobox
      label="What to watch"
      options={offers}
      selected={[]}
      onChange={([chosen]) => {
        const offer = offers.find(({ value }) => value === chosen);
        if (offer === undefined) return;
        onChosen();
        openAlertForm("row" in offer ? { kind: "market", row: offer.row } : offer.draft);
      }}
      summary="A market, a token or a saved view"
      placeholder="Market, token or view"
      awaited={isLoading(result) ? noMatchSoFar : undefined}
      takesFocus
    />
  );
}
