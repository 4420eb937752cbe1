import { readWallets, refusedWallets } from "../../data/positions/wallet-address.ts";
import { readHistoryRange, type HistoryRangeId } from "../../charts/chart-range.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { allocations, type AllocationBy } from "../../portfolio/allocation.ts";
import { allowedLimits, type MoveLimits } from "../../portfolio/moves.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";

export interface PortfolioAddress {
  readonly wallets: readonly string[];
  readonly range: HistoryRangeId;
  readonly byType: boolean;
  readonly by: AllocationBy;
  readonly basis: ApyBasis;
  readonly limits: MoveLimits;
}

const initial = { range: "90d", by: "provider", basis: "base", limits: "0.1,0.4,5" } as const;

export function readPortfolioAddress(search: string): PortfolioAddress {
  const read = (name: string): string => readParameter(search, name) ?? "";
  const [poolShare, providerShare, exitCover] = read("limits").split(",").map(Number);
  return {
    wallets: readWallets(read("wallet")),
    range: readHistoryRange(read("range"), initial.range),
    byType: read("measure") === "type",
    by: allocations.find((by) => by === read("by")) ?? initial.by,
    basis: read("moves") === "total" ? "total" : initial.basis,
    limits: allowedLimits({ poolShare, providerShare, exitCover }),
  };
}

export function refusedIn(search: string): string {
  return refusedWallets(readParameter(search, "wallet") ?? "");
}

export function writePortfolioAddress(address: PortfolioAddress, search: string): string {
  const { wallets, range, byType, by, basis, limits } = address;
  const written = [limits.poolShare, limits.providerShare, limits.exitCover].join(",");
  return withParameters(search, [
    ["wallet", wallets.length === 0 ? undefined : wallets.join(",")],
    ["range", range === initial.range ? undefined : range],
    ["measure", byType ? "type" : undefined],
    ["by", by === initial.by ? undefined : by],
    ["moves", basis === initial.basis ? undefined : basis],
    ["limits", written === initial.limits ? undefined : written],
  ]);
}

export function linkOf({ origin, pathname, search }: Location, withWallets: boolean): string {
  const kept = withWallets ? search.slice(1) : withParameters(search, [["wallet", undefined]]);
  return `${origin}${pathname}${kept === "" ? "" : `?${kept}`}`;
}
