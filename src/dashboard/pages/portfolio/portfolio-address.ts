import { readWallets, refusedWallets } from "../../data/positions/wallet-address.ts";
import { readHistoryRange, type HistoryRangeId } from "../../charts/chart-range.ts";
import { allocations, type AllocationBy } from "../../portfolio/allocation.ts";
import { horizonIds, type Horizon } from "../../portfolio/moves.ts";
import { readParameter, withParameters } from "../../view-state/address.ts";

export interface PortfolioAddress {
  /** Each once, at most ten, valid addresses only. */
  readonly wallets: readonly string[];
  readonly range: HistoryRangeId;
  /** One line of value over time per type. */
  readonly byType: boolean;
  readonly by: AllocationBy;
  readonly pays: Horizon;
}

const initial = { range: "90d", by: "token", pays: "90d" } as const;

/** Junk is dropped piece by piece; nothing here throws. */
export function readPortfolioAddress(search: string): PortfolioAddress {
  const read = (name: string): string => readParameter(search, name) ?? "";
  return {
    wallets: readWallets(read("wallet")),
    range: readHistoryRange(read("range"), initial.range),
    byType: read("measure") === "type",
    by: allocations.find((by) => by === read("by")) ?? initial.by,
    pays: horizonIds.find((horizon) => horizon === read("pays")) ?? initial.pays,
  };
}

/** The invalid wallets of the query. */
export function refusedIn(search: string): string {
  return refusedWallets(readParameter(search, "wallet") ?? "");
}

/** Defaults are left out; parameters of other pages stay. */
export function writePortfolioAddress(address: PortfolioAddress, search: string): string {
  const { wallets, range, byType, by, pays } = address;
  return withParameters(search, [
    ["wallet", wallets.length === 0 ? undefined : wallets.join(",")],
    ["range", range === initial.range ? undefined : range],
    ["measure", byType ? "type" : undefined],
    ["by", by === initial.by ? undefined : by],
    ["pays", pays === initial.pays ? undefined : pays],
  ]);
}

export function linkOf({ origin, pathname, search }: Location, withWallets: boolean): string {
  const kept = withWallets ? search.slice(1) : withParameters(search, [["wallet", undefined]]);
  return `${origin}${pathname}${kept === "" ? "" : `?${kept}`}`;
}
