// Finds a Chromium for the browser tests and the benchmark, so that no second one is downloaded.
//   node scripts/find-chromium.mjs            prints its path, or says in one line what to do
//   node scripts/find-chromium.mjs --install  installs one first if possible
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";

/** Chromium uses only the last list of disabled features, so this repeats those that Playwright disables. */
const disabledFeatures = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  // Without these, each new window loads 400 files for its address bar, which takes both processors two seconds.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

/** Flags for a browser that runs as root in a container, without graphics, and sends no requests of its own. */
export const chromiumFlags = [
  `--disable-features=${disabledFeatures.join(",")}`,
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  "--disable-component-update",
  "--disable-sync",
];

/** Has no windows, so the stories take a seventh less processor time than with a full Chromium. */
const headless = "chromium-headless-shell";

const commands = [headless, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const advice =
  "No Chromium was found. Install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright install chromium) " +
  "or set CHROMIUM_PATH to its executable.";

/**
 * Looks for a browser: CHROMIUM_PATH first, then the commands on PATH, the usual places, and Playwright's own download.
 * @returns {string | undefined} the path of an executable
 * @throws {Error} if CHROMIUM_PATH is set but is not an executable file: a wrong setting is never ignored
 */
export function findChromium() {
  const { CHROMIUM_PATH: chosen = "", PATH = "", HOME = "" } = process.env;
  if (chosen !== "") {
    if (isExecutable(chosen)) return chosen;
    throw new Error(
      `CHROMIUM_PATH is "${chosen}", which is ${existsSync(chosen) ? "no executable file" : "not there"}. ` +
        "Set it to the executable of Chromium or Chrome, or unset it.",
    );
  }
  const folders = [...PATH.split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"];
  const candidates = [
    ...commands.flatMap((command) =>
      folders.filter((folder) => folder !== "").map((folder) => join(folder, command)),
    ),
    ...applications,
    ...applications.map((path) => join(HOME, path)),
    chromium.executablePath(),
  ];
  return candidates.find(isExecutable);
}

/**
 * Finds or installs a browser. As root on a system with apt, it installs a package; elsewhere it uses Playwright's installer.
 * @returns {string} the path of an executable
 * @throws {Error} if no browser was found or could be installed
 */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && isExecutable("/usr/bin/apt-get")) {
    console.error("No Chromium found; installing the system's package with apt-get.");
    run("apt-get", ["update"]);
    for (const name of [headless, "chromium"])
      if (findChromium() === undefined) run("apt-get", ["install", "-y", "--no-install-recommends", name]);
  }
  // Also after apt-get, because on some systems the package only refers to another store.
  if (findChromium() === undefined) {
    console.error("No Chromium found; downloading Playwright's with npx playwright install chromium.");
    run("npx", ["playwright", "install", "chromium"]);
  }
  const installed = findChromium();
  if (installed === undefined) throw new Error(advice);
  return installed;
}

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 */
function run(command, parameters) {
  // The search that follows detects a failure. The installer's output goes to stderr.
  spawnSync(command, parameters, {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: 300_000,
  });
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    const path = process.argv.includes("--install") ? ensureChromium() : findChromium();
    if (path === undefined) throw new Error(advice);
    console.log(path);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
