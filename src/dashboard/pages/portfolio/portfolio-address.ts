import { useMemo } from "react";
import { historyRangeIds } from "../../charts/chart-range.ts";
import {
  allowedLimits,
  defaultLimits,
  limitNames,
  type MoveLimits,
} from "../../portfolio/moves/move-limits.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";
import { changeSearch, useSearch } from "../../view-state/address.ts";
import { useChoice } from "../../view-state/use-choice.ts";

export const useValueRange = () => useChoice("range", historyRangeIds, "90d");
export const useMovesBasis = () => useChoice("moves", ["base", "total"], "base");

export function useMoveLimits(): readonly [limits: MoveLimits, choose: (limits: MoveLimits) => void] {
  const search = useSearch();
  const limits = useMemo(() => readLimits(search), [search]);
  return [limits, (next) => changeSearch((now) => withLimits(now, next))];
}

export function readLimits(search: string): MoveLimits {
  return allowedLimits((readParameter(search, "limits") ?? "").split(",").map(Number));
}

export function withLimits(search: string, limits: MoveLimits): string {
  const [written, defaults] = [limits, defaultLimits].map((of) => limitNames.map((name) => of[name]).join());
  return withParameters(search, [["limits", written === defaults ? undefined : written]]);
}

export function withWallets(search: string, wallets: readonly string[]): string {
  return withParameters(search, [["wallet", wallets.length === 0 ? undefined : wallets.join(",")]]);
}

export function linkOf({ origin, pathname, search }: Location, hasWallets: boolean): string {
  const kept = hasWallets ? search.slice(1) : withWallets(search, []);
  return `${origin}${pathname}${kept === "" ? "" : `?${kept}`}`;
}
