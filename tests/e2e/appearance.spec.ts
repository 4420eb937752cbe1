// Appearance under every user setting: light, dark, forced colors, reduced motion, large text, print, any
// width.
import type { Page } from "@playwright/test";
import * as z from "zod";
import { oneOfEachType, plainTypes, readAllMarkets } from "./api.ts";
import { judge, judgeOpened } from "./axe.ts";
import { faintTexts } from "./contrast.ts";
import {
  complete,
  dataStatus,
  few,
  filters,
  openComplete,
  overflow,
  rowAt,
  table,
  visit,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const theme = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset["theme"]);
const canvas = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** Texts smaller than 12 pixels, except letters inside icons. */
const tooSmall = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      const words = text.textContent?.trim() ?? "";
      if (words === "" || parent?.checkVisibility() !== true) continue;
      // Cells that wait for their figure hide the dash by its size.
      if (parent.closest("[aria-hidden=true], .cell.awaited") !== null) continue;
      const size = getComputedStyle(parent).fontSize;
      if (Number.parseFloat(size) < 12) found.add(`${words} ${size}`);
    }
    return [...found];
  });

/** Buttons and links whose text is cut off, with or without an ellipsis. */
const tooNarrow = (page: Page): Promise<string[]> =>
  page
    .locator("main :is(button, .action-bar a, a[target=_blank] > span)")
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && button.scrollWidth > button.clientWidth)
        .map((button) => `${button.textContent}: ${button.scrollWidth} in ${button.clientWidth}`),
    );

/** Adds a style sheet by code, because the page's CSP allows no other way. */
async function addSheet(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, rules);
}

/** The spacing of letters, words and lines that a page must support according to WCAG 1.4.12. */
const spaced =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }";

/** Texts with digits that are cut off. Names may end in an ellipsis if a title shows them in full. */
async function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = new Set<string>();
    for (const element of document.querySelectorAll("main *, header *")) {
      const text = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\d/.test(node.textContent ?? ""),
      );
      if (!text || !element.checkVisibility() || element.closest(".sr-only, select") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const words = range.getBoundingClientRect();
      for (let around: Element | null = element; around !== null; around = around.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(around);
        if (overflowX === "auto" || overflowX === "scroll" || textOverflow === "ellipsis") break;
        const box = around.getBoundingClientRect();
        const isCell = around.matches("td, [role=cell]");
        if (overflowX !== "hidden" && overflowX !== "clip" && !isCell) continue;
        // A cell does not clip, so its figure may use the space that the next cell leaves free.
        const room = isCell ? 6 : 1;
        if (words.right > box.right + room || words.left < box.left - room)
          cut.add(`${element.textContent} in ${around.tagName}`);
      }
    }
    return [...cut];
  });
}

/** Links and buttons of the header that reach into the next one, or out of the demo strip. */
const overlaps = (page: Page): Promise<string[]> =>
  page.getByRole("banner").evaluate((header) => {
    const parts = [...header.querySelectorAll("a, button")].filter((part) => part.checkVisibility());
    return parts.flatMap((part, at) => {
      const next = parts[at + 1]?.getBoundingClientRect().left ?? innerWidth;
      const end = part.closest("section")?.getBoundingClientRect().right ?? innerWidth;
      return part.getBoundingClientRect().right > Math.min(next, end) ? [part.textContent] : [];
    });
  });

/** Texts of the answer's market links that are cut off. */
const cutNames = (page: Page): Promise<string[]> =>
  page
    .getByRole("article")
    .getByRole("link")
    .locator("span")
    .evaluateAll((names) =>
      names
        .filter((name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth)
        .map((name) => name.textContent),
    );

test("at 200 % zoom nothing is lost and nothing scrolls sideways", async ({ demo, page }) => {
  // Same as the browser's zoom: each CSS pixel takes two of the screen, so half as many are left.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", {
    width: 640,
    height: 450,
    deviceScaleFactor: 2,
    mobile: false,
  });
  await openComplete(page, few(demo));
  expect(await page.evaluate(() => innerWidth * devicePixelRatio)).toBe(1280);
  const deposit = page.getByRole("link", { name: /^Deposit,/ }).first();
  await expect(deposit).toBeVisible();
  await expect(page.getByRole("button", { name: /^Filters/ })).toBeVisible();
  expect(await tooNarrow(page)).toEqual([]);
  expect(await overflow(page, 640)).toBe(0);
  const market = (await readAllMarkets(demo, plainTypes)).find(({ provider }) => provider.id === "lulo");
  for (const path of [`/markets/${encodeURIComponent(market?.id ?? "")}`, "/matrix", "/overview"]) {
    await visitComplete(page, path);
    await expect.poll(() => overflow(page, 640), { message: path }).toBe(0);
  }
});

