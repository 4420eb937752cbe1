// Log names, counts and times only, never a key, an address or a value somebody sent: logs get shared.
import type { Writable } from "node:stream";
import type { LogLevel } from "./environment.ts";

type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type WriteLine = (line: string) => void;

/** A reader that goes away must not end the program. */
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
