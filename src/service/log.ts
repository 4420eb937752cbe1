// One line of JSON per event on standard output. Callers pass names, counts and times; never a key, an address or a value
// somebody sent, so that a log can be kept and shared.
import type { Writable } from "node:stream";
import type { LogLevel } from "./config.ts";

export type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type WriteLine = (line: string) => void;

/**
 * Writes lines to a stream for as long as somebody reads it: a reader that goes away ends the lines and nothing else. Those of
 * one turn of the event loop are written together, also the last ones.
 */
export function createLineWriter(stream: Writable): WriteLine {
  let lines = "";
  let read = true;
  const flush = (): void => {
    if (read && lines !== "") stream.write(lines);
    lines = "";
  };
  stream.on("error", () => {
    read = false;
  });
  process.once("exit", flush);
  return (line) => {
    if (lines === "") setImmediate(flush);
    lines += line;
  };
}

/** A log that writes events of its level and above. */
export function createLog(
  level: LogLevel,
  write: WriteLine = (line) => void process.stdout.write(line),
): Log {
  let second = 0;
  let upToSecond = "";
  /** RFC 3339. Only the milliseconds are written anew within a second. */
  const time = (): string => {
    const now = Date.now();
    if (now - second >= 1000 || now < second) {
      second = Math.floor(now / 1000) * 1000;
      upToSecond = new Date(second).toISOString().slice(0, -4);
    }
    return `${upToSecond}${String(now - second).padStart(3, "0")}Z`;
  };
  const at =
    (name: "info" | "error") =>
    (event: string, fields: LogFields = {}): void =>
      write(`{"time":"${time()}",${JSON.stringify({ level: name, event, ...fields }).slice(1)}\n`);
  return {
    info: level === "info" ? at("info") : nothing,
    error: level === "silent" ? nothing : at("error"),
  };
}

function nothing(): void {}
