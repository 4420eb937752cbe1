// What the service has recorded: GET /v0/changes, /v0/markets/{id}/changes, /v0/record/summary and /v0/record/export.
import { queryOptions, type QueryFunctionContext } from "@tanstack/react-query";
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { parseMarketChanges, type MarketChanges } from "../../contract/record/market-changes.ts";
import { parseRecordChanges, type RecordChanges } from "../../contract/record/record-changes.ts";
import {
  writeChangesRequest,
  writeExportRequest,
  writeMarketChangesRequest,
  type ChangeWindow,
  type ExportRequest,
} from "../../contract/record/record-request.ts";
import { parseRecordSummary, type RecordSummary } from "../../contract/record/record-summary.ts";
import { useDashboardConfig } from "./configuration.ts";
import { failureOf, LoadError, unreached, withKey } from "./fetch-json.ts";
import { retryDelay, retryTwice } from "./query-client.ts";
import { apiBase, callService } from "./service-call.ts";
import { useLoad, useServiceQuery, type Load, type QueryStatus } from "./service-query.ts";

/** An answer from the record. One that was read once stays while it cannot be read again. */
interface RecordAnswer<Body> extends QueryStatus {
  readonly body: Body | undefined;
  /** When it was read, in milliseconds since the epoch. */
  readonly readAt: number | undefined;
}

const freshForMs = 60_000;
/** An automatic retry that is further away than this is left to the user. */
const longestWaitMs = 5000;

/** Options of a query of the record. It is off where the service records nothing. */
function recordQuery<Body>(
  key: string,
  record: DashboardConfig["record"],
  wanted: boolean,
  fetchBody: (signal: AbortSignal) => Promise<Body>,
) {
  return queryOptions({
    queryKey: ["record", key],
    queryFn: ({ signal }: QueryFunctionContext) => fetchBody(signal),
    enabled: wanted && record !== undefined,
    staleTime: freshForMs,
    retry: (failures, fault) => retryTwice(failures, fault) && retryDelay(failures, fault) <= longestWaitMs,
    // There is nothing new before the next snapshot; a record that could not be read may be there by now.
    refetchInterval: ({ state }) =>
      state.status === "error" ? freshForMs : Math.max(freshForMs, record?.everyMs ?? 0),
  });
}

function useRecord<Body>(
  key: string,
  wanted: boolean,
  fetchBody: (load: Load, signal: AbortSignal) => Promise<Body>,
): RecordAnswer<Body> {
  const { record } = useDashboardConfig();
  const load = useLoad();
  const { data, ...rest } = useServiceQuery(
    recordQuery(key, record, wanted, (signal) => fetchBody(load, signal)),
  );
  return { body: data, ...rest };
}

function useOne<Body>(path: string, parse: (body: unknown) => Body, wanted = true): RecordAnswer<Body> {
  return useRecord(path, wanted, (load, signal) => load(path, parse, signal));
}

/** What changed in all markets within a time that ends with the last snapshot. */
export function useRecordChanges(since: ChangeWindow): RecordAnswer<RecordChanges> {
  return useOne(`/v0/changes?${writeChangesRequest({ since })}`, parseRecordChanges);
}

/** The changes of one market. */
export function useMarketRecord(id: string): RecordAnswer<MarketChanges> {
  return useOne(writeMarketChangesRequest({ id }), parseMarketChanges);
}

/** The changes of several markets, without their events. Markets that are not recorded are absent. */
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

/** A summary of every market's record. @param wanted false fetches nothing */
export function useRecordSummary(wanted: boolean): RecordAnswer<RecordSummary> {
  return useOne("/v0/record/summary", parseRecordSummary, wanted);
}

/**
 * Loads the record of some markets as a file. The key goes into a header, so a link cannot do it. There is no time limit: the file
 * is written while it is sent.
 * @param clientKey the key of the configuration
 * @throws LoadError, also when the file breaks off
 */
export function loadRecordFile(request: ExportRequest, clientKey: string): Promise<Blob> {
  const url = `${apiBase}/v0/record/export?${writeExportRequest(request)}`;
  return withKey(clientKey, async (key) => {
    try {
      const response = await callService(url, key).response;
      if (!response.ok) throw failureOf(0, response, await response.text());
      return await response.blob();
    } catch (error) {
      throw error instanceof LoadError ? error : unreached(0, error);
    }
  });
}
