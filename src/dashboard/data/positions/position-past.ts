// What wallets' positions were worth, day by day: GET /v0/positions/history, one request per wallet.
import { useQueries } from "@tanstack/react-query";
import {
  parsePositionHistory,
  type PositionHistoryBody,
} from "../../../contract/positions/position-history.ts";
import { writePositionHistoryRequest } from "../../../contract/positions/positions-request.ts";
import { tokenAmount, usd, type TokenAmount, type Usd } from "../../../contract/units.ts";
import { pastHoldsMs, patientQuery, useLoad } from "../history/patient-query.ts";
import { LoadError } from "../markets/markets-client.ts";

interface PastValue {
  readonly amount: TokenAmount | undefined;
  readonly usd: Usd | undefined;
}

/** One moment of a position; the legs are a loop's. */
export interface PastPoint extends PastValue {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly supplied: PastValue;
  readonly borrowed: PastValue;
}

export interface PositionPast {
  readonly wallet: string;
  readonly id: string;
  readonly type: string | undefined;
  /** In order of time. */
  readonly points: readonly PastPoint[];
}

interface WalletPasts {
  readonly pasts: readonly PositionPast[];
  /** Wallets whose past is on its way. */
  readonly loading: number;
  readonly failed: readonly { readonly wallet: string; readonly error: LoadError }[];
  readonly retry: () => void;
}

/**
 * The daily past of all positions of some wallets.
 * @param startTime milliseconds since the epoch; round it, or each render asks anew
 */
export function usePositionPasts(wallets: readonly string[], startTime: number): WalletPasts {
  const load = useLoad();
  return useQueries({
    queries: wallets.map((wallet) => ({
      ...patientQuery,
      staleTime: pastHoldsMs,
      queryKey: ["position-history", wallet, startTime],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly PositionPast[]> => {
        const query = writePositionHistoryRequest({ wallet, startTime, resolution: "1d" });
        return toPasts(await load(`/v0/positions/history?${query}`, parsePositionHistory, signal), wallet);
      },
    })),
    combine: (queries): WalletPasts => ({
      pasts: queries.flatMap(({ data }) => data ?? []),
      loading: queries.filter(({ data, isFetching }) => data === undefined && isFetching).length,
      failed: queries.flatMap(({ error, isFetching }, index) => {
        const wallet = wallets[index];
        return wallet !== undefined && error instanceof LoadError && !isFetching ? [{ wallet, error }] : [];
      }),
      retry: () => {
        for (const query of queries) if (query.isError) void query.refetch();
      },
    }),
  });
}

/** Flattens an answer; points whose time cannot be read are left out. */
export function toPasts({ data }: PositionHistoryBody, wallet: string): readonly PositionPast[] {
  return data.positions.map(({ id, type, history }) => ({
    wallet,
    id,
    type: type ?? undefined,
    points: history
      .flatMap((point): PastPoint[] => {
        const time = Date.parse(point.timestamp);
        return Number.isNaN(time)
          ? []
          : [
              {
                time,
                amount: tokenAmount(point.amount),
                usd: usd(point.amountUsd),
                supplied: { amount: tokenAmount(point.amountTokenA), usd: usd(point.amountTokenAUsd) },
                borrowed: { amount: tokenAmount(point.amountTokenB), usd: usd(point.amountTokenBUsd) },
              },
            ];
      })
      .toSorted((a, b) => a.time - b.time),
  }));
}
