// The query client of the page, and what its queries have in common.
import { QueryClient } from "@tanstack/react-query";
import { LoadError, mayHavePassed } from "./fetch-json.ts";

const automaticRetries = 2;

/** Two more attempts after failures that may pass, none after others. */
export function retryTwice(failures: number, fault: Error): boolean {
  return failures < automaticRetries && fault instanceof LoadError && mayHavePassed(fault);
}

/** In ms. The service's Retry-After comes first. */
export function retryDelay(failures: number, fault: Error): number {
  return (fault instanceof LoadError ? fault.retryAfterMs : undefined) ?? 1000 * 2 ** failures;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Comparing every answer deeply with the last one costs more than rendering it.
        structuralSharing: false,
        networkMode: "always",
        refetchOnWindowFocus: false,
        refetchOnReconnect: (query) => query.state.status === "error",
        retry: retryTwice,
        retryDelay,
      },
    },
  });
}
