// One line of JSON per event on standard output. Callers pass names, counts and times; never a key, an address or a value
// somebody sent, so that a log can be kept and shared.
import type { Writable } from "node:stream";
import type { LogLevel } from "./environment.ts";

type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type WriteLine = (line: string) => void;

/** Writes lines for as long as somebody reads them: a reader that goes away ends the lines and nothing else. */
export function createLineWriter(stream: Writable): WriteLine {
  let isRead = true;
  stream.on("error", () => (isRead = false));
  return (line) => void (isRead && stream.write(line));
}

export function createLog(
  level: LogLevel,
  write: WriteLine = (line) => void process.stdout.write(line),
): Log {
  const at =
    (name: "info" | "error") =>
    (event: string, fields: LogFields = {}) =>
      write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...fields })}\n`);
  return {
    info: level === "info" ? at("info") : () => {},
    error: level === "silent" ? () => {} : at("error"),
  };
}
