// How it looks under every setting a person may have: light, dark, forced colours, less motion, large text, a slow arrival.
import { judge } from "./axe.ts";
import type { Page } from "@playwright/test";
import { complete, countShifts, filters, openComplete, rowAt, table } from "./markets.ts";
import { expect, test } from "./story.ts";

const theme = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset["theme"]);
const canvas = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("the theme follows the system, and the switch overrules it and is remembered", async ({
  demo,
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openComplete(page, demo.url);
  expect(await theme(page)).toBe("dark");
  expect(await canvas(page)).toBe("rgb(13, 15, 18)");
  await expect
    .poll(async () => {
      if ((await theme(page)) !== "light") await page.getByRole("button", { name: "Theme" }).click();
      return theme(page);
    })
    .toBe("light");
  expect(await canvas(page)).toBe("rgb(245, 246, 248)");
  await page.reload();
  expect(await theme(page)).toBe("light");
});

test("the demo says so on every screen @both", async ({ demo, noise, page }) => {
  noise.expect(/404 \(Not Found\).*\/nowhere/);
  for (const path of ["/", "/?view=prediction", "/action?action=x", "/nowhere"]) {
    await page.goto(`${demo.url}${path}`);
    await expect(page.getByRole("region", { name: "Demo data" })).toContainText(/simulated/i);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The list is judged in accessibility.spec.ts.
    if (path !== "/") await judge(page, path);
  }
});

test("nothing jumps while the list arrives: layout shift stays under 0.02 @both", async ({ demo, page }) => {
  const shifts = await countShifts(page);
  await openComplete(page, demo.url);
  expect(await shifts()).toBeLessThanOrEqual(0.02);
});

test("nothing moves when the hint at the help goes, and the next key starts from its place @both", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  const panel = page.getByRole("tabpanel");
  const hint = page.getByRole("button", { name: "How to read this list" });
  const before = await panel.boundingBox();
  await hint.press("Enter");
  await judge(page, "the help");
  await page
    .getByRole("dialog", { name: "Help and keyboard" })
    .getByRole("button", { name: "Close" })
    .press("Enter");
  await expect(hint).toHaveCount(0);
  expect(await panel.boundingBox()).toEqual(before);
  await page.keyboard.press("Tab");
  expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.reload();
  await complete(page);
  await expect(hint).toHaveCount(0);
});

test("with 200 % text on a 1280 pixel screen nothing is lost and nothing scrolls sideways", async ({
  demo,
  page,
}) => {
  // Twice the size on the same screen is half the viewport in CSS pixels.
  await page.setViewportSize({ width: 640, height: 450 });
  await openComplete(page, demo.url);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  await expect(page.getByRole("button", { name: /^Filters/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Deposit,/ }).first()).toBeVisible();
  await judge(page, "200 % text");
});

test("at 320 pixels nothing scrolls sideways", async ({ demo, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openComplete(page, demo.url);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("at desktop width the page itself does not scroll, the table does", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  const [height, scroll] = await page.evaluate(() => [innerHeight, document.documentElement.scrollHeight]);
  expect(scroll).toBeLessThanOrEqual(height ?? 0);
});

test("under forced colours controls keep their edges and the rate stays readable", async ({ demo, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openComplete(page, demo.url);
  await expect(rowAt(page, 1)).toBeVisible();
  await expect(filters(page)).toBeVisible();
  const edge = await page
    .getByRole("link", { name: /^Deposit,/ })
    .first()
    .evaluate((link) => {
      const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(link);
      return borderTopStyle !== "none" || outlineStyle !== "none" ? borderTopWidth : "none";
    });
  expect(edge).not.toBe("none");
});

test("under reduced motion nothing moves for longer than a frame", async ({ demo, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openComplete(page, demo.url);
  await page.getByRole("button", { name: /^Data status/ }).click();
  const slow = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))
      .filter((duration) => duration > 20),
  );
  expect(slow).toEqual([]);
});

test("on a narrow screen the columns that decide come first, and header and first column stay in place", async ({
  demo,
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await openComplete(page, demo.url);
  const names = async (): Promise<readonly string[]> =>
    (await table(page).getByRole("columnheader").allInnerTexts())
      .map((text) => text.trim())
      .filter((text) => text !== "")
      .slice(3, 8);
  expect(await names()).toEqual(["Market", "Deposit APY", "Deposits", "Trend", "Capacity left"]);
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect.poll(names).toEqual(["Market", "Deposit APY", "30d", "90d", "180d"]);
  await page.setViewportSize({ width: 1000, height: 700 });
  const head = table(page)
    .getByRole("columnheader", { name: /Market/ })
    .first();
  const before = await head.boundingBox();
  await table(page).hover();
  await page.mouse.wheel(300, 2_000);
  await expect(rowAt(page, 1)).not.toBeInViewport();
  await complete(page);
  const after = await head.boundingBox();
  expect(after?.y).toBe(before?.y);
});
