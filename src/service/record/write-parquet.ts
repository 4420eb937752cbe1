// Writes and sends one row group at a time.
import type { ColumnSource, ParquetWriter as Writer } from "hyparquet-writer";
import { meanNames } from "../../domain/record/figures.ts";
import { exportColumns, type ExportedRow } from "../../domain/record/export-rows.ts";

/** Takes about thirty milliseconds. With smaller groups the file's index would need too much memory. */
const rowsAtOnce = 5000;

const text = { type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" } as const;

const schema: Writer["schema"] = [
  { name: "root", num_children: 4 + meanNames.length },
  { name: "timestamp", type: "INT64", converted_type: "TIMESTAMP_MILLIS", repetition_type: "REQUIRED" },
  { name: "marketId", ...text },
  { name: "type", ...text },
  { name: "provider", ...text },
  ...meanNames.map((name) => ({ name, type: "DOUBLE", repetition_type: "OPTIONAL" }) as const),
];

/** Times are UTC, figures are doubles, and null means unknown. */
export async function* writeParquet(
  portions: AsyncIterable<readonly ExportedRow[]>,
): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: "Yieldboard" });
  /** Returns the bytes that were not sent yet. File offsets continue. */
  const take = (): Uint8Array => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  let held: ExportedRow[] = [];
  for await (const rows of portions) {
    for (const row of rows) held.push(row);
    if (held.length < rowsAtOnce) continue;
    await file.write({ columnData: columnsOf(held), rowGroupSize: held.length });
    held = [];
    yield take();
  }
  if (held.length > 0) await file.write({ columnData: columnsOf(held), rowGroupSize: held.length });
  await file.finish();
  yield take();
}

function columnsOf(rows: readonly ExportedRow[]): ColumnSource[] {
  return exportColumns.map((name, index) => ({
    name,
    data: rows.map((row) => (index === 0 ? new Date(row[0]) : row[index])),
  }));
}
