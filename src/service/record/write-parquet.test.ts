import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { exportColumns, type ExportedRow } from "../../domain/record/export-rows.ts";
import { meanNames } from "../../domain/record/figures.ts";
import { writeParquet } from "./write-parquet.ts";

const start = Date.parse("2026-10-01T00:00:00Z");

function point(index: number): ExportedRow {
  const values = new Map<string, number>([
    ["depositApy", index / 1e6],
    ...(index % 3 === 0 ? [] : [["totalDeposit", index * 1.5] as const]),
  ]);
  const figures = meanNames.map((name) => values.get(name));
  return [start + index * 600_000, `m${index % 7}`, "lending", "kamino", ...figures];
}

async function* inPortions(all: readonly ExportedRow[], size: number) {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

async function written(all: readonly ExportedRow[]): Promise<{ file: ArrayBuffer; parts: number }> {
  const parts: Uint8Array[] = [];
  for await (const part of writeParquet(inPortions(all, 700))) parts.push(part);
  return {
    file: await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer(),
    parts: parts.length,
  };
}

test("writes every row once and in order, with null for unknown figures", async () => {
  const points = Array.from({ length: 25_000 }, (_, index) => point(index));
  const { file, parts } = await written(points);
  expect(parts).toBe(5);
  const { row_groups: groups } = await parquetMetadataAsync(file);
  expect(groups.length).toBe(5);
  const rows = await parquetReadObjects({ file });
  expect(rows).toHaveLength(points.length);
  expect(Object.keys(rows[0] ?? {})).toEqual([...exportColumns]);
  for (const index of [0, 1, 9_799, 9_800, 19_999, 24_999])
    expect(rows[index]).toMatchObject({
      timestamp: new Date(start + index * 600_000),
      marketId: `m${index % 7}`,
      depositApy: index / 1e6,
      totalDeposit: index % 3 === 0 ? null : index * 1.5,
      borrowApy: null,
    });
});

test("writes a valid file without rows", async () => {
  const { file } = await written([]);
  expect(await parquetReadObjects({ file })).toEqual([]);
});
