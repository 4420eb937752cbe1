import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { LoadError, unreached } from "./fetch-json.ts";

export const historyFreshMs = 5 * 60_000;

/** `data` stays available while a refetch fails. */
export function useServiceQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(options);
  const retry = useCallback(() => void refetch(), [refetch]);
  const loading = isFetching && data === undefined;
  const fault = useMemo(() => toLoadError(error), [error]);
  return {
    data,
    readAt: data === undefined ? undefined : dataUpdatedAt,
    loading,
    error: loading ? undefined : fault,
    retry,
  };
}

/** Code that loads with the first answer may fail to arrive, too. */
export function toLoadError(error: Error | null): LoadError | undefined {
  return error === null || error instanceof LoadError ? (error ?? undefined) : unreached(0, error);
}
