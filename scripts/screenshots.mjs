// Takes screenshots of every state of the dashboard into docs/screenshots, from the built program with the
// demo.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { createServer, runnerImport } from "vite";
import { chromiumFlags, ensureChromium } from "./find-chromium.mjs";

const root = join(import.meta.dirname, "..");
const folder = join(root, "docs/screenshots");
mkdirSync(folder, { recursive: true });

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const usdcMain =
  "kamino.lending.7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF.D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59";
const list = "**/api/v0/markets?**";
/** $250k of USDC, for which the list suggests three markets. */
const usdc = "/?asset=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v&size=250000";
const mixedWallet = "DemoMixedQdRtPQjcaho4oAGA4REhFqBEv1aQS7d8sk";
const jitoSol = "solana:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";

/**
 * @typedef {object} Shot
 * @property {string} path path and query of the URL
 * @property {"dark" | "light"} [theme]
 * @property {{ width: number, height: number }} [size]
 * @property {number} [scale]
 * @property {Record<string, string>} [environment]
 * @property {boolean} [recorded] uses a demo with a running clock and a record of its last days
 * @property {(page: import("@playwright/test").Page) => Promise<void>} [before]
 * @property {(page: import("@playwright/test").Page) => Promise<void>} [after]
 */

/** @param {number} status @param {object} body @param {Record<string, string>} [headers] */
const fakeResponse = (status, body, headers) => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** @param {number} statusCode @param {string} code @param {string} message */
const refused = (statusCode, code, message) =>
  fakeResponse(
    statusCode,
    { statusCode, message, error: code, code },
    statusCode === 429 ? { "retry-after": "25" } : {},
  );

/** @param {(route: import("@playwright/test").Route) => unknown} respond */
const whenAsked = (respond) => async (/** @type {import("@playwright/test").Page} */ page) => {
  await page.route(list, async (route) => void (await respond(route)));
};

/** @param {import("@playwright/test").Page} page */
const drawn = (page) => page.locator("svg.recharts-surface").first().waitFor();

/** @type {Record<string, Shot>} */
const shots = {
  "markets-dark": { path: usdc },
  "markets-light": { path: usdc, theme: "light" },
  "loading-first": { path: "/", before: whenAsked(() => new Promise(() => {})) },
  "loading-more": {
    path: "/?view=all&type=lending,yield,loop,perpetual,prediction",
    before: whenAsked((route) =>
      route.request().url().includes("cursor=") ? new Promise(() => {}) : route.continue(),
    ),
  },
  "nothing-matches": { path: "/?minApy=500&minDeposits=1000000" },
  "key-refused": {
    path: "/",
    theme: "light",
    before: whenAsked((route) =>
      route.fulfill(refused(401, "key-refused", "The key is not accepted. Send a valid key.")),
    ),
  },
  "timed-out": {
    path: "/",
    theme: "light",
    before: whenAsked((route) =>
      route.fulfill(
        refused(504, "upstream-timeout", "The upstream markets service took too long to answer."),
      ),
    ),
  },
  unreadable: {
    path: "/",
    theme: "light",
    before: whenAsked((route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><title>Hello</title>" }),
    ),
  },
  "rate-limited": {
    path: "/",
    before: whenAsked((route) => route.fulfill(refused(429, "rate-limited", "Too many requests."))),
  },
  offline: {
    path: "/",
    before: async (page) => {
      await page.route(list, (route) => route.abort("internetdisconnected"));
      await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
    },
  },
  stale: {
    path: "/",
    before: whenAsked(async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), age: "540", "x-markets-stale": "1" },
      });
    }),
  },
  "page-failed": {
    path: "/",
    theme: "light",
    before: whenAsked((route) =>
      route.request().url().includes("cursor=")
        ? route.fulfill(
            refused(502, "upstream-unreadable", "The upstream markets service sent no list of markets."),
          )
        : route.continue(),
    ),
  },
  "ten-thousand": {
    path: "/?view=all&type=lending,yield,loop,perpetual,prediction",
    environment: { DEMO_MARKETS: "10000" },
  },
  "phone-dark": { path: usdc, size: phone },
  "phone-light": { path: "/?type=lending,yield", size: phone, theme: "light" },
  "phone-filters": {
    path: "/?type=lending,yield",
    size: phone,
    after: (page) => page.getByRole("button", { name: /^Filters/ }).click(),
  },
  "keyboard-focus": {
    path: "/?type=lending",
    after: async (page) => {
      await page.keyboard.press("j");
      await page.keyboard.press("j");
    },
  },
  popover: {
    path: "/?type=lending&rewards=1",
    after: async (page) => {
      await page.locator(".markets-row [data-side]").first().click();
      await page.mouse.move(5, 5);
    },
  },
  "row-unfolded": {
    path: "/?type=lending&size=250000",
    after: (page) =>
      page
        .getByRole("button", { name: /^Details of / })
        .nth(1)
        .click(),
  },
  "more-ranges": {
    path: "/?type=lending,yield&maxApy=20&minLtv=70&steady=1&size=250000",
    theme: "light",
    size: { width: 1440, height: 1240 },
  },
  "saved-views": {
    path: "/?type=lending&minDeposits=10000000",
    theme: "light",
    after: async (page) => {
      await page.getByRole("button", { name: "Saved views" }).click();
      await page.getByRole("textbox", { name: "Name this view" }).fill("Large lending");
      await page.keyboard.press("Enter");
    },
  },
  "zoom-200": { path: "/", size: { width: 720, height: 450 }, scale: 2, theme: "light" },
  "market-dark": { path: `/markets/${usdcMain}?size=250000`, size: { width: 1440, height: 1100 } },
  "compare-light": {
    path: `/compare?ids=${usdcMain},jupiter.earn.USDC,lulo.protected.USDC&size=250000`,
    theme: "light",
    size: { width: 1440, height: 1200 },
  },
  "matrix-dark": { path: "/matrix?size=50000", size: { width: 1440, height: 1430 } },
  "overview-dark": { path: "/overview", size: { width: 1440, height: 1250 } },
  "overview-light": {
    path: "/overview?by=provider&minDeposits=1000000",
    theme: "light",
    size: { width: 1440, height: 1600 },
  },
  "what-i-hold": {
    path: "/",
    theme: "light",
    after: (page) => page.getByRole("combobox", { name: "I hold" }).fill("jito staked"),
  },
  "portfolio-dark": {
    path: `/portfolio?wallet=${mixedWallet}`,
    size: { width: 1440, height: 2300 },
    after: drawn,
  },
  "portfolio-claims": {
    path: `/portfolio?wallet=${mixedWallet}`,
    theme: "light",
    after: (page) => page.getByRole("button", { name: /^Claim all/ }).click(),
  },
  "portfolio-phone": {
    path: `/portfolio?wallet=${mixedWallet}`,
    size: { width: 390, height: 1900 },
    after: drawn,
  },
  "portfolio-no-wallet": { path: "/portfolio", theme: "light" },
  "portfolio-failed": {
    path: `/portfolio?wallet=${mixedWallet}`,
    theme: "light",
    before: async (page) => {
      await page.route("**/api/v0/positions/**", (route) =>
        route.fulfill(refused(502, "upstream-unreadable", "The upstream markets service sent no positions.")),
      );
    },
  },
  "assets-light": { path: "/assets?size=25000", theme: "light" },
  "asset-light": {
    path: `/assets/${jitoSol}?size=25000`,
    theme: "light",
    size: { width: 1440, height: 1250 },
    after: drawn,
  },
  "asset-phone": { path: `/assets/${jitoSol}`, size: { width: 390, height: 1700 }, after: drawn },
  "changes-light": {
    path: "/changes",
    theme: "light",
    size: { width: 1440, height: 1000 },
    recorded: true,
    after: (page) => page.getByText("Biggest rate moves").first().waitFor(),
  },
  "changes-phone": {
    path: "/changes",
    size: phone,
    recorded: true,
    after: (page) => page.getByText("Biggest rate moves").first().waitFor(),
  },
  "market-record": {
    path: `/markets/${usdcMain}?range=7d`,
    size: { width: 1440, height: 960 },
    recorded: true,
    after: (page) =>
      page.getByRole("heading", { name: "Recorded here" }).evaluate((heading) => heading.scrollIntoView()),
  },
};

