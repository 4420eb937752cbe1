// What wallets hold: GET /v0/positions/owners and /v0/positions/pnl, one request of each per wallet, all at once. The answers live
// in the page's memory alone: no address is stored anywhere.
import { useQueries } from "@tanstack/react-query";
import { parsePnl } from "../../../contract/positions/pnl.ts";
import { parsePositions } from "../../../contract/positions/position.ts";
import { writePnlRequest, writePositionsRequest } from "../../../contract/positions/positions-request.ts";
import { millis, type Millis } from "../../../contract/units.ts";
import { patientQuery, useLoad } from "../history/patient-query.ts";
import { sourceTime } from "../clock.ts";
import { usePreferences } from "../kept/preferences.ts";
import { useDashboardConfig } from "../markets/configuration.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import { LoadError, now } from "../markets/markets-client.ts";
import { toPositionRow, type PositionRow } from "./position-row.ts";
import { toWalletProfit, type WalletProfit } from "./profit-row.ts";

/** What is known of one wallet. */
export interface WalletPositions {
  readonly wallet: string;
  /** Its own name, where it has one here, else the ends of its address. */
  readonly name: string;
  /** Undefined until they are there. */
  readonly rows: readonly PositionRow[] | undefined;
  /** How many positions could not be read, and why the first could not. */
  readonly rejectedCount: number;
  readonly rejectedWhy: string | undefined;
  readonly profit: WalletProfit | undefined;
  readonly loading: boolean;
  /** Why there are no positions, or why they are older than they could be. */
  readonly error: LoadError | undefined;
  readonly profitError: LoadError | undefined;
  readonly readAt: Millis | undefined;
  /** Asks again for whatever failed. */
  readonly retry: () => void;
  /** Asks for everything again. */
  readonly refresh: () => void;
}

interface ReadPositions {
  readonly rows: readonly PositionRow[];
  readonly rejectedCount: number;
  readonly rejectedWhy: string | undefined;
}

const freshForMs = 60_000;
const noNames: ReadonlyMap<string, string> = new Map();

/**
 * @param wallets addresses that were judged to be some, each once
 * @param names of wallets that have one, by address
 */
export function useWalletPositions(
  wallets: readonly string[],
  names: ReadonlyMap<string, string> = noNames,
): readonly WalletPositions[] {
  const load = useLoad();
  const [{ refreshIntervalMs }] = usePreferences();
  const config = useDashboardConfig();
  const kept = {
    ...patientQuery,
    staleTime: freshForMs,
    refetchInterval: refreshIntervalMs ?? (false as const),
  };
  const held = useQueries({
    queries: wallets.map((wallet) => ({
      ...kept,
      queryKey: ["positions", wallet],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ReadPositions> => {
        const path = `/v0/positions/owners?${writePositionsRequest({ wallet })}`;
        const answer = await load(path, parsePositions, signal);
        const readAt = sourceTime(config, now());
        const [first] = answer.rejected;
        return {
          rows: answer.positions.map((position) => toPositionRow(position, wallet, readAt)),
          rejectedCount: answer.rejectedCount,
          rejectedWhy: first === undefined ? undefined : `${first.path} ${first.reason}`.trim(),
        };
      },
    })),
  });
  const profits = useQueries({
    queries: wallets.map((wallet) => ({
      ...kept,
      queryKey: ["pnl", wallet],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<WalletProfit> => {
        const path = `/v0/positions/pnl?${writePnlRequest({ wallet })}`;
        return toWalletProfit(await load(path, parsePnl, signal), wallet, sourceTime(config, now()));
      },
    })),
  });
  return wallets.map((wallet, index): WalletPositions => {
    const positions = held[index];
    const profit = profits[index];
    const again = (onlyFailed: boolean): void => {
      for (const query of [positions, profit])
        if (query !== undefined && (!onlyFailed || query.isError)) void query.refetch();
    };
    return {
      wallet,
      name: names.get(wallet) ?? shortAddress(wallet),
      rows: positions?.data?.rows,
      rejectedCount: positions?.data?.rejectedCount ?? 0,
      rejectedWhy: positions?.data?.rejectedWhy,
      profit: profit?.data,
      loading: positions?.isFetching === true && positions.data === undefined,
      error: failureOf(positions),
      profitError: failureOf(profit),
      readAt: positions?.data === undefined ? undefined : millis(positions.dataUpdatedAt),
      retry: () => again(true),
      refresh: () => again(false),
    };
  });
}

/** What the last try ended in; nothing while another is under way. */
function failureOf(
  query: { readonly error: Error | null; readonly isFetching: boolean } | undefined,
): LoadError | undefined {
  return query?.error instanceof LoadError && !query.isFetching ? query.error : undefined;
}
