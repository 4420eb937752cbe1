// The whole test run, one step after another, with one table and one line of sums at the end:
//   node scripts/test.mjs              everything
//   node scripts/test.mjs lint types   only the steps named
// A step that passes says one line; a step that fails shows all it printed. It looks at files only, never at git.
// Two rows of steps go on side by side where there are processors for both; on two they go one after the other.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./find-chromium.mjs";
import { firstRouteBudget, firstRouteScripts } from "./first-route.mjs";
import { searchSecrets } from "./secret-search.mjs";

const root = join(import.meta.dirname, "..");
const reports = join(root, ".cache", "reports");
const dashboard = join(root, "dist", "dashboard");

// Stands where a real key would stand during the build, so that the search can prove that it did not travel.
const plantedKey = "planted-key-4f9c1b7e2d";

const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { FORCE_COLOR: "0" };

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string} note what was found, in a few words
 * @property {string} output shown in full when something failed
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [needs] a step without whose success this one means nothing
 * @property {() => Promise<Outcome>} run
 */

/** @type {readonly Step[]} */
const reading = [
  { name: "format", run: () => command(["oxfmt", "--check", "."]) },
  { name: "lint", run: () => command(["oxlint", "--type-aware", "--deny-warnings"]) },
  { name: "types", run: () => command(["tsc", "-b"]) },
  { name: "unit", run: unit },
];

/** @type {readonly Step[]} */
const running = [
  {
    name: "build",
    run: async () => {
      const page = await command(["vite", "build"], buildEnvironment());
      if (page.failed > 0) return page;
      return command(["vite", "build", "-c", "vite.service.config.ts"], buildEnvironment());
    },
  },
  { name: "size", needs: "build", run: size },
  { name: "secrets", needs: "build", run: secrets },
  { name: "browser", needs: "build", run: browser },
];

const steps = [...reading, ...running];

