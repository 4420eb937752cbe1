// Totals over the markets in the list, with links back to it. overview.test.ts covers the figures.
import type { Locator, Page } from "@playwright/test";
import { judge } from "./axe.ts";
import {
  closedGate,
  complete,
  isLaterPage,
  openComplete,
  parameters,
  rowCount,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const figures = (page: Page, name: string): Locator => page.getByRole("table", { name, exact: true });
async function showFigures(page: Page, of: string): Promise<void> {
  await page.getByText(`Show figures of ${of}`).click();
}
const sizes = (page: Page): Locator => page.getByRole("slider", { name: "Markets by size of deposits" });

test("arrow keys move through the dots, and groups lead to their markets", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/overview?small=1`);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  for (const name of ["base rates over time", "deposits by provider"]) await showFigures(page, name);
  // Otherwise a link could be half under the head of its table.
  await page.getByRole("main").evaluate((main) => main.scrollTo(0, 0));
  await judge(page, "the overview");
  await page.setViewportSize({ width: 2560, height: 900 });
  expect((await page.locator("main > *").last().boundingBox())?.width).toBe(2080);
  await page.setViewportSize({ width: 1440, height: 900 });

  await test.step("arrow keys move through the dots by size, and Enter opens one", async () => {
    await sizes(page).focus();
    const text = async (): Promise<readonly string[]> =>
      /, (\d+) of (\d+) by size$/.exec((await sizes(page).getAttribute("aria-valuetext")) ?? "") ?? [];
    const [, place, all] = await text();
    expect(place).toBe(all);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(async () => Number((await text())[1])).toBe(Number(all) - 2);
    await judge(page.locator("figure", { has: page.locator("a") }), "a dot that is pointed at");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/markets\//);
  });

  await test.step("the list's filters apply, and each group leads to the list of exactly its markets", async () => {
    await visitComplete(page, "/?minDeposits=1000000");
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
    await expect.poll(() => parameters(page)).toEqual({ minDeposits: "1000000" });
    await expect(page.getByRole("button", { name: /^Remove filter Deposits/ })).toBeVisible();
    const followed = [
      ["Rates by asset", /^USDC: /],
      ["Deposits by asset family", /^Mixed pairs: /],
    ] as const;
    for (const [table, name] of followed) {
      // "Rates by asset" has no chart, so its table is not collapsed.
      if (table !== "Rates by asset") await showFigures(page, table.toLowerCase());
      const link = figures(page, table).getByRole("link", { name });
      const counted = Number(/show (\d+) markets?/.exec((await link.getAttribute("aria-label")) ?? "")?.[1]);
      expect(counted).toBeGreaterThan(0);
      await link.click();
      await complete(page);
      await expect.poll(() => rowCount(page)).toBe(counted);
      await page.goBack();
      await expect(sizes(page)).toBeAttached();
    }
  });

  await test.step("the overview counts the loops that fit the size as the list does", async () => {
    await visitComplete(page, "/?type=loop&size=1000&fits=1");
    const count = page.getByText(/^[1-9]\d* of \d+ markets$/).first();
    const listed = await count.textContent();
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
    await expect(count).toHaveText(listed ?? "");
  });
});

test("loading and a missing page of markets are each explained", async ({ demo, noise, page }) => {
  noise.expect(/Failed to load resource/);
  const first = closedGate();
  const later = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await first.pass();
    if (!isLaterPage(new URL(route.request().url()))) return route.continue();
    await later.pass();
    return route.fulfill({ status: 400, json: { statusCode: 400, message: "No.", error: "Bad Request" } });
  });
  await page.goto(`${demo.url}/overview`);
  await expect(page.getByRole("status").filter({ hasText: "Loading markets…" })).toBeVisible();
  first.open();
  await expect(page.getByText("200 markets so far")).toBeVisible();
  await expect(page.getByText("provisional while loading")).toBeVisible();
  later.open();
  await expect(page.getByText("provisional: page 2 is missing")).toBeVisible();
  await expect(sizes(page)).toBeAttached();
});

test("on a phone a second touch opens a dot @phone", async ({ demo, page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openComplete(page, `${demo.url}/overview?type=lending`);
  await judge(page, "the overview on a phone");
  const best = await figures(page, "Rates by asset").evaluate((table) => {
    table.parentElement?.scrollTo(table.scrollWidth, 0);
    table.scrollIntoView();
    const cut = [...table.querySelectorAll("td a span")].filter(
      (name) => getComputedStyle(name).textOverflow === "ellipsis" && name.scrollWidth > name.clientWidth,
    );
    const covered = [...table.querySelectorAll("tbody th")].filter((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return [0.2, 0.4, 0.6, 0.8].some((share) => {
        const above = document.elementFromPoint(left + share * width, top + height / 3);
        return (
          above !== null && table.contains(above) && !cell.contains(above) && above.closest("thead") === null
        );
      });
    });
    return [cut, covered].map((cells) => cells.map(({ textContent }) => textContent));
  });
  expect(best, "names of the best markets that are cut, and assets that they cover").toEqual([[], []]);
  await sizes(page).focus();
  const ring = page.locator("figure a");
  await ring.scrollIntoViewIfNeeded();
  const place = await ring.boundingBox();
  if (place === null) throw new Error("No dot is active.");
  await page.getByRole("heading", { level: 2, name: "APY by market size" }).click();
  await expect(ring).toHaveCount(0);
  const touch = async (): Promise<void> =>
    page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
  await touch();
  await expect(ring).toHaveCount(1);
  await expect(page).toHaveURL(/\/overview/);
  await touch();
  await expect(page).toHaveURL(/\/markets\//);
});
