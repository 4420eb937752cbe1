// The base of every browser story: a running program, a page that must not log anything, and a network that ends at
// this machine. Stories must import `test` and `expect` from here.
import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Request,
  type WebError,
} from "@playwright/test";
import { startProgram, type Program, type Served } from "../fixtures/program.ts";
import { startReplayServer, type ReplayServer } from "../fixtures/replay-server.ts";
import { sharedDemoUrl } from "./shared-demo.ts";

/** Programs of a worker. Each starts when first needed and runs until the worker's last story ends. */
export interface Programs {
  with(settings: Readonly<Record<string, string>>): Promise<Program>;
}

/** A program that shows recorded responses, and the upstream that serves them. */
interface Replay {
  readonly program: Program;
  readonly upstream: ReplayServer;
}

/** Failures that a story has announced. */
interface Noise {
  /** Expects messages that match. At least one must come, or the story fails. */
  expect(pattern: RegExp): void;
}

type Kept = Awaited<ReturnType<typeof keep>>;

interface WorkerFixtures {
  readonly kept: { now?: Kept };
  readonly programs: Programs;
  readonly demo: Served;
}

interface StoryFixtures {
  /** Gives the story a new context, because it changes something that cannot be undone, such as the clock. */
  readonly ownContext: boolean;
  readonly noise: Noise;
  readonly replay: Replay;
}

export const test = base.extend<StoryFixtures, WorkerFixtures>({
  ownContext: [false, { option: true }],
  kept: [
    // The first parameter must be a pattern: the runner reads from it what a fixture depends on.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const kept: { now?: Kept } = {};
      await use(kept);
      await kept.now?.context.close();
    },
    { scope: "worker" },
  ],
  // The stories of a worker share a context, because fetching and compiling code only once halves the cost of a load.
  // What a story leaves in it is removed.
  context: async ({ browser, demo, kept, ownContext }, use) => {
    if (ownContext) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
    } else {
      kept.now ??= await keep(await browser.newContext(), demo);
      await use(kept.now.context);
      await leaveNothing(kept.now);
    }
  },
  programs: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const started = new Map<string, Promise<Program>>();
      await use({
        with: async (settings) => {
          const key = JSON.stringify(settings);
          const running = started.get(key) ?? startProgram(settings);
          started.set(key, running);
          return running;
        },
      });
      for (const result of await Promise.allSettled(started.values()))
        if (result.status === "fulfilled") await result.value.stop();
    },
    { scope: "worker" },
  ],
  // oxlint-disable-next-line no-empty-pattern
  demo: [async ({}, use) => use({ url: sharedDemoUrl() }), { scope: "worker" }],
  replay: async ({ context }, use) => {
    await drawPictures(context);
    const upstream = await startReplayServer();
    const program = await startProgram({
      MARKETS_BASE_URL: upstream.baseUrl,
      MARKETS_CLIENT_KEY: upstream.key,
    });
    await use({ program, upstream });
    // A page that is still fetching code in the background would notice that the program stops.
    await Promise.all(
      context.pages().map(async (page) => (page.url().startsWith(program.url) ? page.close() : undefined)),
    );
    await program.stop();
    await upstream.close();
  },
  noise: async ({ context }, use) => {
    const announced: RegExp[] = [];
    const { heard, stop } = listen(context);
    await use({ expect: (pattern) => void announced.push(pattern) });
    stop();
    const unexpected = heard.filter((message) => !announced.some((pattern) => pattern.test(message)));
    expect([...new Set(unexpected)], "the page logged or requested something unexpected").toEqual([]);
    const silent = announced.filter((pattern) => !heard.some((message) => pattern.test(message)));
    expect(silent.map(String), "announced with noise.expect, but did not happen").toEqual([]);
  },
  // Listens to the page in every story, even if none of its failures are expected.
  page: async ({ noise: _heard, page }, use) => use(page),
});

export { expect };

const loopback = new Set(["127.0.0.1", "localhost"]);

/** The parts of a browser that a worker keeps between stories. */
async function keep(context: BrowserContext, { url }: Served) {
  // While this background page is open, the rendering process keeps running, with the code it has compiled.
  const page = await context.newPage();
  // An empty page on the program's origin, with an icon so that the browser does not request one.
  await page.route(`${url}/`, async (route) =>
    route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(url);
  /** Servers on this machine that a story has used. What the browser stored for them must be removed. */
  const origins = new Set<string>();
  context.on("request", (request) => {
    const { hostname, origin } = new URL(request.url());
    if (loopback.has(hostname)) origins.add(origin);
  });
  return { context, session: await context.newCDPSession(page), origins };
}

/** Removes everything that a story left in a context: pages, routes, permissions, and what its origins stored. */
async function leaveNothing({ context, session, origins }: Kept): Promise<void> {
  const [, ...pages] = context.pages();
  for (const page of pages) await page.close();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await context.clearPermissions();
  for (const origin of origins)
    await session.send("Storage.clearDataForOrigin", {
      origin,
      storageTypes: "cookies,local_storage,indexeddb,cache_storage,service_workers",
    });
  origins.clear();
}

/** Collects console messages, uncaught errors, and failed or outgoing requests, from all pages of a context. */
function listen(context: BrowserContext) {
  const heard: string[] = [];
  const onConsole = (message: ConsoleMessage): void =>
    void heard.push(`console ${message.type()}: ${message.text()} ${message.location().url}`);
  const onError = (error: WebError): void => void heard.push(`uncaught: ${String(error.error())}`);
  const onFailure = (request: Request): void => {
    const reason = request.failure()?.errorText ?? "";
    // The page itself aborts requests that are no longer needed, for example when a filter changes.
    if (reason !== "net::ERR_ABORTED") heard.push(`failed request: ${request.url()} ${reason}`);
  };
  const onRequest = (request: Request): void => {
    const { hostname, protocol } = new URL(request.url());
    const local = loopback.has(hostname) || protocol === "data:" || protocol === "blob:";
    if (!local && hostname !== pictureHost) heard.push(`left the machine: ${request.url()}`);
  };
  context.on("console", onConsole);
  context.on("weberror", onError);
  context.on("requestfailed", onFailure);
  context.on("request", onRequest);
  return {
    heard,
    stop: () => {
      context.off("console", onConsole);
      context.off("weberror", onError);
      context.off("requestfailed", onFailure);
      context.off("request", onRequest);
    },
  };
}

/** Host of the pictures in recorded markets. It is never contacted: an empty image is served instead. */
const pictureHost = "imagedelivery.net";

export async function drawPictures(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.hostname === pictureHost,
    async (route) =>
      route.fulfill({
        contentType: "image/svg+xml",
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      }),
  );
}
