import { recordEventKinds } from "../../contract/record/record-parts.ts";
import { StoreFault, readInteger, readOptionalNumber, readText, type Row } from "./engine/database.ts";
import { figureNames } from "./figures.ts";
import type { RecordedEvent } from "./market-events.ts";

export function recordedEvent(row: Row): RecordedEvent {
  const kindText = readText(row, "kind");
  const kind = recordEventKinds.find((known) => known === kindText);
  if (kind === undefined) throw new StoreFault("damaged", "kind");
  const fieldText = readText(row, "field");
  const field = figureNames.find((known) => known === fieldText);
  const before = readOptionalNumber(row, "before");
  const after = readOptionalNumber(row, "after");
  return {
    time: readInteger(row, "time") * 1000,
    marketId: readText(row, "id"),
    kind,
    ...(field === undefined ? {} : { field }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
