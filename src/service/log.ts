// Log names, counts and times only, never a key, an address or a value somebody sent: logs get shared.
import type { Writable } from "node:stream";
import type { LogLevel } from "./environment.ts";

type Fields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
/** Fields that cost something are given as a function, which is called only if the line is written. */
export type Log = Readonly<
  Record<"info" | "error", (event: string, fields?: Fields | (() => Fields)) => void>
>;
export type WriteLine = (line: string) => void;

/** Writes once per turn, because each write is a system call. A reader that goes away must not end the program. */
export function createLineWriter(stream: Writable): WriteLine {
  let lines = "";
  const flush = (): void => {
    if (stream.writable && lines !== "") stream.write(lines);
    lines = "";
  };
  stream.on("error", () => {});
  process.once("exit", flush);
  return (line) => {
    if (lines === "") setImmediate(flush);
    lines += line;
  };
}

export function createLog(level: LogLevel, write: WriteLine): Log {
  const at = (name: keyof Log) => (event: string, fields?: Fields | (() => Fields)) => {
    if (level !== "info" && level !== name) return;
    const given = typeof fields === "function" ? fields() : fields;
    write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...given })}\n`);
  };
  return { info: at("info"), error: at("error") };
}

/** Where an error was thrown. Its message may quote what somebody sent. */
export function placeOf(stack: string | undefined): string | undefined {
  return stack
    ?.split("\n")
    .find((line) => /^\s+at /.test(line))
    ?.trim()
    .slice(0, 200);
}
