// How fast the built page is beside the same markets in a page of bare DOM, in the least React, in TanStack Table and in AG Grid,
// all fed by the built program. They take turns in one run: figures of one machine and moment compare with each other only, so
// nothing here passes or fails.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type CDPSession } from "@playwright/test";
import { build } from "vite";
import { chromiumFlags, ensureChromium } from "../../scripts/find-chromium.mjs";
import { frozenDemo, startProgram } from "../fixtures/program.ts";
import { describeMachine, quantile } from "./shared.mjs";
import { installProbe, type Probe, type ScrollFigures } from "./probe.ts";

const root = join(import.meta.dirname, "..", "..");
const peers = join(import.meta.dirname, "peers");
const report = join(root, "docs", "benchmarks.md");

/** What is measured, in the order of the table; the first peer is what the others are measured by. */
const subjects = [
  { id: "ours", name: "Yieldboard", path: "/?view=all&status=open,closed,settled&small=1" },
  { id: "bare", name: "bare DOM", path: "/peers/bare.html" },
  { id: "lean", name: "lean React", path: "/peers/lean.html" },
  { id: "tanstack", name: "TanStack Table + Virtual", path: "/peers/tanstack.html" },
  { id: "ag-grid", name: "AG Grid Community", path: "/peers/ag-grid.html" },
] as const;
type Subject = (typeof subjects)[number];
const measure = "bare";

interface Setting {
  readonly markets: number;
  /** How much slower the processor is made: 4 is a phone of the middle class. Pages are loaded at the first of them. */
  readonly slower: readonly number[];
  readonly rounds: number;
}
const settings: readonly Setting[] = [
  { markets: 10_000, slower: [1], rounds: 3 },
  { markets: 10_000, slower: [4], rounds: 2 },
  { markets: 50_000, slower: [1, 4], rounds: 1 },
];
const quickSettings: readonly Setting[] = [{ markets: 10_000, slower: [1], rounds: 1 }];

/** How often each thing is done in one visit. */
const turns = 6;
const typed = ["u", "us", "usd", "usdc", "sol", ""];
const loadTimeoutMs = 180_000;
const quietMs = 700;
const pageSize = 200;

/** Everything that was measured under a name, of all rounds. */
type Figures = Map<string, number[]>;

/** What was measured of each page, at each speed of the processor. */
type Measured = ReadonlyMap<number, ReadonlyMap<Subject, Figures>>;

/** Measures and prints; the whole run also writes docs/benchmarks.md. */
export async function benchPages({ quick }: { readonly quick: boolean }): Promise<void> {
  const site = await assemble();
  const browser = await chromium.launch({
    executablePath: ensureChromium((line) => console.log(line)),
    args: [...chromiumFlags, "--js-flags=--expose-gc"],
  });
  const drawnBy = `Chromium ${browser.version()} (headless, drawn in software), 1920×1200`;
  const machine = `Measured ${describeMachine()}, with ${drawnBy}.`;
  console.log(machine);
  const tables: string[] = [];
  try {
    for (const setting of quick ? quickSettings : settings) {
      for (const [slower, figures] of await measureAll(browser, site, setting)) {
        const table = describe(setting, slower, figures);
        console.log(`\n${table}`);
        tables.push(table);
        // A run that is cut short leaves what it had measured.
        if (!quick) writeReport([machine, ...tables].join("\n\n"));
      }
    }
  } finally {
    await browser.close();
    rmSync(site, { recursive: true });
  }
}

/** The built program with the peers' pages among its files, so that all are served alike; in a folder of its own. */
async function assemble(): Promise<string> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  if (!existsSync(join(peers, "node_modules")))
    spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: peers, stdio: ["ignore", 2, 2] });
  const site = mkdtempSync(join(root, ".cache", "bench-"));
  cpSync(join(root, "dist"), site, { recursive: true });
  const files = { bare: "bare.ts", lean: "lean.tsx", tanstack: "tanstack.tsx", "ag-grid": "ag-grid.js" };
  for (const [id, file] of Object.entries(files)) {
    const folder = join(site, "dashboard", "peers");
    await build({
      configFile: false,
      root: peers,
      base: "/peers/",
      logLevel: "error",
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: "es2022",
        rolldownOptions: {
          input: join(peers, file),
          output: {
            entryFileNames: `${id}.js`,
            chunkFileNames: `${id}-[name].js`,
            assetFileNames: `${id}[extname]`,
          },
        },
      },
    });
    writeFileSync(
      join(folder, `${id}.html`),
      `<!doctype html><html lang="en"><title>${id}</title><link rel="stylesheet" href="/peers/${id}.css">` +
        `<script type="module" src="/peers/${id}.js"></script><body></body></html>`,
    );
  }
  return site;
}

async function measureAll(browser: Browser, site: string, setting: Setting): Promise<Measured> {
  const measured: Measured = new Map(
    setting.slower.map((slower) => [slower, new Map(subjects.map((subject) => [subject, new Map()]))]),
  );
  const program = await startProgram(
    { ...frozenDemo, DEMO_MARKETS: String(setting.markets) },
    join(site, "service", "main.js"),
  );
  try {
    const pages = await countPages(program.url);
    for (let round = 0; round < setting.rounds; round += 1)
      for (const at of subjects.keys()) {
        // Every round begins with another one, so that none is always first.
        const subject = subjects[(at + round) % subjects.length] ?? subjects[0];
        const start = performance.now();
        await visit(browser, site, `${program.url}${subject.path}`, pages, setting, (slower, name, value) => {
          const figures = measured.get(slower)?.get(subject);
          figures?.set(name, [...(figures.get(name) ?? []), value]);
        });
        console.log(`${subject.name}: measured in ${Math.round((performance.now() - start) / 1000)} s`);
      }
  } finally {
    await program.stop();
  }
  return measured;
}

