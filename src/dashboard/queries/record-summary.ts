import { recordFigures, type RecordFigures } from "../../domain/market/record-figures.ts";
import { useDashboardConfig } from "./configuration.ts";
import { load } from "./fetch-json.ts";
import { useServiceQuery } from "./service-query.ts";

export type RecordResponse<Body> = ReturnType<typeof useRecord<Body>>;

const freshForMs = 60_000;

/** Keeps the last response while the record cannot be read. */
export function useRecord<Body>(
  key: string,
  enabled: boolean,
  fetchBody: (signal: AbortSignal, last: Body | undefined) => Promise<Body>,
) {
  const { record } = useDashboardConfig();
  const { data, ...rest } = useServiceQuery({
    queryKey: ["record", key],
    queryFn: ({ signal, client, queryKey }) => fetchBody(signal, client.getQueryData<Body>(queryKey)),
    enabled: enabled && record !== undefined,
    staleTime: freshForMs,
    // Nothing changes before the next poll, but a record that failed may recover sooner.
    refetchInterval: ({ state }) =>
      state.status === "error" ? freshForMs : Math.max(freshForMs, record?.everyMs ?? 0),
  });
  return { body: data, ...rest };
}

export function useRecordFigures(enabled: boolean): RecordResponse<RecordFigures> {
  const path = "/v0/record/summary";
  return useRecord(path, enabled, async (signal, last) => {
    // Imported late, to keep its schema out of the first route.
    const { parseRecordSummary } = await import("../../contract/record/record-summary.ts");
    return recordFigures(await load(path, parseRecordSummary, { signal }), last);
  });
}
