import type { MarketRow } from "../../../domain/market/market-row.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { unknownNote } from "../../../domain/market/assess/words.ts";
import type { ColumnHelp } from "../../../domain/market/column-help.ts";

export function explain(
  { what, formula }: ColumnHelp,
  field: string | undefined,
  missingOf?: MarketRow,
): string {
  return joinParts(
    [
      what,
      formula !== undefined && `Formula: ${formula}.`,
      field !== undefined && `Source: ${field}.`,
      missingOf !== undefined && `${unknownNote(missingOf.providerName)}.`,
    ],
    " ",
  );
}
