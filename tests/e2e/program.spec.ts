// The program as its operator meets it: no browser, only the process, its words and its way to end.
import { frozenDemo, startProgram } from "../fixtures/program.ts";
import { startReplayServer } from "../fixtures/replay-server.ts";
import { expect, test } from "./story.ts";

test("the start says address, source and number of markets", async ({ demo }) => {
  await expect.poll(() => demo.output()).toMatch(/Markets: 535/);
  expect(demo.output()).toContain(demo.url);
  expect(demo.output()).toMatch(/Source: demo/);
});

test("a variable that cannot be used stops the start with code 1, its name, value and remedy", async () => {
  await expect(startProgram({ ...frozenDemo, DEMO_MARKETS: "many" })).rejects.toThrow(
    /code 1 [\s\S]*DEMO_MARKETS is "many"\. Set a whole number/,
  );
});

test("an upstream without a key stops the start, and a key is never printed", async () => {
  await expect(startProgram({ MARKETS_BASE_URL: "http://127.0.0.1:9/api" })).rejects.toThrow(
    /MARKETS_CLIENT_KEY/,
  );
  const refused = startProgram({ MARKETS_BASE_URL: "nowhere", MARKETS_CLIENT_KEY: "secret-5f1e" });
  await expect(refused).rejects.toThrow(/MARKETS_BASE_URL/);
  await expect(refused).rejects.not.toThrow(/secret-5f1e/);
});

test("SIGTERM ends it with code 0", async () => {
  const program = await startProgram(frozenDemo);
  const { code } = await program.stop("SIGTERM");
  expect(code).toBe(0);
});

test("the upstream key goes to the upstream and nowhere else", async () => {
  const upstream = await startReplayServer({ key: "upstream-key-93ab", keyHeader: "x-other-key" });
  const program = await startProgram({
    MARKETS_BASE_URL: upstream.baseUrl,
    MARKETS_CLIENT_KEY: upstream.key,
    MARKETS_CLIENT_KEY_HEADER: "x-other-key",
    LOG_LEVEL: "info",
  });
  const config = await (await fetch(`${program.url}/api/dashboard`)).text();
  const clientKey = /"clientKey":"([^"]+)"/.exec(config)?.[1] ?? "";
  const answer = await fetch(`${program.url}/api/v0/markets?type=lending`, {
    headers: { "x-service-client-key": clientKey },
  });
  const body = await answer.text();
  expect(answer.status).toBe(200);
  expect(upstream.requests.map((request) => request.key)).toEqual(["upstream-key-93ab"]);
  await program.stop();
  await upstream.close();
  const said = [config, body, JSON.stringify([...answer.headers]), program.output()].join("\n");
  expect(said).not.toContain("upstream-key-93ab");
});

test("the same seed and time give the same bytes in two runs", async ({ demo }) => {
  const other = await startProgram(frozenDemo);
  const bytes = await Promise.all(
    [demo, other].map(async ({ url }) => {
      const config: unknown = await (await fetch(`${url}/api/dashboard`)).json();
      const key: unknown = Reflect.get(Object(config), "clientKey");
      const answer = await fetch(`${url}/api/v0/markets?limit=200`, {
        headers: { "x-service-client-key": String(key) },
      });
      return answer.text();
    }),
  );
  await other.stop();
  expect(bytes[0]).toBe(bytes[1]);
});
