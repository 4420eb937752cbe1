// The tour of the markets page: offered, never forced, and beside what it speaks of.
import type { Locator, Page } from "@playwright/test";
import { judge } from "./axe.ts";
import { cards, closedGate, complete, dataStatus, filters, openComplete, rowAt, table } from "./markets.ts";
import { expect, test } from "./story.ts";
import type { Program } from "../fixtures/program.ts";

/** A list of a few rows: axe walks every element. */
const few = (demo: Program): string => `${demo.url}/?provider=lulo`;

const banner = (page: Page): Locator => page.getByRole("banner");
const offer = (page: Page): Locator => banner(page).getByRole("button", { name: "Take the tour" });
const step = (page: Page): Locator => page.getByRole("dialog", { name: /\d of \d$/ });
const help = (page: Page): Locator => page.getByRole("dialog", { name: /Help/ });
const menu = (page: Page): Locator => banner(page).getByRole("button", { name: "Menu" });

/** The elements the steps speak of, in order: one of those a step names is in its ring. */
const stepsOnDesktop = (page: Page): readonly Locator[] => [
  filters(page),
  table(page).getByRole("button", { name: /%/ }),
  page.getByRole("textbox", { name: "My size" }),
  page.locator("th[aria-sort]").getByRole("button"),
  page.getByRole("button", { name: /^Star / }),
  page.getByRole("link", { name: /^Deposit,/ }),
  dataStatus(page),
];

const stepsOnPhone = (page: Page): readonly Locator[] => [
  page.getByRole("button", { name: /^Filters/ }),
  cards(page).getByRole("button", { name: /%/ }),
  page.getByRole("textbox", { name: "My size" }),
  page.getByRole("combobox", { name: "Sort by" }),
  page.getByRole("button", { name: /^Star / }),
  page.getByRole("link", { name: /^Deposit,/ }),
  dataStatus(page),
];

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function edgesOf(locator: Locator): Promise<readonly Edges[]> {
  return locator.evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
}

/** How a step stands: whether its ring is drawn, lies in the window and goes round one of the elements, and the card beside it. */
async function ringState(page: Page, elements: Locator): Promise<string> {
  const frame = page.locator("[data-tour-ring]");
  if (!(await frame.isVisible())) return "no ring";
  const [ring] = await edgesOf(frame);
  const [card] = await edgesOf(step(page));
  if (ring === undefined || card === undefined) return "no ring or no card";
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const within = (edges: Edges): boolean =>
    edges.left >= 0 && edges.top >= 0 && edges.right <= size.width && edges.bottom <= size.height;
  if (!within(ring)) return `ring outside of the window: ${JSON.stringify(ring)}`;
  if (!within(card)) return `card outside of the window: ${JSON.stringify(card)}`;
  const about = (await edgesOf(elements)).find(
    (edges) =>
      edges.left >= ring.left - 1 &&
      edges.right <= ring.right + 1 &&
      edges.top >= ring.top - 1 &&
      edges.bottom <= ring.bottom + 1,
  );
  if (about === undefined) return `nothing in the ring: ${JSON.stringify(ring)}`;
  const covered =
    card.left < about.right && about.left < card.right && card.top < about.bottom && about.top < card.bottom;
  return covered ? "card over its element" : "right";
}

