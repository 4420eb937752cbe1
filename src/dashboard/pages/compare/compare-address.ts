import { maxSelected } from "../../data/storage/selected-markets.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";
import { comparedIds } from "../frame/nav-links.ts";

export interface CompareAddress {
  /** In the order of the URL, at most eight. */
  readonly ids: readonly string[];
  /** Weights in the order of the ids, and then of the money that is not invested. */
  readonly split: readonly number[];
}

/** Drops invalid parts one by one. Never throws. */
export function readCompareAddress(search: string): CompareAddress {
  const split = (readParameter(search, "split") ?? "")
    .split(",")
    .map((text) => (/^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0));
  return {
    ids: comparedIds(search),
    split: split.some((part) => part > 0) ? split.slice(0, maxSelected + 1) : [],
  };
}

export function writeCompareAddress({ ids, split }: CompareAddress, search: string): string {
  return withParameters(search, [
    ["ids", ids.length === 0 ? undefined : ids.join(",")],
    ["split", split.some((part) => part > 0) ? split.join(",") : undefined],
  ]);
}
