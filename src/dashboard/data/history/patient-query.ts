// How what is asked for beside the list is asked for, kept, and tried again when it fails: the same for histories and for wallets.
import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useCallback } from "react";
import { useDashboardConfig } from "../markets/configuration.ts";
import { loadJson, LoadError, mayHavePassed } from "../markets/markets-client.ts";
import { apiBase } from "../markets/service-call.ts";

const automaticRetries = 2;

/** So long a past is not asked for again. */
export const pastHoldsMs = 5 * 60_000;

/** Options of a query whose answer is shown as it comes: two tries more after failures that may pass, none after others. */
export const patientQuery = {
  structuralSharing: false,
  networkMode: "always",
  refetchOnWindowFocus: false,
  refetchOnReconnect: (query: { readonly state: { readonly status: string } }) =>
    query.state.status === "error",
  retry: (failures: number, fault: Error) =>
    failures < automaticRetries && fault instanceof LoadError && mayHavePassed(fault),
  retryDelay: (failures: number, fault: Error) =>
    (fault instanceof LoadError ? fault.retryAfterMs : undefined) ?? 1000 * 2 ** failures,
} as const;

/** How what was asked for stands. */
export interface Asked {
  /** Whether it is on its way for the first time. */
  readonly loading: boolean;
  /** Why it is not there, or older than it could be. */
  readonly error: LoadError | undefined;
  readonly retry: () => void;
}

/** `data` is undefined until it was read once. */
export function usePatientQuery<Data>(
  options: Pick<UseQueryOptions<Data>, "queryKey" | "queryFn" | "enabled" | "staleTime" | "refetchInterval">,
): Asked & { readonly data: Data | undefined } {
  const { data, error, isFetching, refetch } = useQuery({ ...options, ...patientQuery });
  const retry = useCallback(() => void refetch(), [refetch]);
  const loading = isFetching && data === undefined;
  return { data, loading, error: !loading && error instanceof LoadError ? error : undefined, retry };
}

/** Asks for a path below the API's base and reads the answer. @throws LoadError */
export type Load = <Body>(path: string, parse: (body: unknown) => Body, signal: AbortSignal) => Promise<Body>;

export function useLoad(): Load {
  const { clientKey } = useDashboardConfig();
  return (path, parse, signal) => loadJson({ url: `${apiBase}${path}`, clientKey, page: 0, signal }, parse);
}
