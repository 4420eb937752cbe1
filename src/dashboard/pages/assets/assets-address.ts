import { assetIdOf } from "../../../contract/assets/asset.ts";
import { isAssetColumn, type AssetOrder, type AssetQuery } from "../../select/assets/asset-list.ts";
import { hrefTo } from "../../view-state/address.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";

const maxQueryLength = 100;
const maxTags = 8;

export function readAssetQuery(search: string): AssetQuery {
  const tags = (readParameter(search, "tag") ?? "").split(",").filter((tag) => tag !== "");
  return {
    query: (readParameter(search, "q") ?? "").slice(0, maxQueryLength),
    tags: [...new Set(tags)].slice(0, maxTags),
    order: readOrder(readParameter(search, "order") ?? ""),
  };
}

function readOrder(text: string): AssetOrder | undefined {
  const descending = text.startsWith("-");
  const name = descending ? text.slice(1) : text;
  return isAssetColumn(name) ? { column: name, descending } : undefined;
}

type Own = Parameters<typeof hrefTo>[2];

function listPart({ tags, order }: Omit<AssetQuery, "query">) {
  return [
    ["tag", tags.length === 0 ? undefined : tags.join(",")],
    ["order", order === undefined ? undefined : `${order.descending ? "-" : ""}${order.column}`],
  ] as const satisfies Own;
}

export function withAssetQuery(search: string, query: AssetQuery): string {
  return withParameters(search, [["q", query.query === "" ? undefined : query.query], ...listPart(query)]);
}

export function assetsHref(search: string): string {
  return hrefTo("/assets", search, listPart(readAssetQuery(search)));
}

export function assetHref(mint: string, search: string, own: Own = []): string {
  return hrefTo(`/assets/${assetIdOf(mint)}`, search, [...listPart(readAssetQuery(search)), ...own]);
}

/** Removes `q`, which means something else on other pages. */
export function withoutAssetSearch(search: string): string {
  return withParameters(search, [["q", undefined]]);
}
