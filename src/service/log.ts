// One line of JSON per event on standard output. Callers pass names, counts and times; never a key, an address or a value
// somebody sent, so that a log can be kept and shared.
import type { LogLevel } from "./config.ts";

export type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** A log that writes events of its level and above. */
export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Log {
  const at =
    (name: "info" | "error") =>
    (event: string, fields: LogFields = {}): void =>
      write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...fields })}\n`);
  return {
    info: level === "info" ? at("info") : nothing,
    error: level === "silent" ? nothing : at("error"),
  };
}

function nothing(): void {}
