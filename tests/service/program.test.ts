// The program as its operator sees it: the process, its output and its exit code.
import { join } from "node:path";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";
import { frozenDemo, startProgram } from "../fixtures/program.ts";
import { startReplayServer } from "../fixtures/replay-server.ts";

const root = join(import.meta.dirname, "..", "..");
// Its own bundle: these tests need neither the dashboard nor the contents of dist.
const folder = join(root, ".cache", "service");
const main = join(folder, "main.js");

beforeAll(async () => {
  await build({
    root,
    configFile: join(root, "vite.service.config.ts"),
    logLevel: "error",
    build: { outDir: folder, sourcemap: false },
  });
});

test("prints its address, source and number of markets at startup", async () => {
  const demo = await startProgram(frozenDemo, main);
  await expect.poll(() => demo.output()).toMatch(/Markets: 529/);
  expect(demo.output()).toContain(demo.url);
  expect(demo.output()).toMatch(/Source: demo/);
  await demo.stop();
});

test("exits with code 1 and the name, value and remedy of an invalid variable", async () => {
  await expect(startProgram({ ...frozenDemo, DEMO_MARKETS: "many" }, main)).rejects.toThrow(
    /code 1 [\s\S]*DEMO_MARKETS is "many"\. Set a whole number/,
  );
});

test("sends the upstream key to the upstream only, and exits with code 0 on SIGTERM", async () => {
  const upstream = await startReplayServer({ key: "upstream-key-93ab", keyHeader: "x-other-key" });
  const program = await startProgram(
    {
      MARKETS_BASE_URL: upstream.baseUrl,
      MARKETS_CLIENT_KEY: upstream.key,
      MARKETS_CLIENT_KEY_HEADER: "x-other-key",
      LOG_LEVEL: "info",
    },
    main,
  );
  const config = await (await fetch(`${program.url}/api/dashboard`)).text();
  const headers = { "x-service-client-key": /"clientKey":"([^"]+)"/.exec(config)?.[1] ?? "" };
  const response = await fetch(`${program.url}/api/v0/markets?type=lending`, { headers });
  const body = await response.text();
  expect(response.status).toBe(200);
  expect(upstream.requests().map((request) => request.key)).toEqual(["upstream-key-93ab"]);
  expect(await program.stop("SIGTERM")).toEqual({ code: 0 });
  await upstream.close();
  const text = [config, body, JSON.stringify([...response.headers]), program.output()].join("\n");
  expect(text).not.toContain("upstream-key-93ab");
});

test("logs that it stops when its terminal closes, and exits with code 0", async () => {
  const program = await startProgram({ ...frozenDemo, LOG_LEVEL: "info" }, main);
  expect(await program.stop("SIGHUP")).toEqual({ code: 0 });
  expect(program.output()).toMatch(
    /"event":"stopping","signal":"SIGHUP"[^]*"event":"stopped","finished":true/,
  );
});

test("logs one line, without the error's message, when an error ends it", async () => {
  const crash = `process.on("SIGUSR2", () => void Promise.reject(new RangeError("sa" + "id")))`;
  const options = `--import=data:text/javascript,${encodeURIComponent(crash)}`;
  const program = await startProgram({ ...frozenDemo, NODE_OPTIONS: options }, main);
  expect(await program.stop("SIGUSR2")).toEqual({ code: 1 });
  const lines = program
    .output()
    .split("\n")
    .filter((line) => line.includes('"event"'));
  expect(lines).toEqual([expect.stringMatching(/"event":"crashed","error":"RangeError","at":"at /)]);
  expect(lines.join("")).not.toContain("said");
});