test("forced colours, reduced motion, wide text spacing, print and themes are respected", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${few(demo)}&size=250000`);
  const [height, scroll] = await page.evaluate(() => [innerHeight, document.documentElement.scrollHeight]);
  expect(scroll, "at desktop width the table scrolls, not the page").toBeLessThanOrEqual(height ?? 0);

  await dataStatus(page).click();
  await expect(page.getByRole("dialog", { name: "Data status" })).toBeVisible();
  const slow = await page.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))
      .filter((duration) => duration > 20),
  );
  expect(slow).toEqual([]);
  await page.keyboard.press("Escape");

  await page.emulateMedia({ forcedColors: "active" });
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

  await test.step("no figure is cut with the widest text spacing", async () => {
    await page.emulateMedia({ forcedColors: "none" });
    await filters(page).getByText("More filters").click();
    await addSheet(page, spaced);
    await expect.poll(() => cutFigures(page)).toEqual([]);
    const wider = await filters(page)
      .getByText(/^Minimum /)
      .evaluateAll((labels) => labels.filter((label) => label.scrollWidth > label.clientWidth).length);
    expect(wider).toBe(0);
    const lines = await filters(page)
      .getByText(/^(Minimum (deposits|APY)|M..imum LTV)$/)
      .evaluateAll((labels) => labels.map((label) => label.getClientRects().length && label.clientHeight));
    expect(Math.max(...lines)).toBeLessThan(25);
    await rowAt(page, 1).getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "My size" })).toBeVisible();
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    await expect.poll(() => cutFigures(page)).toEqual([]);
    await page.goBack();
    await expect(rowAt(page, 1)).toBeVisible();
    await page.evaluate(() => void (document.adoptedStyleSheets = []));
  });

  await test.step("a larger default font in the browser changes no text size and no gap", async () => {
    const sizes = (): Promise<unknown> =>
      Promise.all([page.getByRole("banner"), rowAt(page, 1)].map((part) => part.boundingBox()));
    const before = await sizes();
    await addSheet(page, "html { font-size: 24px }");
    expect(await sizes()).toEqual(before);
    await page.evaluate(() => void (document.adoptedStyleSheets = []));
  });

  await page.emulateMedia({ forcedColors: "none", media: "print" });
  await expect(table(page)).toBeVisible();
  await expect(rowAt(page, 1)).toBeVisible();
  await expect(filters(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Export" })).toBeHidden();
  await test.step("prints the same columns as the screen, and they fit the sheet", async () => {
    const columns = (): Promise<readonly string[]> =>
      table(page).getByRole("columnheader").getByRole("button").allTextContents();
    const onScreen = await columns();
    await page.setViewportSize({ width: 1047, height: 718 });
    expect(await columns()).toEqual(onScreen);
    await page.emulateMedia({ media: "screen" });
    await expect.poll(columns).not.toEqual(onScreen);
    await page.emulateMedia({ media: "print" });
    await expect(filters(page)).toBeHidden();
    expect(await overflow(page, 1047)).toBe(0);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the theme follows the system until the switch overrides it, which is remembered", async () => {
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await expect.poll(() => theme(page)).toBe("dark");
    await expect.poll(() => canvas(page)).toBe("rgb(13, 15, 18)");
    await expect
      .poll(async () => {
        if ((await theme(page)) !== "light") await page.getByRole("button", { name: "Theme" }).click();
        return theme(page);
      })
      .toBe("light");
    await expect.poll(() => canvas(page)).toBe("rgb(245, 246, 248)");
    await addSheet(page, "main * { color: rgb(140 140 140) !important }");
    const faint = await faintTexts(page.getByRole("main"), undefined);
    expect(faint, "a text that is too faint is found").not.toEqual([]);
    await page.reload();
    expect(await theme(page)).toBe("light");
    await page.emulateMedia({ colorScheme: "light" });
  });
});

test("on a narrow screen the most important columns come first and stay in view", async ({ demo, page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await openComplete(page, demo.url);
  const names = async (): Promise<readonly string[]> =>
    (await table(page).getByRole("columnheader").allInnerTexts())
      .map((text) => text.trim())
      .filter((text) => text !== "")
      .slice(1, 6);
  const narrow = ["Market", "Deposit APY", "90d low", "Deposits", "90 days"];
  await expect.poll(names).toEqual(narrow);
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect.poll(names).toEqual(["Market", "Deposit APY", "Base 30d", "Base 90d", "Base 180d"]);
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect.poll(names).toEqual(narrow);
  const head = table(page)
    .getByRole("columnheader", { name: /Market/ })
    .first();
  const before = await head.boundingBox();
  await table(page).hover();
  await page.mouse.wheel(300, 2_000);
  await expect(rowAt(page, 1)).not.toBeInViewport();
  await complete(page);
  const after = await head.boundingBox();
  expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);

  await test.step("no text is smaller than 12 pixels", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitComplete(page, "/?size=250000");
    expect(await tooSmall(page), "the list").toEqual([]);
  });

  await test.step("at 150 % zoom, the answer leaves enough space for the list", async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await visitComplete(page, "/?asset=stables&size=250000");
    await expect(page.getByRole("region", { name: "Answer" })).toBeVisible();
    const region = await page.getByRole("region", { name: "Markets, scrollable" }).boundingBox();
    expect(region?.height).toBeGreaterThan(200);
  });

  await test.step("with the widest text spacing, nothing in the header overlaps and no answer's name is cut", async () => {
    await addSheet(page, spaced);
    await expect(page.getByRole("article").getByRole("link")).toHaveCount(6);
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(() => overlaps(page), { message: `at ${width} pixels` }).toEqual([]);
      await expect.poll(() => cutNames(page), { message: `at ${width} pixels` }).toEqual([]);
    }
  });
});

test("no page scrolls sideways at any width, and axe accepts each @phone", async ({ demo, page }) => {
  const ofTypes = (await oneOfEachType(demo)).map(({ id }) => encodeURIComponent(id));
  const fits = async (name: string): Promise<void> => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflow(page, width), { message: `${name} at ${width} px` }).toBe(0);
    }
    expect(await tooSmall(page), name).toEqual([]);
    expect(await tooNarrow(page), name).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
  };
  await openComplete(page, `${demo.url}/?view=all&provider=kamino&size=250000`);
  await expect(page.getByRole("region", { name: "Demo data" })).toContainText(/simulated/i);
  await fits("the list");
  await visitComplete(page, "/?q=usdc");
  await expect(page.getByRole("link", { name: "open asset USDC" })).toBeAttached();
  await fits("a list with chips beyond its edge");
  await visitComplete(page, "/?view=all&size=250000");
  for (const id of ofTypes) {
    await visit(page, `/markets/${id}?view=all&size=250000`);
    await expect(page.getByRole("region", { name: "All facts" })).toContainText(decodeURIComponent(id));
    await fits(id);
    await judgeOpened(page, id);
  }
  await visit(page, `/compare?ids=${ofTypes.join(",")}&size=250000&split=1,1,1,0,0`);
  await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
  await fits("the comparison");
  await visit(page, "/overview?view=all");
  await expect(page.getByRole("slider", { name: "Markets by size of deposits" })).toBeAttached();
  await fits("the overview");
  await visit(page, "/matrix?view=all&size=50000");
  await expect(page.getByRole("table", { name: "Matrix" })).toBeVisible();
  await fits("the matrix");
  await visit(page, "/quality?view=all");
  await expect(page.getByRole("table", { name: "Quality" })).toBeVisible();
  await fits("the quality of providers");
  const targets = page.getByRole("table", { name: "Quality" }).locator("button, a");
  const small = await targets.evaluateAll((parts) =>
    parts.filter((part) => part.clientWidth < 44 || part.clientHeight < 44).map((part) => part.textContent),
  );
  expect(small, "too small to touch").toEqual([]);
  await judge(page, "the quality of providers");
  await visit(page, "/assets?size=250000");
  await expect(page.getByRole("list", { name: "Assets", exact: true })).toBeVisible();
  await fits("the list of assets");
  await page.getByRole("list", { name: "Assets", exact: true }).getByRole("link").first().click();
  await expect(page.getByRole("application", { name: /^Price of/ })).toBeVisible();
  await fits("the page of an asset");
  for (const [path, says] of [
    ["/markets/none", "There is no such market"],
    ["/compare", "Select two or more markets"],
    ["/action?action=x", "This link was refused"],
    ["/nowhere", "There is no such page"],
    ["/changes", "Nothing is recorded here"],
  ] as const) {
    await visit(page, path);
    await expect(page.getByText(says).first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Demo data" })).toContainText(/simulated/i);
    await fits(path);
    await judge(page, path);
  }
  await test.step("at 400 % zoom the list begins on the first screen, and the sort order is in the sheet", async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await visitComplete(page, "/");
    await expect(page.getByText(/^\d+ of \d+ markets$/).first()).toBeInViewport();
    await expect.poll(() => overflow(page, 320)).toBe(0);
    await page.getByRole("button", { name: "More", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "This list" });
    await expect(sheet.getByRole("combobox", { name: "Sort by" })).toHaveValue("depositApy");
    await judge(page, "the sheet of the list at 400 %");
  });
});

test("names of one long word widen no page @phone", async ({ demo, page }) => {
  const ofTypes = (await oneOfEachType(demo)).map(({ id }) => encodeURIComponent(id));
  const word = "Supercalifragilistic".repeat(3);
  const names = { provider: { id: "kamino", name: word }, title: word, subtitle: word };
  await page.route("**/v0/markets?*", async (route) => {
    const response = await route.fetch();
    const body = z.object({ markets: z.array(z.looseObject({})) }).loose();
    const sent = body.parse(await response.json());
    const additionalData = { marketName: word, curator: word };
    const markets = sent.markets.map((market) => ({ ...market, ...names, additionalData }));
    await route.fulfill({ response, json: { ...sent, markets } });
  });
  await page.setViewportSize({ width: 320, height: 800 });
  await openComplete(page, `${demo.url}/?view=prediction`);
  for (const path of [
    "/?view=prediction",
    "/?asset=stables&size=5000",
    `/compare?ids=${ofTypes.join(",")}`,
    "/matrix",
    "/overview",
    ...ofTypes.map((id) => `/markets/${id}`),
  ]) {
    await visitComplete(page, path);
    await expect(page.getByText(word).first()).toBeAttached();
    await expect.poll(() => overflow(page, 320), { message: path }).toBe(0);
  }
});
