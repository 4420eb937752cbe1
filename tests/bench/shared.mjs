// Shared by the benchmarks: quantiles, an upstream for the built program, and a bare server to compare with.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { availableParallelism, cpus, totalmem } from "node:os";

/**
 * @param {readonly number[]} values
 * @param {number} share 0.5 for the median
 */
export function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? Number.NaN;
}

/** Date, Node version, processors and memory: only figures of the same machine and day are comparable. */
export function describeMachine() {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${day} on Node ${process.versions.node}, ${availableParallelism()} processors (${processor?.model.trim() ?? "unknown"}), ${memory} GiB`;
}

/** A lending market as an upstream sends it. */
export function makeMarket(/** @type {string} */ id) {
  return {
    id,
    type: "lending",
    provider: { id: "kamino", name: "Kamino", icon: null },
    productName: `Product ${id}`,
    token: {
      address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
      symbol: "USDC",
      decimals: 6,
      icon: null,
    },
    depositApy: Math.random(),
    baseDepositApy: Math.random(),
    totalDepositUsd: Math.random() * 1e8,
    rewards: [{ type: "deposit", apy: 0.01, marketAction: "deposit" }],
  };
}

/**
 * Starts an upstream on a free port.
 * @param {import("node:http").RequestListener} listener
 */
export async function startUpstream(listener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  server.on("connection", (socket) => socket.on("error", () => {}));
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/api`, close };
}

/** The least code that sends the bytes: no checks, no log, no counters. */
const bare = `
  const { headers, body } = JSON.parse(process.env.ANSWER);
  const bytes = Buffer.from(body, "base64");
  const server = require("node:http").createServer((_, response) => response.writeHead(200, headers).end(bytes));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

/**
 * Starts a server that gives one response to every request.
 * @param {Record<string, unknown>} headers
 * @param {Buffer} body
 */
export async function startBare(headers, body) {
  const ANSWER = JSON.stringify({ headers, body: body.toString("base64") });
  const child = spawn(process.execPath, ["-e", bare], {
    env: { ANSWER },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${Number(port)}`, stop: () => child.kill() };
}
