import { useDeferredValue, useMemo, type ReactNode } from "react";
import { useLocation } from "wouter";
import { formatCount } from "../../../domain/format/number.ts";
import { useListKeys, type ListCommand } from "../../list/keyboard.ts";
import { SearchField } from "../../list/toolbar/search-field.tsx";
import { ApyBasisSwitch, SizeField } from "../../list/toolbar/toolbar.tsx";
import {
  countTags,
  isAssetColumn,
  selectAssets,
  starredTag,
  defaultOrder,
  type AssetQuery,
} from "../../select/assets/asset-list.ts";
import { sizeSettings } from "../../select/export-rows.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { toggled } from "../../../domain/toggled.ts";
import { ChoiceChip } from "../../ui/marks/choice-chip.tsx";
import { changeSearch, useSearch, type HistoryMode } from "../../view-state/address.ts";
import { PageHead } from "../frame/page-heading.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import { LoadProgress } from "../status/load-progress.tsx";
import { AssetNotes } from "./asset-notes.tsx";
import { assetColumnsFor } from "./asset-columns.tsx";
import { assetHref, readAssetQuery, withAssetQuery } from "./assets-address.ts";
import { tagName } from "../../select/assets/find-assets.ts";
import { useAssets } from "./use-assets.ts";

const maxTags = 14;
const starredHelp = "Shows only the tokens you starred in this browser.";
const tagHelp = "Shows only tokens with this tag of the token catalog, or else of the token's family.";

function change(part: Partial<AssetQuery>, how?: HistoryMode): void {
  changeSearch((now) => withAssetQuery(now, { ...readAssetQuery(now), ...part }), how);
}

export function AssetsPage(): ReactNode {
  useListKeys(() => null, focusSearch);
  const [, go] = useLocation();
  const search = useSearch();
  const { choices, inputs, all, result, catalogue, hasCatalogue } = useAssets();
  const shownQuery = useDeferredValue(choices);
  // The table sorts. Without a sort order, the best match comes first.
  const { items, suggestion } = useMemo(
    () => selectAssets(all, { ...shownQuery, order: undefined }, inputs),
    [all, shownQuery, inputs],
  );
  const tags = useMemo(() => countTags(all), [all]);
  const offered = tags.filter(({ tag }, at) => at < maxTags || choices.tags.includes(tag));
  const loading = catalogue.loading || result.loading;
  const order = choices.order ?? (choices.query.trim() === "" ? defaultOrder : undefined);
  const columns = useMemo(
    () => assetColumnsFor(inputs, search, hasCatalogue),
    [inputs, search, hasCatalogue],
  );
  const narrowed = choices.query.trim() !== "" || choices.tags.length > 0;
  const openOnly = (): void => {
    const [only, ...others] = items;
    if (only !== undefined && others.length === 0 && shownQuery === choices) go(assetHref(only.mint, search));
  };

  return (
    <div className="flex flex-1 flex-col md:min-h-0">
      <LoadProgress result={result} />
      <div className="flex flex-col gap-3 px-4 pt-4 pb-3 md:px-6">
        <PageHead
          title="Assets"
          about={
            <output className="text-text2">
              {countText(all.length, narrowed ? items.length : undefined, loading)}
            </output>
          }
        >
          <SearchField
            id={searchId}
            label="Search assets"
            text={choices.query}
            onText={(query) => change({ query }, "replace")}
            onEnter={openOnly}
            className="max-md:w-full md:w-44 lg:w-60"
          />
          <SizeField />
          <ApyBasisSwitch />
        </PageHead>
        {offered.length === 0 && !loading ? null : (
          <fieldset
            aria-label="Tags"
            // A line of fixed height, because tags arrive with the markets and must not move the list.
            className="-mx-4 flex min-h-7 min-w-0 pointer-coarse:min-h-12 scroll-px-4 gap-1.5 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] [&>*]:shrink-0 md:-mx-6 md:px-6"
          >
            {offered.map(({ tag, count }) => (
              <ChoiceChip
                key={tag}
                label={`${tagName(tag)} ${formatCount(count).text}`}
                pressed={choices.tags.includes(tag)}
                description={tag === starredTag ? starredHelp : tagHelp}
                onPress={() => change({ tags: toggled(choices.tags, tag) })}
              />
            ))}
          </fieldset>
        )}
        <AssetNotes catalogue={catalogue} result={result} />
        {suggestion === undefined ? null : (
          <output className="text-text2">Showing results for “{suggestion}”</output>
        )}
      </div>
      <DataTable
        label="Assets"
        columns={columns}
        rows={items}
        rowKey={({ mint }) => mint}
        sort={order && { id: order.column, desc: order.descending }}
        onSortChange={({ id, desc }) => {
          if (isAssetColumn(id)) change({ order: { column: id, descending: desc } });
        }}
        loading={loading && (all.length === 0 || items.length > 0)}
        error={
          all.length === 0 && !loading && result.phase === "failed" ? (
            <Problem size="page" {...result} />
          ) : undefined
        }
        empty={
          all.length === 0 ? (
            <p className="px-4 text-text2 md:px-6">The service lists no assets and no markets.</p>
          ) : (
            <div className="px-4 py-8 md:px-6">
              <h2 className="text-[15px] leading-5 font-semibold">No asset matches</h2>
              <p className="mt-1 max-w-[60ch] text-text2">
                {loading ? "More are loading. " : ""}Search by ticker, name, tag or the start of a mint
                address.
              </p>
              <Button size="large" className="mt-4" onClick={() => change({ query: "", tags: [] })}>
                Show all {formatCount(all.length).text} assets
              </Button>
            </div>
          )
        }
        hasRowLink
        csv="assets"
        settings={sizeSettings(inputs)}
        region={{ what: "assets", className: "min-h-64 border-t border-line2 bg-surface [--edge:1.5rem]" }}
        // Recreates rows while markets arrive, so that they do not slide.
        generation={loading ? `${String(all.length)} ${String(result.rows.length)}` : "all"}
        rowHeight={48}
      />
      <ListProblem result={result} />
    </div>
  );
}

function countText(all: number, matching: number | undefined, loading: boolean): string {
  if (all === 0) return loading ? "Loading assets…" : "";
  const count = formatCount(all).text;
  if (matching !== undefined) return `${formatCount(matching).text} of ${count} tokens`;
  return `${count} tokens${loading ? " so far" : ""}`;
}

const searchId = "search-assets";

function focusSearch(command: ListCommand): boolean {
  if (command === "search") document.getElementById(searchId)?.focus();
  return command === "search";
}
