import { useEffect, type ReactNode } from "react";
import { withParameters } from "../../../../domain/view-state/search-text.ts";
import { unknownAssets } from "../../../../domain/view-state/unknown-assets.ts";
import { passFocusToFilters } from "../../../list/toolbar/focus-search.ts";
import { useCatalogue } from "../../../queries/catalogue/catalogue.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { changeSearch, useSearch } from "../../../view-state/address.ts";
import { useListContext } from "../list-context.ts";

/** Assets in the URL that are neither a mint nor a family. A symbol that only one known token has becomes its mint. */
export function UnknownAssets(): ReactNode {
  const names = unknownAssets(useSearch());
  const { state, result } = useListContext();
  const { assets } = state;
  // Needed because the list may contain only the assets that were recognized.
  const catalogue = useCatalogue(false);
  const isComplete = result.phase === "complete" && !catalogue.loading;
  const listed = result.rows.flatMap(({ tokens }) =>
    tokens.map(({ symbol, address }) => ({ symbol, mint: address })),
  );
  const found = isComplete
    ? names.flatMap((name) => mintOfSymbol(name, [...listed, ...catalogue.assets]) ?? [])
    : [];
  const resolved = found.length === names.length ? [...assets, ...found].join() : undefined;
  useEffect(() => {
    if (resolved !== undefined) chooseAssets(resolved);
  }, [resolved]);
  if (!isComplete || resolved !== undefined) return null;
  return (
    <output
      ref={passFocusToFilters}
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-4 text-small text-text2 print:hidden"
    >
      <span className="min-w-0 wrap-anywhere">
        {names.length === 1 ? "Unknown asset" : "Unknown assets"} in the link: {names.join(", ")}
      </span>
      <Button variant="link" className="px-0 pointer-coarse:h-11" onClick={() => chooseAssets(assets.join())}>
        Remove
      </Button>
    </output>
  );
}

function mintOfSymbol(
  name: string,
  tokens: readonly { readonly symbol: string; readonly mint: string | undefined }[],
): string | undefined {
  const lowerName = name.toLowerCase();
  const named = tokens.filter(({ symbol }) => symbol.toLowerCase() === lowerName);
  const mints = new Set(named.flatMap(({ mint }) => mint ?? []));
  const [mint] = mints;
  return mints.size === 1 ? mint : undefined;
}

/** Changes the URL directly, because the view state drops unknown assets. */
function chooseAssets(text: string): void {
  changeSearch((search) => withParameters(search, [["asset", text === "" ? undefined : text]]), "replace");
}
