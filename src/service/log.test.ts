import { Writable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLineWriter, createLog } from "./log.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("stops writing when the reader closes the pipe, without crashing", async () => {
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

test("computes no fields of a line that it does not write", () => {
  const written: string[] = [];
  const fields = vi.fn<() => { readonly route: string }>(() => ({ route: "/" }));
  createLog("error", (line) => written.push(line)).info("request", fields);
  expect(fields).not.toHaveBeenCalled();
  createLog("info", (line) => written.push(line)).info("request", fields);
  expect(written.map((line) => Object(JSON.parse(line)).route)).toEqual(["/"]);
});

test("omits lines below the configured level", () => {
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

test("writes time, level and event, then the fields", () => {
  const written: string[] = [];
  vi.setSystemTime("2026-10-01T00:00:59.007Z");
  createLog("info", (line) => written.push(line)).info("written", { route: "/", none: undefined });
  expect(written).toEqual([
    '{"time":"2026-10-01T00:00:59.007Z","level":"info","event":"written","route":"/"}\n',
  ]);
});

test("writes the lines of one turn at once and flushes them on exit", () => {
  const written: string[] = [];
  const write = createLineWriter(
    new Writable({ write: (chunk, _, done) => (written.push(String(chunk)), done()) }),
  );
  write("one\n");
  write("two\n");
  vi.runAllTimers();
  expect(written).toEqual(["one\ntwo\n"]);
  write("three\n");
  process.listeners("exit").at(-1)?.(0);
  expect(written).toEqual(["one\ntwo\n", "three\n"]);
});
