// The program as its operator sees it: the process, its output and its exit code.
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { frozenDemo, startProgram, type Program } from "../fixtures/program.ts";
import { startReplayServer } from "../fixtures/replay-server.ts";

const root = join(import.meta.dirname, "..", "..");
// Its own bundle: these tests need neither the dashboard nor the contents of dist.
const folder = join(root, ".cache", "service");
const main = join(folder, "main.js");
let demo: Program;

beforeAll(async () => {
  await build({
    root,
    configFile: join(root, "vite.service.config.ts"),
    logLevel: "error",
    build: { outDir: folder, sourcemap: false },
  });
  demo = await startProgram(frozenDemo, main);
});
afterAll(async () => {
  await demo.stop();
});

/** GET below /api/v0 with the key the program gives to browsers; also returns its configuration. */
async function ask(url: string, pathAndQuery: string): Promise<{ config: string; answer: Response }> {
  const config = await (await fetch(`${url}/api/dashboard`)).text();
  const clientKey = /"clientKey":"([^"]+)"/.exec(config)?.[1] ?? "";
  const answer = await fetch(`${url}/api/v0${pathAndQuery}`, {
    headers: { "x-service-client-key": clientKey },
  });
  return { config, answer };
}

test("prints its address, source and number of markets at startup", async () => {
  await expect.poll(() => demo.output()).toMatch(/Markets: 529/);
  expect(demo.output()).toContain(demo.url);
  expect(demo.output()).toMatch(/Source: demo/);
});

test("exits with code 1 and the name, value and remedy of an invalid variable", async () => {
  await expect(startProgram({ ...frozenDemo, DEMO_MARKETS: "many" }, main)).rejects.toThrow(
    /code 1 [\s\S]*DEMO_MARKETS is "many"\. Set a whole number/,
  );
});

test("does not start with an upstream but no key, and never prints a key", async () => {
  await expect(startProgram({ MARKETS_BASE_URL: "http://127.0.0.1:9/api" }, main)).rejects.toThrow(
    /MARKETS_CLIENT_KEY/,
  );
  const refused = startProgram({ MARKETS_BASE_URL: "nowhere", MARKETS_CLIENT_KEY: "secret-5f1e" }, main);
  await expect(refused).rejects.toThrow(/MARKETS_BASE_URL/);
  await expect(refused).rejects.not.toThrow(/secret-5f1e/);
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
  const { config, answer } = await ask(program.url, "/markets?type=lending");
  const body = await answer.text();
  expect(answer.status).toBe(200);
  expect(upstream.requests.map((request) => request.key)).toEqual(["upstream-key-93ab"]);
  expect(await program.stop("SIGTERM")).toEqual({ code: 0 });
  await upstream.close();
  const said = [config, body, JSON.stringify([...answer.headers]), program.output()].join("\n");
  expect(said).not.toContain("upstream-key-93ab");
});

test("gives the same bytes in two runs with the same seed and time", async () => {
  const other = await startProgram(frozenDemo, main);
  const bytes = await Promise.all(
    [demo, other].map(async ({ url }) => (await ask(url, "/markets?limit=200")).answer.text()),
  );
  await other.stop();
  expect(bytes[0]).toContain('"markets":[');
  expect(bytes[0]).toBe(bytes[1]);
});
