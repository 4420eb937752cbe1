// Compares the built page with pages of the same markets in bare DOM, TanStack Table and AG Grid, all served by the
// built program. They take turns in one run, because only figures measured on one machine at one time are
// comparable. For the same reason, nothing here passes or fails.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type CDPSession } from "@playwright/test";
import { build } from "vite";
import { chromiumFlags, ensureChromium } from "../../scripts/find-chromium.mjs";
import { frozenDemo, startProgram } from "../fixtures/program.ts";
import { describeMachine, quantile } from "./shared.mjs";
import { pages } from "./peers/markets.ts";
import { installProbe, type Probe, type ScrollFigures } from "./probe.ts";

const root = join(import.meta.dirname, "..", "..");
const peers = join(import.meta.dirname, "peers");
const report = join(root, "docs", "benchmarks.md");
/** The benchmark writes everything in the report after this line. */
const marker = "<!-- written by npm run bench -->";

/** In the order of the table. */
const subjects = [
  { id: "ours", name: "Yieldboard", path: "/?view=all&status=open,closed,settled&small=1" },
  { id: "bare", name: "bare DOM", path: "/peers/bare.html" },
  { id: "tanstack", name: "TanStack Table + Virtual", path: "/peers/tanstack.html" },
  { id: "ag-grid", name: "AG Grid Community", path: "/peers/ag-grid.html" },
] as const;
type Subject = (typeof subjects)[number];
/** The page that all others are compared with. */
const base = subjects[1];

interface Setting {
  readonly markets: number;
  /** Factor by which the processor is slowed. 4 is a mid-range phone. */
  readonly slower: number;
  readonly rounds: number;
}
const settings: readonly Setting[] = [
  { markets: 10_000, slower: 1, rounds: 3 },
  { markets: 10_000, slower: 4, rounds: 3 },
  { markets: 50_000, slower: 1, rounds: 1 },
];
const quickSetting: Setting = { markets: 10_000, slower: 1, rounds: 1 };

/** Repeats of each action per visit. */
const turns = 6;
const typed = ["u", "us", "usd", "usdc", "sol", ""];
const quietMs = 700;
/** Pause before each action. Users do not act in the frame after the last result, while a page may finish it. */
const pauseMs = 100;

interface Figure {
  readonly subject: Subject;
  readonly name: string;
  readonly value: number;
}

/** Measures and prints. A full run also writes docs/benchmarks.md. */
export async function benchPages({ quick }: { readonly quick: boolean }): Promise<void> {
  const site = await assemble();
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...chromiumFlags, "--js-flags=--expose-gc"],
  });
  const machine = `Measured ${describeMachine()}, with Chromium ${browser.version()} (headless, software rendering), 1920×1200.`;
  console.log(machine);
  const tables: string[] = [];
  try {
    for (const setting of quick ? [quickSetting] : settings) {
      const table = describe(setting, await measureAll(browser, site, setting));
      console.log(`\n${table}`);
      tables.push(table);
      // Writes after each setting, so that an interrupted run keeps its results.
      const [kept] = readFileSync(report, "utf8").split(marker);
      if (!quick) writeFileSync(report, `${[kept + marker, machine, ...tables].join("\n\n")}\n`);
    }
  } finally {
    await browser.close();
    rmSync(site, { recursive: true });
  }
}

/** Copies the built program and the peers' pages into a temporary folder, so that all are served alike. */
async function assemble(): Promise<string> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  if (!existsSync(join(peers, "node_modules")))
    spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: peers, stdio: ["ignore", 2, 2] });
  const site = mkdtempSync(join(root, ".cache", "bench-"));
  cpSync(join(root, "dist"), site, { recursive: true });
  const input = subjects.slice(1).map(({ id }) => join(peers, `${id}.html`));
  await build({
    configFile: false,
    root: peers,
    base: "/peers/",
    logLevel: "error",
    build: {
      outDir: join(site, "dashboard", "peers"),
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input },
    },
  });
  return site;
}

async function measureAll(browser: Browser, site: string, setting: Setting): Promise<readonly Figure[]> {
  const measured: Figure[] = [];
  const program = await startProgram(
    { ...frozenDemo, DEMO_MARKETS: String(setting.markets) },
    join(site, "service", "main.js"),
  );
  try {
    // Also makes the program compute its markets first, so that this time is not measured.
    let count = 0;
    for await (const _ of pages(program.url)) count += 1;
    for (let round = 0; round < setting.rounds; round += 1)
      for (const at of subjects.keys()) {
        // Each round starts with a different page, so that none is always first.
        const subject = subjects[(at + round) % subjects.length] ?? base;
        const start = performance.now();
        const add = (name: string, value: number): void => void measured.push({ subject, name, value });
        await visit(browser, site, `${program.url}${subject.path}`, count, setting, add);
        console.error(`${subject.name}: measured in ${Math.round((performance.now() - start) / 1000)} s`);
      }
  } finally {
    await program.stop();
  }
  return measured;
}