/** Unit and service tests. A file that cannot even be loaded has no tests to count: it counts as one failure. */
async function unit() {
  const report = join(reports, "vitest.json");
  const outcome = await command([
    "vitest",
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const counts = readReport(report);
  const broken = lists(counts, "testResults").filter(
    (file) => text(file, "status") === "failed" && lists(file, "assertionResults").length === 0,
  ).length;
  const failed = count(counts, "numFailedTests") + broken;
  return {
    ...outcome,
    passed: count(counts, "numPassedTests"),
    failed: outcome.failed === 0 ? failed : Math.max(1, failed),
    skipped: count(counts, "numPendingTests") + count(counts, "numTodoTests"),
    note: `${count(counts, "numTotalTestSuites")} groups`,
  };
}

/** Browser tests. A test that passes only on a second try counts as failed; there are no second tries. */
async function browser() {
  const path = ensureChromium((line) => console.log(line));
  const report = join(reports, "playwright.json");
  const outcome = await command(["playwright", "test", "--reporter=line,json"], {
    CHROMIUM_PATH: path,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const stats = member(readReport(report), "stats");
  const failed = count(stats, "unexpected") + count(stats, "flaky");
  return {
    ...outcome,
    passed: count(stats, "expected"),
    failed: outcome.failed === 0 ? failed : Math.max(1, failed),
    skipped: count(stats, "skipped"),
    note: path,
  };
}

/** @returns {Promise<Outcome>} */
async function size() {
  const files = firstRouteScripts(dashboard);
  const total = files.reduce((sum, file) => sum + file.gzipBytes, 0);
  const list = files.map((file) => `${String(file.gzipBytes).padStart(8)}  ${file.path}`).join("\n");
  return verdict(
    total <= firstRouteBudget,
    `${(total / 1000).toFixed(1)} of ${firstRouteBudget / 1000} kB gz`,
    `First-route JavaScript is ${total} bytes gz; the budget is ${firstRouteBudget}.\n${list}\n`,
  );
}

/** @returns {Promise<Outcome>} */
async function secrets() {
  const { files, findings } = searchSecrets(dashboard, [plantedKey, root]);
  return verdict(findings.length === 0, `${files} files`, `${findings.join("\n")}\n`);
}

function buildEnvironment() {
  return { MARKETS_CLIENT_KEY: plantedKey, VITE_MARKETS_CLIENT_KEY: plantedKey, NODE_ENV: "production" };
}

/**
 * Runs one of the project's tools and counts it as one test.
 * @param {readonly [string, ...string[]]} words
 * @param {Record<string, string>} extra added to the environment
 * @returns {Promise<Outcome>}
 */
function command(words, extra = {}) {
  const [tool, ...parameters] = words;
  return new Promise((resolve) => {
    const child = spawn(join(root, "node_modules", ".bin", tool), parameters, {
      cwd: root,
      env: { ...process.env, ...colour, ...extra },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve(verdict(false, "did not start", `${error.message}\n`)));
    child.on("close", (code) => resolve(verdict(code === 0, code === 0 ? "" : `exit ${code}`, output)));
  });
}

/**
 * @param {boolean} good
 * @param {string} note
 * @param {string} output
 * @returns {Outcome}
 */
function verdict(good, note, output) {
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0, note, output };
}

/**
 * A report the tool wrote; undefined when it wrote none, which its exit code has already told.
 * @param {string} path
 * @returns {unknown}
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown}
 */
function member(value, key) {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/**
 * @param {unknown} value
 * @param {string} key
 */
function count(value, key) {
  const found = member(value, key);
  return typeof found === "number" ? found : 0;
}

/**
 * @param {unknown} value
 * @param {string} key
 */
function text(value, key) {
  const found = member(value, key);
  return typeof found === "string" ? found : "";
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown[]}
 */
function lists(value, key) {
  const found = member(value, key);
  return Array.isArray(found) ? found : [];
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * @param {Outcome} sum
 */
function sentence(sum) {
  return `${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ""}`;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(", ")}. Steps: ${steps.map((step) => step.name).join(", ")}.`);
  process.exit(1);
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** @type {{ name: string, outcome: Outcome, time: string }[]} */
const rows = [];
const begun = performance.now();
if (availableParallelism() > 2) await Promise.all([take(reading), take(running)]);
else {
  // Two workers of unit tests or of stories keep two processors busy; with both at once everything only waits longer.
  await take(reading);
  await take(running);
}
rows.sort((a, b) => place(a.name) - place(b.name));

/** @param {readonly Step[]} chosen */
async function take(chosen) {
  for (const step of chosen) if (wanted.length === 0 || wanted.includes(step.name)) await perform(step);
}

/** @param {string} name */
function place(name) {
  return steps.findIndex((step) => step.name === name);
}

/** @param {Step} step */
async function perform(step) {
  const start = performance.now();
  const needed = rows.find((row) => row.name === step.needs);
  /** @type {Outcome} */
  let outcome;
  if (needed !== undefined && needed.outcome.failed > 0) {
    outcome = { passed: 0, failed: 0, skipped: 1, note: `not run: ${needed.name} failed`, output: "" };
  } else {
    try {
      outcome = await step.run();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      outcome = verdict(false, "could not run", `${message}\n`);
    }
  }
  const time = seconds(performance.now() - start);
  rows.push({ name: step.name, outcome, time });
  const mark = outcome.failed > 0 ? "FAILED" : outcome.passed > 0 ? "ok" : "skipped";
  console.log(`${step.name.padEnd(8)} ${mark.padEnd(7)} ${time.padStart(8)}  ${outcome.note}`.trimEnd());
  if (outcome.failed > 0) console.log(`\n${outcome.output.trimEnd()}\n`);
}

/** @type {Outcome} */
const sum = { passed: 0, failed: 0, skipped: 0, note: "", output: "" };
for (const { outcome } of rows) {
  sum.passed += outcome.passed;
  sum.failed += outcome.failed;
  sum.skipped += outcome.skipped;
}
console.log(
  `\n${"step".padEnd(8)} ${"passed".padStart(7)} ${"failed".padStart(7)} ${"skipped".padStart(8)} ${"time".padStart(9)}`,
);
for (const { name, outcome, time } of rows)
  console.log(
    `${name.padEnd(8)} ${String(outcome.passed).padStart(7)} ${String(outcome.failed).padStart(7)} ` +
      `${String(outcome.skipped).padStart(8)} ${time.padStart(9)}`,
  );
console.log(`${"all".padEnd(8)} ${"".padStart(24)} ${seconds(performance.now() - begun).padStart(9)}\n`);
console.log(sentence(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;
