// Helpers that find things on the markets page by role and name.
import { readFile } from "node:fs/promises";
import type { Locator, Page, Request } from "@playwright/test";
import { expect } from "./story.ts";
import type { Served } from "../fixtures/program.ts";

export const table = (page: Page): Locator => page.getByRole("table", { name: "Markets" });
export const cards = (page: Page): Locator =>
  page.getByRole("list", { name: "Markets" }).getByRole("listitem");
export const filters = (page: Page): Locator => page.getByRole("region", { name: "Filters" });
export const dataStatus = (page: Page): Locator => page.getByRole("button", { name: /^Data status/ });
export const search = (page: Page): Locator => page.getByRole("searchbox", { name: "Search markets" });
const group = (page: Page, name: string): Locator => page.getByRole("group", { name, exact: true });
export const option = (page: Page, groupName: string, name: string): Locator =>
  group(page, groupName).getByRole("checkbox", { name, exact: true });

/** Opens a URL and waits until every page of markets is loaded. */
export async function openComplete(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await complete(page);
}

/** Navigates within the running page, as its own links do: nothing is loaded again. */
export async function visit(page: Page, pathAndQuery: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), pathAndQuery);
}

/** Navigates within the page, and waits until every page of markets is loaded. */
export async function visitComplete(page: Page, pathAndQuery: string): Promise<void> {
  await visit(page, pathAndQuery);
  await complete(page);
}

/** URL of a list with a few rows, for stories that do not need the whole list: axe visits every element. */
export const few = (program: Served): string => `${program.url}/?provider=lulo`;

/** How far the page extends beyond a width, in CSS pixels. On a phone, the window's own width grows with the page. */
export const overflow = (page: Page, width: number): Promise<number> =>
  page.evaluate((wide) => Math.max(0, document.documentElement.scrollWidth - wide), width);

/** Waits until every page of markets is loaded and, if the list is shown, rendered: its code may load late. */
export async function complete(page: Page): Promise<void> {
  await expect(dataStatus(page)).toHaveAccessibleName(/Complete/, { timeout: 30_000 });
  const panel = page.locator("[role=tabpanel]");
  if ((await panel.count()) > 0) await expect(panel.locator("a, button").first()).toBeAttached();
  // The list renders its last pages after the header does.
  await expect(page.locator("[aria-description^='The order is provisional']")).toHaveCount(0);
}

/** The part of a page below a heading. */
export const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** Performs an action that saves a file, and returns the file. */
export async function saved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const waiting = page.waitForEvent("download");
  await press();
  return readFile(await (await waiting).path());
}

/** Chooses an item of a chart's menu. */
export async function chooseOfChart(place: Page | Locator, item: string): Promise<void> {
  const menu = place.getByRole("button", { name: "Chart options" }).first();
  await menu.click();
  const page = "page" in place ? place.page() : place;
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** The button in the header cell of a column. */
export const headerButton = (page: Page, name: string): Locator =>
  table(page).getByRole("columnheader").getByRole("button", { name, exact: true });

export const header = (page: Page, name: string): Locator =>
  table(page)
    .getByRole("columnheader")
    .filter({ has: page.getByRole("button", { name, exact: true }) });

/** The row at a position in the whole list, from 1, wherever it is in the document. */
export const rowAt = (page: Page, place: number): Locator =>
  table(page)
    .getByRole("row")
    .and(page.locator(`[aria-rowindex="${place + 1}"]`));

/** The cell of a row in the column with this header. */
export async function cell(page: Page, row: Locator, columnName: string): Promise<Locator> {
  const names = await table(page).getByRole("columnheader").allInnerTexts();
  const index = names.findIndex(
    (text) => text.replace(/[\s↑↓\d]+$/u, "").trim() === columnName || text.trim() === columnName,
  );
  if (index < 0) throw new Error(`No column ${columnName} among ${names.join(", ")}.`);
  return row.getByRole("cell").or(row.getByRole("rowheader")).nth(index);
}

/** Id of the market that a row or card shows, from the link to its page. */
export async function idOf(row: Locator): Promise<string> {
  const href = (await row.getByRole("link").first().getAttribute("href")) ?? "";
  return decodeURIComponent(/\/markets\/([^?]+)/.exec(href)?.[1] ?? href);
}

/** Ids of the first rows, top to bottom. */
export async function firstIds(page: Page, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let place = 1; place <= count; place += 1) ids.push(await idOf(rowAt(page, place)));
  return ids;
}

