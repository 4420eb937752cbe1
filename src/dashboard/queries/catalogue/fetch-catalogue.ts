import { parseAssets } from "../../../contract/assets/asset.ts";
import { maxAssets, assetsPath } from "../../../contract/assets/assets-request.ts";
import { toCatalogueAsset, type CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { load, LoadError } from "../fetch-json.ts";

const maxPages = 50;

/** Throws LoadError if even the first page fails. */
export async function fetchCatalogue(signal: AbortSignal) {
  const byMint = new Map<string, CatalogueAsset>();
  const cursors = new Set<string>();
  const read = (cut: boolean, missing?: LoadError) => ({ assets: [...byMint.values()], cut, missing });
  let cursor: string | undefined;
  for (let page = 1; page <= maxPages; page += 1) {
    const path = assetsPath({ limit: maxAssets, cursor });
    try {
      const body = await load(path, parseAssets, { page, signal });
      for (const asset of body.assets) {
        const known = toCatalogueAsset(asset);
        if (known !== undefined && !byMint.has(known.mint)) byMint.set(known.mint, known);
      }
      cursor = body.cursor ?? undefined;
    } catch (fault) {
      if (page === 1 || !(fault instanceof LoadError)) throw fault;
      return read(true, fault);
    }
    if (cursor === undefined) return read(false);
    // A repeated cursor would lead into an endless loop.
    if (cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  return read(true);
}
