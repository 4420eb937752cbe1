import { parseMarketChanges, type MarketChanges } from "../../contract/record/market-changes.ts";
import { parseRecordChanges, type RecordChanges } from "../../contract/record/record-changes.ts";
import {
  changesPath,
  exportPath,
  marketChangesPath,
  type ChangeWindow,
  type ExportRequest,
} from "../../contract/record/record-request.ts";
import { callService, responseError, load, LoadError, orMissing, unreached, withKey } from "./fetch-json.ts";
import { useRecord, type RecordResponse } from "./record-summary.ts";

export function useRecordChanges(since: ChangeWindow): RecordResponse<RecordChanges> {
  return useRecordAt(changesPath({ since }), parseRecordChanges);
}

export function useMarketRecord(id: string): RecordResponse<MarketChanges> {
  return useRecordAt(marketChangesPath({ id }), parseMarketChanges);
}

function useRecordAt<Body>(path: string, parse: (body: unknown) => Body): RecordResponse<Body> {
  return useRecord(path, true, (signal) => load(path, parse, { signal }));
}

/** Without events. Markets without a record are missing. */
export function useMarketRecords(ids: readonly string[]): RecordResponse<ReadonlyMap<string, MarketChanges>> {
  return useRecord(`markets ${ids.join()}`, ids.length > 0, async (signal) => {
    const read = async (id: string) => {
      const path = marketChangesPath({ id, limit: 1 });
      const record = await orMissing(load(path, parseMarketChanges, { signal }), undefined);
      return record === undefined ? [] : [[id, record] as const];
    };
    return new Map((await Promise.all(ids.map(read))).flat());
  });
}

/**
 * Fetched here, because the key needs a header, which a link cannot send. Has no time limit: the file is written
 * while it is sent. Throws LoadError, also when the response breaks off.
 */
export function loadRecordFile(request: ExportRequest): Promise<Blob> {
  return withKey(async (key) => {
    try {
      const response = await callService(exportPath(request), key);
      if (!response.ok) throw responseError(0, response, await response.text());
      return await response.blob();
    } catch (error) {
      throw error instanceof LoadError ? error : unreached(0, error);
    }
  });
}
