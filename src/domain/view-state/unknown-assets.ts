import { readAsset } from "../market/asset-families.ts";
import { items } from "../market/filters/parameters.ts";
import { readParameter } from "./search-text.ts";

const maxNamed = 5;

/** Assets in the URL that the view state ignores. */
export function unknownAssets(search: string): readonly string[] {
  const requested = items(readParameter(search, "asset") ?? "");
  const unknown = requested.filter((item) => item !== "" && readAsset(item) === undefined);
  return [...new Set(unknown)].slice(0, maxNamed);
}
