import { useMemo, type ReactNode } from "react";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import { familyOptions, useAssetSearch } from "../../list/panel/use-asset-search.ts";
import { familySymbol, nameAssets } from "../../../domain/market/asset-families.ts";
import { foldText } from "../../../domain/search-words.ts";
import { tokenFace } from "../../../domain/market/market-text.ts";
import type { LoanToken } from "../../select/whole-list/loan-tokens.ts";
import { SearchSelect } from "../../ui/fields/search-select.tsx";

export function TokenSearch({
  label,
  tokens,
  families = false,
  values,
  onValue,
}: {
  readonly label: string;
  readonly tokens: readonly LoanToken[];
  readonly families?: boolean;
  /** Mints and families. Only the filters can select several. */
  readonly values: readonly string[];
  readonly onValue: (value: string | undefined) => void;
}): ReactNode {
  const options = useMemo(
    () => [
      ...(families ? familyOptions : []),
      ...tokens.map(({ mint, name }) => ({
        value: mint,
        label: name,
        detail: shortAddress(mint),
        searchText: foldText(`${name} ${mint}`),
      })),
    ],
    [tokens, families],
  );
  const search = useAssetSearch(options);
  const [only] = values;
  const chosen = values.length === 1 ? tokens.find(({ mint }) => mint === only) : undefined;
  // Finds names of selected tokens before their markets load.
  const nameOf = (mint: string): string =>
    tokens.find((token) => token.mint === mint)?.name ?? familySymbol(mint) ?? shortAddress(mint);
  return (
    <SearchSelect
      label={label}
      none="Any token"
      value={values.join()}
      text={nameAssets(values, nameOf).join(", ")}
      face={chosen === undefined ? undefined : tokenFace(chosen.token)}
      onValue={(value) => onValue(value === "" ? undefined : value)}
      acceptText={(text) => (isMintAddress(text) ? text : undefined)}
      {...search}
    />
  );
}
