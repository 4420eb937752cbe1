// One line of JSON per event on standard output. Callers pass names, counts and times; never a key, an address or a value
// somebody sent, so that a log can be kept and shared.
import type { Writable } from "node:stream";
import type { LogLevel } from "./config.ts";

type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** As `info`, for what comes so often that its fields are written by its caller: the event and all fields as `written` gives them. */
  infoWritten(text: string): void;
}

export type WriteLine = (line: string) => void;

/** So long a line waits for others: each write costs as much as some ten lines. */
const gatherMs = 20;
const gatheredBytes = 65_536;

/**
 * Writes lines to a stream for as long as somebody reads it: a reader that goes away ends the lines and nothing else. Those of
 * a moment are written together, also the last ones.
 */
export function createLineWriter(stream: Writable): WriteLine {
  // Bytes at once: texts that wait for each other are copied around by every collection of garbage meanwhile.
  const lines = Buffer.allocUnsafe(gatheredBytes);
  let length = 0;
  let read = true;
  let planned = false;
  const flush = (): void => {
    planned = false;
    if (read && length > 0) stream.write(Buffer.from(lines.subarray(0, length)));
    length = 0;
  };
  stream.on("error", () => {
    read = false;
  });
  process.once("exit", flush);
  return (line) => {
    const longest = line.length * 3;
    if (length + longest > gatheredBytes) flush();
    if (longest > gatheredBytes) {
      if (read) stream.write(line);
      return;
    }
    length += lines.write(line, length);
    if (planned) return;
    planned = true;
    setTimeout(flush, gatherMs);
  };
}

/** A log that writes events of its level and above. */
export function createLog(
  level: LogLevel,
  write: WriteLine = (line) => void process.stdout.write(line),
): Log {
  const at = (name: "info" | "error"): ((text: string) => void) => {
    let begunAt = -1;
    /** How a line begins, with its time by RFC 3339: the same for a millisecond. */
    let begun = "";
    return (text) => {
      const now = Date.now();
      if (now !== begunAt) {
        begunAt = now;
        begun = `{"time":"${new Date(now).toISOString()}","level":"${name}"`;
      }
      write(`${begun}${text}}\n`);
    };
  };
  const info = level === "info" ? at("info") : nothing;
  const error = level === "silent" ? nothing : at("error");
  return {
    info: (event, fields = {}) => info(written({ event, ...fields })),
    error: (event, fields = {}) => error(written({ event, ...fields })),
    infoWritten: info,
  };
}

/** The fields as JSON writes them, each after a comma. By hand, because few texts need care. */
export function written(fields: LogFields): string {
  let text = "";
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined)
      text += `,"${name}":${typeof value === "string" ? quoted(value) : JSON.stringify(value)}`;
  }
  return text;
}

/** What stands in JSON as it is: printable ASCII without quotation mark and backslash. */
const plainText = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

function nothing(): void {}
