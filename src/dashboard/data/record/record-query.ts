// What the service has recorded: GET /v0/changes, /v0/markets/{id}/changes and /v0/record/summary, asked for where they are shown.
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { parseMarketChanges, type MarketChanges } from "../../../contract/record/market-changes.ts";
import { parseRecordChanges, type RecordChanges } from "../../../contract/record/record-changes.ts";
import {
  writeChangesRequest,
  writeMarketChangesRequest,
  type ChangeWindow,
} from "../../../contract/record/record-request.ts";
import { parseRecordSummary, type RecordSummary } from "../../../contract/record/record-summary.ts";
import { patientQuery, useLoad, type Asked, type Load } from "../history/patient-query.ts";
import { useDashboardConfig } from "../markets/configuration.ts";
import { LoadError } from "../markets/markets-client.ts";

/** An answer from the record, as views see it. One that was read once stays while it cannot be read anew. */
interface RecordAnswer<Body> extends Asked {
  readonly body: Body | undefined;
  /** When it was read, in milliseconds since the epoch. */
  readonly readAt: number | undefined;
}

const freshForMs = 60_000;
/** Nobody is left before an empty place for longer than this until it is said why it is empty. */
const longestWaitMs = 5000;

/**
 * Nothing is asked for where the service records nothing.
 * @param key what tells this question from others
 */
function useRecord<Body>(
  key: string,
  wanted: boolean,
  ask: (load: Load, signal: AbortSignal) => Promise<Body>,
): RecordAnswer<Body> {
  const { record } = useDashboardConfig();
  const load = useLoad();
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ["record", key],
    queryFn: async ({ signal }) => ask(load, signal),
    enabled: wanted && record !== undefined,
    staleTime: freshForMs,
    ...patientQuery,
    retry: (failures, fault) =>
      patientQuery.retry(failures, fault) && patientQuery.retryDelay(failures, fault) <= longestWaitMs,
    // Nothing new is there before the next walk; a record that could not be read may have begun since.
    refetchInterval: ({ state }) =>
      state.status === "error" ? freshForMs : Math.max(freshForMs, record?.everyMs ?? 0),
  });
  return {
    body: data,
    readAt: data === undefined ? undefined : dataUpdatedAt,
    loading: isFetching && data === undefined,
    error: error instanceof LoadError && !isFetching ? error : undefined,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

function useOne<Body>(path: string, parse: (body: unknown) => Body, wanted = true): RecordAnswer<Body> {
  return useRecord(path, wanted, (load, signal) => load(path, parse, signal));
}

/** What changed in all markets over the time that ends with the last walk. */
export function useRecordChanges(since: ChangeWindow): RecordAnswer<RecordChanges> {
  return useOne(`/v0/changes?${writeChangesRequest({ since })}`, parseRecordChanges);
}

/** What the record tells of one market. */
export function useMarketRecord(id: string): RecordAnswer<MarketChanges> {
  return useOne(writeMarketChangesRequest({ id }), parseMarketChanges);
}

/** The same of several markets, without their events. One of which nothing is recorded is not there. */
export function useMarketRecords(
  ids: readonly string[],
  wanted: boolean,
): RecordAnswer<ReadonlyMap<string, MarketChanges>> {
  return useRecord(`markets ${ids.join()}`, wanted && ids.length > 0, async (load, signal) => {
    const read = async (id: string): Promise<readonly (readonly [string, MarketChanges])[]> => {
      try {
        return [[id, await load(writeMarketChangesRequest({ id, limit: 1 }), parseMarketChanges, signal)]];
      } catch (error) {
        if (error instanceof LoadError && error.status === 404) return [];
        throw error;
      }
    };
    return new Map((await Promise.all(ids.map(read))).flat());
  });
}

/** Every market's record in short. @param wanted false asks for nothing */
export function useRecordSummary(wanted: boolean): RecordAnswer<RecordSummary> {
  return useOne("/v0/record/summary", parseRecordSummary, wanted);
}
