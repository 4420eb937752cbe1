import { Writable } from "node:stream";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLineWriter, createLog } from "./log.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a reader that goes away ends the lines and nothing else", async () => {
  const written: string[] = [];
  const pipe = new Writable({
    autoDestroy: false,
    write(chunk, _, done) {
      written.push(String(chunk));
      done(written.length === 2 ? Object.assign(new Error("write EPIPE"), { code: "EPIPE" }) : undefined);
    },
  });
  const log = createLog("info", createLineWriter(pipe));
  for (const event of ["one", "two", "three"]) {
    log.info(event);
    await vi.runAllTimersAsync();
  }
  expect(written.map((line) => Object(JSON.parse(line)).event)).toEqual(["one", "two"]);
});

test("a level leaves out what is below it", () => {
  const written: string[] = [];
  for (const level of ["info", "error", "silent"] as const) {
    const log = createLog(level, (line) => written.push(line));
    log.info(`written at ${level}`);
    log.error(`failed at ${level}`);
  }
  expect(written.map((line) => Object(JSON.parse(line)).event)).toEqual([
    "written at info",
    "failed at info",
    "failed at error",
  ]);
});

test("a line has its moment to the millisecond, also when the clock is set back", () => {
  const written: string[] = [];
  const log = createLog("info", (line) => written.push(line));
  const moments = [
    "2026-10-01T00:00:59.007Z",
    "2026-10-01T00:00:59.999Z",
    "2026-10-01T00:01:00.000Z",
    "2025-12-31T23:59:59.080Z",
  ];
  for (const moment of moments) {
    vi.setSystemTime(new Date(moment));
    log.info("written", { route: "/" });
  }
  expect(written.map((line) => JSON.parse(line))).toEqual(
    moments.map((time) => ({ time, level: "info", event: "written", route: "/" })),
  );
});

test("a line is the JSON of its fields, whatever is in their texts", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom('"', "\\", "\n", "\u2028", "\ud800", "\u007f"),
  );
  const number = fc.oneof(fc.double(), fc.integer());
  const anyFields = fc.record({
    text,
    number,
    flag: fc.boolean(),
    list: fc.array(text),
    none: fc.constant(undefined),
  });
  fc.assert(
    fc.property(anyFields, (fields) => {
      const written: string[] = [];
      createLog("info", (line) => written.push(line)).info("written", fields);
      const [line = ""] = written;
      expect(line.endsWith("}\n")).toBe(true);
      const { time: _time, level: _level, event: _event, ...read } = Object(JSON.parse(line));
      expect(read).toEqual(JSON.parse(JSON.stringify(fields)));
    }),
  );
});