const hasFocus = async (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

async function tabTo(page: Page, locator: Locator): Promise<void> {
  for (let presses = 0; presses < 30 && !(await hasFocus(locator)); presses += 1)
    await page.keyboard.press("Tab");
  await expect(locator).toBeFocused();
}

test("the tour is offered once, is taken with the keyboard alone, and stays in the help", async ({
  demo,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 560 });
  await openComplete(page, few(demo));
  const address = page.url();
  await expect(offer(page)).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await expect(step(page)).toHaveCount(0);

  await tabTo(page, offer(page));
  await page.keyboard.press("Enter");
  await expect(step(page)).toBeFocused();
  await expect(step(page)).toHaveAccessibleName("Find what fits 1 of 7");
  await expect(step(page)).toHaveAccessibleDescription(/Search by token/);
  await tabTo(page, step(page).getByRole("button", { name: "Next" }));
  await page.keyboard.press("Enter");
  await expect(step(page)).toBeFocused();
  await judge(page, "a step of the tour");
  await page.keyboard.press("Escape");
  await expect(step(page)).toHaveCount(0);
  await expect(banner(page).getByRole("button", { name: "Help" })).toBeFocused();
  await expect(offer(page)).toHaveCount(0);

  await page.reload();
  await expect(rowAt(page, 1)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(rowAt(page, 1).getByRole("link").first()).toBeFocused();
  await page.keyboard.press("?");
  await tabTo(page, help(page).getByRole("button", { name: "Take the tour" }));
  await page.keyboard.press("Enter");
  await expect(help(page)).toHaveCount(0);
  const elements = stepsOnDesktop(page);
  for (const [index, element] of elements.entries()) {
    await expect(step(page)).toHaveAccessibleName(new RegExp(` ${index + 1} of ${elements.length}$`));
    await expect(step(page)).toBeFocused();
    await expect.poll(() => ringState(page, element)).toBe("right");
    const last = index === elements.length - 1;
    await tabTo(page, step(page).getByRole("button", { name: last ? "Done" : "Next" }));
    await page.keyboard.press("Enter");
  }
  await expect(step(page)).toHaveCount(0);
  await expect(rowAt(page, 1).getByRole("link").first()).toBeFocused();
  expect(page.url()).toBe(address);
});

test("declining the tour moves nothing, and is remembered", async ({ demo, page }) => {
  await openComplete(page, few(demo));
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await complete(page);
    const others = banner(page).getByRole("link").or(dataStatus(page)).or(page.getByRole("main"));
    const before = await edgesOf(others);
    const [refusal] = await edgesOf(banner(page).getByRole("button", { name: "Not now" }));
    const [status] = await edgesOf(dataStatus(page));
    expect(refusal?.right, `${width} px`).toBeLessThan(status?.left ?? 0);
    await banner(page).getByRole("button", { name: "Not now" }).click();
    await expect(offer(page)).toHaveCount(0);
    await expect(banner(page).getByRole("button", { name: "Help" })).toBeFocused();
    expect(await edgesOf(others), `${width} px`).toEqual(before);
  }
  await page.reload();
  await complete(page);
  await expect(offer(page)).toHaveCount(0);
});

test("on a phone the tour is in the menu, and its card never covers what it speaks of @phone", async ({
  demo,
  page,
}) => {
  await openComplete(page, few(demo));
  await menu(page).tap();
  await expect(page.getByRole("menuitem", { name: /^Not now/ })).toBeVisible();
  await page.getByRole("menuitem", { name: "Take the tour" }).tap();
  const elements = stepsOnPhone(page);
  for (const [index, element] of elements.entries()) {
    await expect(step(page)).toHaveAccessibleName(new RegExp(` ${index + 1} of ${elements.length}$`));
    for (const [width, height] of [
      [320, 568],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => ringState(page, element), `${width} px, step ${index + 1}`).toBe("right");
    }
    if (index === 1) await judge(page, "a step of the tour", "main li");
    if (index < elements.length - 1) await step(page).getByRole("button", { name: "Next" }).tap();
  }
  await step(page).getByRole("button", { name: "Done" }).tap();
  await expect(menu(page)).toBeFocused();
  await menu(page).tap();
  await expect(page.getByRole("menuitem", { name: "Help" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Take the tour" })).toHaveCount(0);
});

test("the tour survives rows that arrive, another screen and a refresh, and ends with its page", async ({
  demo,
  page,
}) => {
  const gate = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await gate.pass();
    await route.continue();
  });
  await page.goto(demo.url);
  await offer(page).click();
  // No market is there yet to speak of: the filters, my size, the order and the status are.
  await expect(step(page)).toHaveAccessibleName("Find what fits 1 of 4");
  gate.open();
  await expect(step(page)).toHaveAccessibleName("Find what fits 1 of 7");
  await step(page).getByRole("button", { name: "Next" }).click();
  await expect.poll(() => ringState(page, table(page).getByRole("button", { name: /%/ }))).toBe("right");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => ringState(page, cards(page).getByRole("button", { name: /%/ }))).toBe("right");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => ringState(page, table(page).getByRole("button", { name: /%/ }))).toBe("right");
  await banner(page).getByRole("button", { name: "Refresh" }).click();
  await expect(dataStatus(page)).toHaveAccessibleName(/Complete/);
  await expect(step(page)).toHaveAccessibleName("The rate and its parts 2 of 7");
  // No rate with parts is in that view, and the step is left without taking the focus.
  const prediction = page.getByRole("tab", { name: /^Prediction/ });
  await prediction.click();
  await expect(step(page)).toHaveAccessibleName(/ of 6$/);
  await expect(prediction).toBeFocused();

  await banner(page).getByRole("link", { name: "Matrix" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(step(page)).toHaveCount(0);
  await page.goBack();
  await expect(dataStatus(page)).toHaveAccessibleName(/Complete/);
  await expect(step(page)).toHaveCount(0);
});
