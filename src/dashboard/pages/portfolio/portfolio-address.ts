// The address of the portfolio: whose positions, which stretch of the past, what is put together, and how soon a move has to pay.
import { readWallets, refusedWallets } from "../../data/positions/wallet-address.ts";
import { readHistoryRange, type HistoryRangeId } from "../../charts/chart-range.ts";
import { allocations, type AllocationBy } from "../../portfolio/allocation.ts";
import { horizonIds, type Horizon } from "../../portfolio/moves.ts";
import { readParameter, withParameters } from "../../view-state/address.ts";

export interface PortfolioAddress {
  /** Each once, at most ten; what is no address is left out. */
  readonly wallets: readonly string[];
  readonly range: HistoryRangeId;
  /** Whether the past is one line, or one for each type. */
  readonly byType: boolean;
  readonly by: AllocationBy;
  readonly pays: Horizon;
}

const initial = { range: "90d", by: "token", pays: "90d" } as const;

/** Reads the query of /portfolio. Junk is dropped piece by piece; nothing here throws. */
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

/** What the query names as wallets and is none. */
export function refusedIn(search: string): string {
  return refusedWallets(readParameter(search, "wallet") ?? "");
}

/** Writes it back into `search`, defaults left out; parameters of others stay. */
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

/** The present address for somebody else: whole, or without saying whose positions these are. */
export function linkOf({ origin, pathname, search }: Location, withWallets: boolean): string {
  const kept = withWallets ? search.slice(1) : withParameters(search, [["wallet", undefined]]);
  return `${origin}${pathname}${kept === "" ? "" : `?${kept}`}`;
}
