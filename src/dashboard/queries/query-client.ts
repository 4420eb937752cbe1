import { QueryClient } from "@tanstack/react-query";
import { LoadError, mayHavePassed } from "./fetch-json.ts";

const automaticRetries = 2;
/** With a longer wait the user would see only a page that loads, so the retry is left to the user. */
const maxWaitMs = 5000;

function retryTwice(failures: number, fault: Error): boolean {
  return (
    failures < automaticRetries &&
    fault instanceof LoadError &&
    mayHavePassed(fault) &&
    retryDelay(failures, fault) <= maxWaitMs
  );
}

/** Depends only on the failure, so that the time of the next attempt can be shown. */
export function retryDelay(failures: number, fault: Error): number {
  const waitMs = 1000 * 2 ** failures;
  if (!(fault instanceof LoadError)) return waitMs;
  // ±20 %, so that browsers do not all retry at the same time.
  const spread = 0.8 + (0.4 * (fault.at % 1000)) / 1000;
  return fault.retryAfterMs ?? waitMs * spread;
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