/** Scrolls through the list once, which also makes the program draw up its markets: what is measured later is the pages. */
async function countPages(url: string): Promise<number> {
  const { clientKey } = await (await fetch(`${url}/api/dashboard`)).json();
  const filters = JSON.stringify({ prediction: { status: ["open", "closed", "settled"] } });
  let cursor: string | null = "";
  let pages = 0;
  for (; cursor !== null; pages += 1) {
    const query = new URLSearchParams({
      filters,
      limit: String(pageSize),
      ...(cursor === "" ? {} : { cursor }),
    });
    const headers = { "x-service-client-key": clientKey };
    ({ cursor } = await (await fetch(`${url}/api/v0/markets?${query}`, { headers })).json());
  }
  return pages;
}

/** One visit in a browser profile of its own. */
async function visit(
  browser: Browser,
  site: string,
  address: string,
  pages: number,
  setting: Setting,
  add: (slower: number, name: string, value: number) => void,
): Promise<void> {
  // AG Grid writes style elements, which the service's policy forbids.
  const context = await browser.newContext({ viewport: { width: 1920, height: 1200 }, bypassCSP: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(installProbe);
  const ask = async <T>(call: string): Promise<T> => page.evaluate<T>(`probe.${call}`);
  for (const [at, slower] of setting.slower.entries()) {
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    if (at === 0) {
      await page.goto(address, { waitUntil: "commit" });
      await page.waitForFunction(
        ({ wanted, quiet }) => {
          const probe: Probe = Reflect.get(globalThis, "probe");
          const { lastRows } = probe;
          return (
            lastRows !== undefined && performance.now() - lastRows > quiet && probe.loaded().pages >= wanted
          );
        },
        { wanted: pages, quiet: quietMs * slower },
        { timeout: loadTimeoutMs, polling: quietMs / 2 },
      );
      add(slower, "first rows, ms", await ask("firstRows"));
      add(slower, "all pages, ms", await ask("lastRows"));
    }
    for (let turn = 0; turn < turns; turn += 1)
      add(slower, "sort, ms", await ask(`sort("${turn % 2 === 0 ? "Deposit APY" : "Deposits"}")`));
    for (const text of typed) add(slower, "search key, ms", await ask(`search("${text}")`));
    for (let turn = 0; turn < turns; turn += 1)
      add(slower, "filter toggle, ms", await ask(`toggle("Only with rewards")`));
    const fling = await scrolled(session, () => ask(`scroll(90, 3000, 0)`));
    add(slower, "fling: main thread a frame, ms", fling.busyMs);
    add(slower, "fling: frames over 50 ms, %", fling.slow * 100);
    add(slower, "fling: longest frame, ms", fling.longest);
    add(slower, "fling: blank area, %", fling.blank * 100);
    const reading = await scrolled(session, () => ask(`scroll(1, 1500, 4000)`));
    add(slower, "reading: main thread a frame, ms", reading.busyMs);
    if (at > 0 || slower > 1) continue;
    add(slower, "JS heap, MB", await heapMegabytes(session));
    const { scripts } = await ask<ReturnType<Probe["loaded"]>>("loaded()");
    const bytes = scripts.reduce((sum, path) => sum + gzipped(join(site, "dashboard", path)), 0);
    add(slower, "JavaScript, kB gz", bytes);
  }
  await context.close();
}

/** Adds how long the main thread was busy for each frame. */
async function scrolled(
  session: CDPSession,
  scroll: () => Promise<ScrollFigures>,
): Promise<ScrollFigures & { readonly busyMs: number }> {
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  await session.send("Performance.enable");
  const before = await busy();
  const figures = await scroll();
  return { ...figures, busyMs: ((await busy()) - before) / figures.frames };
}

/** What the page holds after a collection. */
async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1_000_000;
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length / 1000;
}

/** A table in Markdown: medians, the quartiles where there are some, and what each is of the bare page's. */
function describe(
  { markets, slower: [first] }: Setting,
  slower: number,
  figures: ReadonlyMap<Subject, Figures>,
): string {
  const names = new Set([...figures.values()].flatMap((of) => Array.from(of.keys())));
  const base = subjects.find(({ id }) => id === measure) ?? subjects[0];
  const cell = (subject: Subject, name: string): string => {
    const values = figures.get(subject)?.get(name) ?? [];
    const median = quantile(values, 0.5);
    const ratio = median / quantile(figures.get(base)?.get(name) ?? [], 0.5);
    const digits = median < 10 ? 1 : 0;
    const spread =
      values.length < 3
        ? ""
        : ` [${quantile(values, 0.25).toFixed(digits)}–${quantile(values, 0.75).toFixed(digits)}]`;
    const times = subject === base || !Number.isFinite(ratio) ? "" : ` **${ratio.toFixed(2)}×**`;
    return `${median.toFixed(digits)}${spread}${times}`;
  };
  return [
    `### ${markets} markets, processor ${slower}×${slower === first ? "" : `, loaded at ${first}×`}`,
    "",
    `| | ${subjects.map(({ name }) => name).join(" | ")} |`,
    `|---|${subjects.map(() => "--:").join("|")}|`,
    ...[...names].map(
      (name) => `| ${name} | ${subjects.map((subject) => cell(subject, name)).join(" | ")} |`,
    ),
  ].join("\n");
}

/** Everything in the document after this line is written by the benchmark. */
const marker = "<!-- written by npm run bench -->";

function writeReport(text: string): void {
  const [kept] = readFileSync(report, "utf8").split(marker);
  writeFileSync(report, `${kept}${marker}\n\n${text}\n`);
}
