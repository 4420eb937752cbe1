// What every browser story starts from: a running program, a page that may not say a word in its console, and a network
// that ends at this machine. Stories import `test` and `expect` from here and nowhere else.
import { expect, test as base, type BrowserContext } from "@playwright/test";
import { frozenDemo, startProgram, type Program } from "../fixtures/program.ts";
import { doubtfulMarkets } from "../fixtures/doubtful-markets.ts";
import { startReplayServer, type ReplayMarket, type ReplayServer } from "../fixtures/replay-server.ts";

/** Programs of one worker, started when first asked for and kept until its last story is told. */
export interface Programs {
  with(settings: Readonly<Record<string, string>>): Promise<Program>;
}

/** A program that shows recorded answers of an upstream, with the upstream that gives them. */
export interface Replay {
  readonly program: Program;
  readonly upstream: ReplayServer;
}

/** What a story has announced to go wrong. */
export interface Noise {
  /** Messages that match are expected: at least one must come, or the story fails. */
  expect(pattern: RegExp): void;
}

interface WorkerFixtures {
  readonly programs: Programs;
  readonly demo: Program;
  readonly bigDemo: Program;
  readonly recorded: Replay;
  readonly contradicting: Replay;
}

interface StoryFixtures {
  readonly noise: Noise;
  /** Recorded answers, shared by the stories of a worker: it always answers. */
  readonly replay: Replay;
  /** The same with markets whose figures contradict each other; it always answers. */
  readonly doubtfulReplay: Replay;
  /** A replay of this story alone, whose upstream may be made to misbehave: no other story meets what is left behind. */
  readonly faultyReplay: Replay;
}

export const test = base.extend<StoryFixtures, WorkerFixtures>({
  programs: [
    // The first parameter must be a pattern: the runner reads from it what a fixture depends on.
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
  demo: [async ({ programs }, use) => use(await programs.with(frozenDemo)), { scope: "worker" }],
  bigDemo: [
    async ({ programs }, use) => use(await programs.with({ ...frozenDemo, DEMO_MARKETS: "10000" })),
    { scope: "worker" },
  ],
  recorded: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const replay = await startReplay({});
      await use(replay);
      await stopReplay(replay);
    },
    { scope: "worker" },
  ],
  contradicting: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const replay = await startReplay({}, doubtfulMarkets());
      await use(replay);
      await stopReplay(replay);
    },
    { scope: "worker" },
  ],
  doubtfulReplay: async ({ context, contradicting }, use) => {
    await drawPictures(context);
    await use(contradicting);
  },
  replay: async ({ context, recorded }, use) => {
    await drawPictures(context);
    await use(recorded);
  },
  faultyReplay: async ({ context }, use) => {
    await drawPictures(context);
    const replay = await startReplay(impatient);
    await use(replay);
    await stopReplay(replay);
  },
  noise: async ({ context }, use) => {
    const announced: RegExp[] = [];
    const heard = listen(context);
    await use({ expect: (pattern) => void announced.push(pattern) });
    const unexpected = heard.filter((message) => !announced.some((pattern) => pattern.test(message)));
    expect([...new Set(unexpected)], "the page said or asked for something no story expects").toEqual([]);
    const silent = announced.filter((pattern) => !heard.some((message) => pattern.test(message)));
    expect(silent.map(String), "announced, but it did not happen").toEqual([]);
  },
  // Every story hears its page, also those that expect nothing to go wrong.
  page: async ({ noise: _heard, page }, use) => use(page),
});

export { expect };

/** Nothing is kept and nothing is waited for long, so that a fault of the upstream reaches the page in the same second. */
const impatient = {
  MARKETS_ATTEMPT_TIMEOUT_MS: "400",
  MARKETS_TOTAL_TIMEOUT_MS: "600",
  MARKETS_FRESH_SECONDS: "0",
  MARKETS_STALE_SECONDS: "0",
};

async function startReplay(
  settings: Readonly<Record<string, string>>,
  added: readonly ReplayMarket[] = [],
): Promise<Replay> {
  const upstream = await startReplayServer({ added });
  const program = await startProgram({
    MARKETS_BASE_URL: upstream.baseUrl,
    MARKETS_CLIENT_KEY: upstream.key,
    ...settings,
  });
  return { program, upstream };
}

async function stopReplay({ program, upstream }: Replay): Promise<void> {
  await program.stop();
  await upstream.close();
}

const loopback = new Set(["127.0.0.1", "localhost"]);

/** Collects console messages, uncaught errors, failed requests and requests that leave the machine, of all pages of a context. */
function listen(context: BrowserContext): string[] {
  const heard: string[] = [];
  context.on("console", (message) =>
    heard.push(`console ${message.type()}: ${message.text()} ${message.location().url}`),
  );
  context.on("weberror", (error) => heard.push(`uncaught: ${String(error.error())}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // The page itself gives up requests nobody waits for any more, for instance when a filter changes.
    if (reason !== "net::ERR_ABORTED") heard.push(`failed request: ${request.url()} ${reason}`);
  });
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    const local = loopback.has(hostname) || protocol === "data:" || protocol === "blob:";
    if (!local && hostname !== pictureHost) heard.push(`left the machine: ${request.url()}`);
  });
  return heard;
}

/** The host recorded markets name for their pictures. Nothing is fetched from it: an empty drawing is given instead. */
const pictureHost = "imagedelivery.net";

async function drawPictures(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.hostname === pictureHost,
    async (route) =>
      route.fulfill({
        contentType: "image/svg+xml",
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      }),
  );
}
