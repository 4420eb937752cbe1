// How what is asked for beside the list is kept, and tried again when it fails: the same for histories and for wallets.
import { LoadError, mayHavePassed } from "../markets/markets-client.ts";

const automaticRetries = 2;

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
