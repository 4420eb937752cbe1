// An export as Parquet, made row group by row group while it is sent: the file is never whole in memory.
import type { ColumnSource, ParquetWriter as Writer } from "hyparquet-writer";
import { pointFields } from "../store/point.ts";
import type { ExportedPoint } from "./export.ts";

/** Written in one turn, some thirty milliseconds. Of smaller groups a long file has so many that what it says of them takes memory. */
const rowsAtOnce = 5000;

const text = { type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" } as const;

const schema: Writer["schema"] = [
  { name: "root", num_children: 4 + pointFields.length },
  { name: "timestamp", type: "INT64", converted_type: "TIMESTAMP_MILLIS", repetition_type: "REQUIRED" },
  { name: "marketId", ...text },
  { name: "type", ...text },
  { name: "provider", ...text },
  ...pointFields.map((name) => ({ name, type: "DOUBLE", repetition_type: "OPTIONAL" }) as const),
];

/** An export with the columns of `exportColumns`: times in UTC, figures as doubles. What is not known is null. */
export async function* writeParquet(
  portions: AsyncIterable<readonly ExportedPoint[]>,
): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: "Yieldboard" });
  /** What is written and not sent yet. Offsets in the file go on. */
  const take = (): Uint8Array => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  let held: ExportedPoint[] = [];
  for await (const points of portions) {
    for (const point of points) held.push(point);
    if (held.length < rowsAtOnce) continue;
    await file.write({ columnData: columnsOf(held), rowGroupSize: held.length });
    held = [];
    yield take();
  }
  if (held.length > 0) await file.write({ columnData: columnsOf(held), rowGroupSize: held.length });
  await file.finish();
  yield take();
}

function columnsOf(points: readonly ExportedPoint[]): ColumnSource[] {
  return [
    { name: "timestamp", data: points.map(({ time }) => new Date(time)) },
    { name: "marketId", data: points.map(({ marketId }) => marketId) },
    { name: "type", data: points.map(({ type }) => type) },
    { name: "provider", data: points.map(({ provider }) => provider) },
    ...pointFields.map((field) => ({ name: field, data: points.map(({ value }) => value(field)) })),
  ];
}
