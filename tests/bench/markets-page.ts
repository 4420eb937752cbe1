// How fast the built page is with the default demo and with 10,000 markets of all types. Medians and their ratio: figures of
// one machine compare with figures of the same machine only, so nothing here passes or fails.
import { chromium, type Browser, type Page } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "../../scripts/find-chromium.mjs";
import { frozenDemo, startProgram } from "../fixtures/program.ts";

const sizes = [535, 10_000] as const;
const repeats = 9;
const walkTimeoutMs = 120_000;

type Figures = ReadonlyMap<string, number>;

/** Starts the built program once per size, visits the page in a browser, and prints a table. */
export async function benchMarketsPage(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: ensureChromium((line) => console.log(line)),
    args: chromiumFlags,
  });
  const results: Figures[] = [];
  try {
    for (const size of sizes) {
      const program = await startProgram({ ...frozenDemo, DEMO_MARKETS: String(size) });
      const address = `${program.url}/?view=all&status=open,closed,settled`;
      try {
        // The first visit makes the program draw up its markets; what is measured is the page.
        await visit(browser, address, 1);
        results.push(await visit(browser, address, repeats));
      } finally {
        await program.stop();
      }
    }
  } finally {
    await browser.close();
  }
  print(results);
}

/** Visits the page once, in a browser profile of its own. Figures are medians in ms where the name says nothing else. */
async function visit(browser: Browser, address: string, times: number): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole("row").nth(1).waitFor();
  const firstRows = await page.evaluate(() => performance.now());
  await complete(page);
  const walk = await page.evaluate(() => performance.now());
  const rows = Number(await page.getByRole("table", { name: "Markets" }).getAttribute("aria-rowcount")) - 1;

  const sorts: number[] = [];
  for (let turn = 0; turn < times; turn += 1)
    sorts.push(await sortToPaint(page, turn % 2 === 0 ? "Deposits" : "Deposit APY"));
  const keys: number[] = [];
  for (let turn = 0; turn < times; turn += 1)
    keys.push(await searchToPaint(page, turn % 2 === 0 ? "usdc" : ""));

  const heap = await heapMegabytes(page);
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await complete(page);
  const refreshed = await heapMegabytes(page);
  await context.close();
  return new Map([
    ["rows (count)", rows],
    ["address to first rows", firstRows],
    ["address to all pages in", walk],
    ["sort click to paint", median(sorts)],
    ["sort click to paint, worst", Math.max(...sorts)],
    ["search key to paint", median(keys)],
    ["search key to paint, worst", Math.max(...keys)],
    ["heap, all pages in (MB)", heap],
    ["heap after a refresh (MB)", refreshed],
  ]);
}

async function complete(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Data status.*Complete/ }).waitFor({ timeout: walkTimeoutMs });
}

/** From the click on a header until the frame with the new order has been painted. */
async function sortToPaint(page: Page, column: string): Promise<number> {
  const button = page
    .getByRole("table", { name: "Markets" })
    .getByRole("columnheader")
    .getByRole("button", { name: column, exact: true });
  return button.evaluate(async (element) => {
    const header = element.closest("th");
    const before = header?.getAttribute("aria-sort");
    const start = performance.now();
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    do await new Promise((resolve) => requestAnimationFrame(resolve));
    while (header?.getAttribute("aria-sort") === before);
    // A task queued inside a frame runs after that frame was painted.
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - start;
  });
}

/** From the input of a search text until the frame with the rows it finds has been painted. */
async function searchToPaint(page: Page, text: string): Promise<number> {
  const field = page.getByRole("searchbox", { name: "Search markets" });
  return field.evaluate(async (element, typed) => {
    const table = document.querySelector("[aria-rowcount]");
    const before = table?.getAttribute("aria-rowcount");
    const start = performance.now();
    // Set through the prototype, as typing does: the framework watches the element's own property.
    Reflect.set(HTMLInputElement.prototype, "value", typed, element);
    element.dispatchEvent(new Event("input", { bubbles: true }));
    do await new Promise((resolve) => requestAnimationFrame(resolve));
    while (table?.getAttribute("aria-rowcount") === before);
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - start;
  }, text);
}

/** What the page holds after a collection. */
async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1_000_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print([small, large]: readonly Figures[]): void {
  const heads = sizes.map((size) => `${size} markets`.padStart(15)).join("");
  console.log(`${"".padEnd(30)}${heads}${"ratio".padStart(9)}`);
  for (const [name, after] of large ?? []) {
    const before = small?.get(name) ?? Number.NaN;
    const figures = [before, after]
      .map((value) => value.toFixed(name.includes("count") ? 0 : 1).padStart(15))
      .join("");
    console.log(`${name.padEnd(30)}${figures}${(after / before).toFixed(2).padStart(8)}×`);
  }
}
