import { QueryClient } from "@tanstack/react-query";
import { LoadError, mayHavePassed } from "./fetch-json.ts";

const automaticRetries = 2;
/** With a longer wait the user would see only a page that loads, so the retry is left to the user. */
const longestWaitMs = 5000;

function retryTwice(failures: number, fault: Error): boolean {
  return (
    failures < automaticRetries &&
    fault instanceof LoadError &&
    mayHavePassed(fault) &&
    retryDelay(failures, fault) <= longestWaitMs
  );
}

export function retryDelay(failures: number, fault: Error): number {
  return (fault instanceof LoadError ? fault.retryAfterMs : undefined) ?? 1000 * 2 ** failures;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Off, because deep comparison costs more than rendering.
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
