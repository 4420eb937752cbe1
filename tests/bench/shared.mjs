// What the benchmarks share: quantiles, the built service, and a bare server beside it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";

const main = join(import.meta.dirname, "..", "..", "dist", "service", "main.js");

/**
 * @param {readonly number[]} values
 * @param {number} share 0.5 for the median
 */
export function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? Number.NaN;
}

/** Day, Node, processors and memory: figures of one machine and moment compare with each other only. */
export function describeMachine() {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${day} on Node ${process.versions.node}, ${availableParallelism()} processors (${processor?.model.trim() ?? "unknown"}), ${memory} GiB`;
}

/**
 * Starts the built service on a free port.
 * @param {Record<string, string>} settings of its environment
 * @param {readonly string[]} options of Node
 */
export async function startService(settings, options = []) {
  const child = spawn(process.execPath, [...options, main], {
    env: { PATH: process.env["PATH"], PORT: "0", HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { errors: "", defects: "" };
  child.stderr.setEncoding("utf8").on("data", (text) => (said.errors += text));
  /** @type {number} */
  const port = await new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      if (text.includes('"event":"defect"')) said.defects += text;
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once("exit", () => reject(new Error(`The service ended at once:\n${said.errors}`)));
  });
  return { child, port, said };
}

/** What a person would write who has the bytes: no checks, no log, no counters. */
const bare = `
  const { headers, body } = JSON.parse(process.env.ANSWER);
  const bytes = Buffer.from(body, "base64");
  const server = require("node:http").createServer((_, response) => response.writeHead(200, headers).end(bytes));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

/**
 * Starts a server that gives one answer to every request.
 * @param {Record<string, unknown>} headers
 * @param {Buffer} body
 */
export async function startBare(headers, body) {
  const ANSWER = JSON.stringify({ headers, body: body.toString("base64") });
  const child = spawn(process.execPath, ["-e", bare], {
    env: { ANSWER },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { child, port: Number(line) };
}
