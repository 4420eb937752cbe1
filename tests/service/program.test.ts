// The program as its operator meets it: only the process, its words and its way to end.
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { frozenDemo, startProgram, type Program } from "../fixtures/program.ts";
import { startReplayServer } from "../fixtures/replay-server.ts";

const root = join(import.meta.dirname, "..", "..");
// A bundle of its own: these tests want neither the dashboard nor whatever dist holds.
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

/** GET below /api/v0 with the key that the program gives to browsers, and what it said of itself. */
async function ask(url: string, pathAndQuery: string): Promise<{ config: string; answer: Response }> {
  const config = await (await fetch(`${url}/api/dashboard`)).text();
  const clientKey = /"clientKey":"([^"]+)"/.exec(config)?.[1] ?? "";
  const answer = await fetch(`${url}/api/v0${pathAndQuery}`, {
    headers: { "x-service-client-key": clientKey },
  });
  return { config, answer };
}

test("the start says address, source and number of markets", async () => {
  await expect.poll(() => demo.output()).toMatch(/Markets: 529/);
  expect(demo.output()).toContain(demo.url);
  expect(demo.output()).toMatch(/Source: demo/);
});

test("a variable that cannot be used stops the start with code 1, its name, value and remedy", async () => {
  await expect(startProgram({ ...frozenDemo, DEMO_MARKETS: "many" }, main)).rejects.toThrow(
    /code 1 [\s\S]*DEMO_MARKETS is "many"\. Set a whole number/,
  );
});

test("an upstream without a key stops the start, and a key is never printed", async () => {
  await expect(startProgram({ MARKETS_BASE_URL: "http://127.0.0.1:9/api" }, main)).rejects.toThrow(
    /MARKETS_CLIENT_KEY/,
  );
  const refused = startProgram({ MARKETS_BASE_URL: "nowhere", MARKETS_CLIENT_KEY: "secret-5f1e" }, main);
  await expect(refused).rejects.toThrow(/MARKETS_BASE_URL/);
  await expect(refused).rejects.not.toThrow(/secret-5f1e/);
});

test("the upstream key goes to the upstream and nowhere else, and SIGTERM ends the program with code 0", async () => {
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

test("the same seed and time give the same bytes in two runs", async () => {
  const other = await startProgram(frozenDemo, main);
  const bytes = await Promise.all(
    [demo, other].map(async ({ url }) => (await ask(url, "/markets?limit=200")).answer.text()),
  );
  await other.stop();
  expect(bytes[0]).toContain('"markets":[');
  expect(bytes[0]).toBe(bytes[1]);
});
