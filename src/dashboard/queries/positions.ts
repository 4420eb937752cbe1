// Kept in memory only: no wallet address is stored.
import { queryOptions, useQueries, type UseQueryResult } from "@tanstack/react-query";
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { shortAddress } from "../../contract/names/market-names.ts";
import type { SetAside } from "../../contract/markets-page.ts";
import { parsePnl, parsePositions } from "../../contract/positions/position.ts";
import { parsePositionHistory, type PositionHistoryBody } from "../../contract/positions/position-history.ts";
import { pnlPath, positionHistoryPath, positionsPath } from "../../contract/positions/positions-request.ts";
import { millis, tokenAmount, usd } from "../../contract/units.ts";
import { sourceTime } from "../data/clock.ts";
import { toPositionRow, type PositionRow } from "../../domain/position/position-row.ts";
import { toProfits } from "../../domain/position/profit-row.ts";
import { useDashboardConfig } from "./configuration.ts";
import { load, type LoadError } from "./fetch-json.ts";
import { historyFreshMs, toLoadError } from "./service-query.ts";

export type WalletPositions = ReturnType<typeof useWalletPositions>[number];

const freshForMs = 60_000;

/** `unread`: how many items the service or this page could not read, and why. No figure includes them. */
function withUnread<Body extends { readonly setAside: SetAside }>(
  what: "position" | "profit" | "history",
  of: ReturnType<typeof walletOf>,
  parse: (body: unknown) => Body,
) {
  return (body: unknown, setAside: SetAside["examples"]) => {
    const parsed = parse(body);
    // The service names only some of them.
    const first = [...setAside, ...parsed.setAside.examples].find(({ index }) => index >= 0);
    const why = first === undefined ? undefined : `${first.path} ${first.reason}`.trim();
    return { ...parsed, unread: { ...of, what, count: setAside.length + parsed.setAside.count, why } };
  };
}

/** One query per wallet. The portfolio refreshes them together with the markets. */
function useWalletQueries<Body>(
  name: string,
  wallets: readonly string[],
  read: (wallet: string, signal: AbortSignal) => Promise<Body>,
) {
  return useQueries({
    queries: wallets.map((wallet) =>
      queryOptions({
        queryKey: [name, wallet],
        queryFn: ({ signal }) => read(wallet, signal),
        staleTime: freshForMs,
      }),
    ),
  });
}

export function useWalletPositions(wallets: readonly string[]) {
  const config = useDashboardConfig();
  const held = useWalletQueries("positions", wallets, async (wallet, signal) => {
    const path = positionsPath({ wallet });
    const parse = withUnread("position", walletOf(config, wallet), parsePositions);
    const { positions, unread } = await load(path, parse, { signal });
    const readAt = sourceTime(Date.now());
    const rows: readonly PositionRow[] = positions.map((one) => toPositionRow(one, wallet, readAt));
    return { rows, unread };
  });
  const profits = useWalletQueries("pnl", wallets, async (wallet, signal) => {
    const path = pnlPath({ wallet });
    const parse = withUnread("profit", walletOf(config, wallet), parsePnl);
    const body = await load(path, parse, { signal });
    return { profits: toProfits(body, wallet, sourceTime(Date.now())), unread: body.unread };
  });
  return wallets.map((wallet, index) => {
    const positions = held[index];
    const profit = profits[index];
    const again = (onlyFailed: boolean): void => {
      for (const query of [positions, profit])
        if (query !== undefined && (!onlyFailed || query.isError)) void query.refetch();
    };
    return {
      ...walletOf(config, wallet),
      rows: positions?.data?.rows,
      rejectedCount: positions?.data?.unread.count ?? 0,
      unread: [positions?.data?.unread ?? [], profit?.data?.unread ?? []].flat(),
      profits: profit?.data?.profits,
      loading: positions?.isFetching === true && positions.data === undefined,
      error: queryError(positions),
      profitError: queryError(profit),
      readAt: positions?.data === undefined ? undefined : millis(positions.dataUpdatedAt),
      retry: () => again(true),
      refresh: () => again(false),
    };
  });
}

export function demoWalletName({ demoWallets }: DashboardConfig, wallet: string): string | undefined {
  return demoWallets?.find(({ address }) => address === wallet)?.name;
}

function walletOf(config: DashboardConfig, wallet: string) {
  return { wallet, name: demoWalletName(config, wallet) ?? shortAddress(wallet) };
}

function queryError(query: Pick<UseQueryResult, "error" | "isFetching"> | undefined): LoadError | undefined {
  return query === undefined || query.isFetching ? undefined : toLoadError(query.error);
}

export type PositionPast = ReturnType<typeof toPasts>[number];
export type PastPoint = PositionPast["points"][number];

/** One request per wallet. Round `startTime`, or every render fetches again. */
export function usePositionPasts(wallets: readonly string[], startTime: number) {
  const config = useDashboardConfig();
  return useQueries({
    queries: wallets.map((wallet) =>
      queryOptions({
        queryKey: ["position-history", wallet, startTime],
        queryFn: async ({ signal }) => {
          const path = positionHistoryPath({ wallet, startTime, resolution: "1d" });
          const parse = withUnread("history", walletOf(config, wallet), parsePositionHistory);
          const body = await load(path, parse, { signal });
          return { pasts: toPasts(body, wallet), unread: body.unread };
        },
        staleTime: historyFreshMs,
      }),
    ),
    combine: (queries) => ({
      pasts: queries.flatMap(({ data }) => data?.pasts ?? []),
      unread: queries.flatMap(({ data }) => data?.unread ?? []),
      loading: queries.filter(({ data, isFetching }) => data === undefined && isFetching).length,
      failed: queries.flatMap((query, index) => {
        const wallet = wallets[index];
        const error = queryError(query);
        return wallet === undefined || error === undefined
          ? []
          : [{ name: walletOf(config, wallet).name, error }];
      }),
      retry: () => {
        for (const query of queries) if (query.isError) void query.refetch();
      },
    }),
  });
}

export function toPasts({ data }: PositionHistoryBody, wallet: string) {
  return data.positions.map(({ id, type, history }) => ({
    wallet,
    id,
    type: type ?? undefined,
    points: history
      .map((point) => ({
        time: Date.parse(point.timestamp),
        amount: tokenAmount(point.amount),
        usd: usd(point.amountUsd),
        supplied: { amount: tokenAmount(point.amountTokenA), usd: usd(point.amountTokenAUsd) },
        borrowed: { amount: tokenAmount(point.amountTokenB), usd: usd(point.amountTokenBUsd) },
      }))
      .filter(({ time }) => !Number.isNaN(time))
      .toSorted((a, b) => a.time - b.time),
  }));
}