/** The number of rows that the table declares, without the header. */
export async function rowCount(page: Page): Promise<number> {
  return Number(await table(page).getAttribute("aria-rowcount")) - 1;
}

/** Collects requests for pages of markets from now on. */
export function listenToRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (asksForList(request)) requests.push(request);
  });
  return requests;
}

/** Whether a request is for the displayed list. Loops are requested separately, to count them below it. */
export function asksForList(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url());
  return pathname.endsWith("/api/v0/markets") && searchParams.get("type") !== "loop";
}

/** Watches the code that loads from now on. Returns a function that tells whether it contains charts. */
export function listenToCharts(page: Page): () => Promise<boolean> {
  const codes: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script" && response.ok())
      codes.push(response.text().catch(() => ""));
  });
  return async () => (await Promise.all(codes)).some((code) => code.includes("recharts-cartesian"));
}

/** The decoded query of a request, without limit and cursor. */
export function queryOf(request: Request | undefined): Record<string, string> {
  const query = new URL(request?.url() ?? "http://none").searchParams;
  return Object.fromEntries([...query].filter(([name]) => name !== "limit" && name !== "cursor"));
}

/** Parameters in the address bar. Choices in the list are written there after they are painted, so poll for them. */
export function parameters(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Callers of `pass` wait until the story calls `open`. */
export function closedGate() {
  let open: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { pass: async (): Promise<void> => opened, open: (): void => open?.() };
}

/** Whether a request is for a page after the first. */
export const isLaterPage = (url: URL): boolean =>
  url.pathname === "/api/v0/markets" && url.searchParams.has("cursor");

/**
 * Flings a list down and back to its top. Returns the number of blank positions in each painted frame; skips
 * frames that show no part of the list. Either the list itself or the page scrolls.
 */
export async function blankPlaces(list: Locator, item: string): Promise<readonly number[]> {
  return list.evaluate(async (element, selector) => {
    const own = element.scrollHeight > element.clientHeight + 1 && element.clientHeight < innerHeight;
    const scroller = own ? element : document.documentElement;
    const { left, width } = element.getBoundingClientRect();
    const end = Math.min(24_000, scroller.scrollHeight - scroller.clientHeight);
    const frames: number[] = [];
    for (let step = 1; step <= 15; step += 1) {
      // Scrolls before the frame, like a wheel or finger, because the frame must show the rows after its
      // scroll event.
      await new Promise((resolve) => setTimeout(resolve));
      scroller.scrollTop = end * (step <= 10 ? step / 10 : (15 - step) / 5);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const places = Array.from({ length: 40 }, (_, at) =>
        document.elementFromPoint(left + width / 2, ((at + 0.5) / 40) * innerHeight),
      );
      const inList = places.filter(
        (hit) => hit !== null && element.contains(hit) && hit.closest("thead") === null,
      );
      if (inList.length > 5)
        frames.push(inList.filter((hit) => (hit?.closest(selector)?.textContent ?? "") === "").length);
    }
    return frames;
  }, item);
}

/** Counts layout shifts from the next load on. Returns a function that reads their sum. */
export async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(globalThis, "shifts", 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, "hadRecentInput") !== true)
          Reflect.set(
            globalThis,
            "shifts",
            Number(Reflect.get(globalThis, "shifts")) + Number(Reflect.get(entry, "value")),
          );
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => Number(await page.evaluate(() => Reflect.get(globalThis, "shifts")));
}
