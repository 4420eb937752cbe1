import type { RecordSummary } from "../../contract/record/record-summary.ts";
import { useDashboardConfig } from "./configuration.ts";
import { useLoad, useServiceQuery, type Load, type QueryStatus } from "./service-query.ts";

/** Keeps the last answer while the record cannot be read. */
export interface RecordAnswer<Body> extends QueryStatus {
  readonly body: Body | undefined;
  readonly readAt: number | undefined;
}

const freshForMs = 60_000;

export function useRecord<Body>(
  key: string,
  wanted: boolean,
  fetchBody: (load: Load, signal: AbortSignal) => Promise<Body>,
): RecordAnswer<Body> {
  const { record } = useDashboardConfig();
  const load = useLoad();
  const { data, ...rest } = useServiceQuery({
    queryKey: ["record", key],
    queryFn: ({ signal }) => fetchBody(load, signal),
    enabled: wanted && record !== undefined,
    staleTime: freshForMs,
    // Nothing changes before the next poll, but a record that failed may recover sooner.
    refetchInterval: ({ state }) =>
      state.status === "error" ? freshForMs : Math.max(freshForMs, record?.everyMs ?? 0),
  });
  return { body: data, ...rest };
}

export function useRecordSummary(wanted: boolean): RecordAnswer<RecordSummary> {
  const path = "/v0/record/summary";
  return useRecord(path, wanted, async (load, signal) => {
    // Imported late, to keep its schema out of the first route.
    const { parseRecordSummary } = await import("../../contract/record/record-summary.ts");
    return load(path, parseRecordSummary, signal);
  });
}