const everyMs = 7_200_000;
const recordedDays = 8;
const scratch = mkdtempSync(join(tmpdir(), "yieldboard-pictures-"));
/** @type {Promise<Record<string, string>> | undefined} */
let recorded;

/** Records the last days of the demo in a file. @returns the environment of a program that continues it */
async function recordPast() {
  const path = join(scratch, "record.db");
  const vite = await createServer({
    root,
    configFile: false,
    appType: "custom",
    server: { middlewareMode: true },
  });
  try {
    const { openStore } = await vite.ssrLoadModule("/src/service/store/open-store.ts");
    const { recordDemo } = await vite.ssrLoadModule("/tests/fixtures/recorded-demo.ts");
    const store = await openStore({ kind: "file", path }, 3 * everyMs);
    const to = Math.floor(Date.now() / everyMs) * everyMs;
    await recordDemo(store, { markets: 529, from: to - recordedDays * 86_400_000, to, everyMs });
    await store.close();
  } finally {
    await vite.close();
  }
  return { DEMO_SEED: "1", STORE: `file:${path}`, RECORD_EVERY: "2h" };
}

/** @type {{ module: Record<string, any> }} */
const { module: programs } = await runnerImport("/tests/fixtures/program.ts");
const only = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: [...chromiumFlags],
});
/** @type {Map<string, { url: string, stop: () => Promise<unknown> }>} */
const running = new Map();
try {
  for (const [name, shot] of Object.entries(shots)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const environment =
      shot.recorded === true
        ? await (recorded ??= recordPast())
        : { ...programs["frozenDemo"], ...shot.environment };
    const key = JSON.stringify(environment);
    const program = running.get(key) ?? (await programs["startProgram"](environment));
    running.set(key, program);
    const size = shot.size ?? wide;
    const touch = size.width < 500;
    const context = await browser.newContext({
      viewport: size,
      deviceScaleFactor: shot.scale ?? 1,
      colorScheme: shot.theme ?? "dark",
      reducedMotion: "reduce",
      hasTouch: touch,
      isMobile: touch,
    });
    // Hides the hint about help, as for a returning visitor.
    await context.addInitScript(() => localStorage.setItem("yieldboard.hint", "over"));
    const page = await context.newPage();
    await shot.before?.(page);
    await page.goto(program.url + shot.path);
    await page.waitForTimeout(name === "ten-thousand" ? 9000 : 2500);
    await shot.after?.(page);
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
    console.log(name);
  }
} finally {
  await browser.close();
  for (const program of running.values()) await program.stop();
  rmSync(scratch, { recursive: true, force: true });
}