/** Measures one visit, with a new browser profile. */
async function visit(
  browser: Browser,
  site: string,
  address: string,
  pageCount: number,
  { slower }: Setting,
  add: (name: string, value: number) => void,
): Promise<void> {
  // Bypasses the service's CSP, because AG Grid writes style elements.
  const context = await browser.newContext({ viewport: { width: 1920, height: 1200 }, bypassCSP: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(installProbe);
  const ask = async <T>(call: string): Promise<T> => page.evaluate<T>(`probe.${call}`);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(
    ({ wanted, quiet }) => {
      const probe: Probe = Reflect.get(globalThis, "probe");
      const rowsAt = probe.rowsAt.at(-1) ?? Infinity;
      const loaded = probe.loaded();
      return performance.now() - rowsAt > quiet && loaded.pages >= wanted && rowsAt > loaded.lastPageAt;
    },
    { wanted: pageCount, quiet: quietMs * slower },
    { timeout: 180_000, polling: quietMs / 2 },
  );
  add("first rows, ms", await ask("rowsAt.at(0)"));
  add("all pages, ms", await ask("rowsAt.at(-1)"));
  const act = async (name: string, call: string): Promise<void> => {
    await setTimeout(pauseMs);
    add(name, await ask(call));
  };
  for (let turn = 0; turn < turns; turn += 1)
    await act("sort, ms", `sort("${turn % 2 === 0 ? "Deposit APY" : "Deposits"}")`);
  for (const text of typed) await act("search key, ms", `search("${text}")`);
  for (let turn = 0; turn < turns; turn += 1) await act("filter toggle, ms", `toggle("Only with rewards")`);
  const fling = await scrolled(session, () => ask(`scroll(90, 3000, 0)`));
  add("fling: main thread a frame, ms", fling.busyMs);
  add("fling: frames over 50 ms, %", fling.slow * 100);
  add("fling: longest frame, ms", fling.longest);
  add("fling: blank area, %", fling.blank * 100);
  const reading = await scrolled(session, () => ask(`scroll(1, 1500, 4000)`));
  add("reading: main thread a frame, ms", reading.busyMs);
  if (slower === 1) {
    await session.send("HeapProfiler.enable");
    await session.send("HeapProfiler.collectGarbage");
    add("JS heap, MB", (await session.send("Runtime.getHeapUsage")).usedSize / 1_000_000);
    const { scripts } = await ask<ReturnType<Probe["loaded"]>>("loaded()");
    const sizes = scripts.map(
      (path) => gzipSync(readFileSync(join(site, "dashboard", path)), { level: 9 }).length,
    );
    add("JavaScript, kB gz", sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000);
  }
  await context.close();
}

/** Adds the time that the main thread was busy per frame. */
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

/** Writes a Markdown table: medians, quartiles if there are any, and each as a multiple of the bare page's. */
function describe({ markets, slower }: Setting, figures: readonly Figure[]): string {
  const cell = (subject: Subject, name: string): string => {
    const valuesOf = (wanted: Subject): number[] =>
      figures.filter((figure) => figure.subject === wanted && figure.name === name).map(({ value }) => value);
    const values = valuesOf(subject);
    const median = quantile(values, 0.5);
    const ratio = median / quantile(valuesOf(base), 0.5);
    const write = (value: number): string => value.toFixed(median < 10 ? 1 : 0);
    const spread =
      values.length < 3 ? "" : ` [${write(quantile(values, 0.25))}–${write(quantile(values, 0.75))}]`;
    const times = subject === base || !Number.isFinite(ratio) ? "" : ` **${ratio.toFixed(2)}×**`;
    return `${write(median)}${spread}${times}`;
  };
  const names = new Set(figures.map(({ name }) => name));
  return [
    `### ${markets} markets, processor ${slower}×`,
    "",
    `| | ${subjects.map(({ name }) => name).join(" | ")} |`,
    `|---|${subjects.map(() => "--:").join("|")}|`,
    ...[...names].map(
      (name) => `| ${name} | ${subjects.map((subject) => cell(subject, name)).join(" | ")} |`,
    ),
  ].join("\n");
}
