// Logs are shared, so they contain only names, counts and times: never a key, an address or a caller's input.
import type { Writable } from "node:stream";
import type { LogLevel } from "./environment.ts";

type Fields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
export type Log = Readonly<ReturnType<typeof createLog>>;
export type WriteLine = (line: string) => void;

/** Writes once per event loop turn, because each write is a system call. A closed reader must not end the program. */
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

/** Pass fields that are costly to compute as a function, which is called only if the line is written. */
export function createLog(level: LogLevel, write: WriteLine) {
  const at = (name: "info" | "error") => (event: string, fields?: Fields | (() => Fields)) => {
    if (level !== "info" && level !== name) return;
    const given = typeof fields === "function" ? fields() : fields;
    write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...given })}\n`);
  };
  return { info: at("info"), error: at("error") };
}

/** Where an error was thrown. Its message is left out, because it may quote a caller's input. */
export function thrownAt(stack: string | undefined): string | undefined {
  return stack
    ?.split("\n")
    .find((line) => /^\s+at /.test(line))
    ?.trim()
    .slice(0, 200);
}
