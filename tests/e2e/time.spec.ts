// What time does to the page: rates are read again while somebody looks, changes are shown, and absence is summed up.
import type { Page } from "@playwright/test";
import * as z from "zod";
import { complete, listenToRequests, openComplete, rowAt, rowCount, table } from "./markets.ts";
import { expect, test } from "./story.ts";

const bodySchema = z.looseObject({
  markets: z.array(z.looseObject({ depositApy: z.number().nullish() })),
  cursor: z.string().nullable(),
});

/** From now on every deposit rate is two percentage points higher than the service says. */
async function raiseRates(page: Page): Promise<void> {
  await page.route("**/api/v0/markets?**", async (route) => {
    const answer = await route.fetch();
    const body = bodySchema.parse(await answer.json());
    for (const market of body.markets) if (typeof market.depositApy === "number") market.depositApy += 0.02;
    await route.fulfill({ json: body });
  });
}

test("the list is read again every ten minutes, but only while it is looked at", async ({ demo, page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    let state: DocumentVisibilityState = "visible";
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => state !== "visible" });
    globalThis.addEventListener("test-visibility", (event) => {
      state = event instanceof CustomEvent && event.detail === "hidden" ? "hidden" : "visible";
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
  const look = (state: DocumentVisibilityState): Promise<boolean> =>
    page.evaluate(
      (detail) => globalThis.dispatchEvent(new CustomEvent("test-visibility", { detail })),
      state,
    );
  await openComplete(page, demo.url);
  const requests = listenToRequests(page);
  await page.clock.fastForward("10:05");
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  await complete(page);

  await look("hidden");
  const before = requests.length;
  await page.clock.fastForward("30:00");
  expect(requests.length).toBe(before);
  await look("visible");
  await expect.poll(() => requests.length).toBeGreaterThan(before);
  await complete(page);
});

test("a refresh shows the new figures in the same rows", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?type=yield`);
  const rows = await rowCount(page);
  const before = await rowAt(page, 1).innerText();
  await raiseRates(page);
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await expect.poll(() => rowAt(page, 1).innerText()).not.toBe(before);
  expect(await rowCount(page)).toBe(rows);
});

test("who comes back is told what changed, and nothing of it leaves the browser", async ({ demo, page }) => {
  await page.clock.install();
  await openComplete(page, `${demo.url}/?type=yield`);
  // The code that remembers a visit is fetched some seconds after the list is complete.
  await expect(async () => {
    await page.clock.fastForward("00:10");
    await page.evaluate(() => globalThis.dispatchEvent(new Event("pagehide")));
    expect(await page.evaluate(() => localStorage.getItem("yieldboard.visit"))).not.toBeNull();
  }).toPass();
  await raiseRates(page);
  // Away, not waiting on the page: there the list would be read again every ten minutes.
  await page.goto("about:blank");
  await page.clock.fastForward("02:00:00");
  await openComplete(page, `${demo.url}/?type=yield`);
  const summary = page.getByRole("region", { name: "Since you were here" });
  await expect(summary).toContainText(/2 h/);
  await summary.getByRole("button", { name: "Show" }).click();
  await expect(summary.getByText(/→/).first()).toBeVisible();
  await summary.getByRole("button", { name: "Dismiss" }).click();
  await expect(summary).toHaveCount(0);
});

test("find in page says what it cannot see and leads to the search", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await page.keyboard.press("Control+f");
  await expect(page.getByText(/Find in page sees the \d+ rows on screen of 275/)).toBeVisible();
  await page.getByRole("button", { name: "Search all" }).click();
  await expect(page.getByRole("searchbox", { name: "Search markets" })).toBeFocused();
});

test("on paper there are the rows, and no controls", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?type=yield&provider=lulo`);
  await page.emulateMedia({ media: "print" });
  await expect(table(page)).toBeVisible();
  await expect(rowAt(page, 1)).toBeVisible();
  await expect(page.getByRole("region", { name: "Filters" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
});
