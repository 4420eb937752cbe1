// The record as a file: GET /v0/record/export, which wants the key in a header, so that no link can ask for it.
import { writeExportRequest, type ExportRequest } from "../../../contract/record/record-request.ts";
import { failureOf, LoadError, unreached, withKey } from "../markets/markets-client.ts";
import { apiBase, callService } from "../markets/service-call.ts";

/**
 * Loads what is recorded of some markets. There is no limit of time: the file is made while it is sent.
 * @param clientKey the key of the configuration
 * @throws LoadError, also where the file is broken off on its way
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
