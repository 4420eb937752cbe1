import { expect, test } from "vitest";
import { Blocks } from "./blocks.ts";
import type { Database } from "./engine/database.ts";
import { rawBlocks } from "./schema.ts";
import { Series } from "./series.ts";

const empty: Database = {
  kind: "file",
  dialect: {
    now: "0",
    lockRow: "",
    oneOf: () => "true",
    list: () => "",
    unlogged: "",
    byMonth: "",
    makePart: () => undefined,
    dropPart: () => undefined,
  },
  query: async () => [],
  write: async () => {},
  migrate: async () => {},
  close: async () => {},
};

test("blocks of thousands of markets are made while those before them are written, never all at once", async () => {
  let made = 0;
  let taken = 0;
  let most = 0;
  const markets = Array.from({ length: 5000 }, (_, index) => index + 1);
  const seriesOf = (): Series => {
    made += 1;
    const series = new Series(1);
    series.push(1000, { depositApy: 0.05 });
    return series;
  };
  for await (const step of new Blocks(empty).steps(rawBlocks, markets, seriesOf, -Infinity)) {
    most = Math.max(most, made - taken);
    if (step.kind === "put") taken += step.rows.length;
  }
  expect(taken).toBe(5000);
  expect(most).toBeLessThanOrEqual(250);
});
