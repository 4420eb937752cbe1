// The markets as a grid of cards on a wide screen: the same list as the table, drawn otherwise.
import type { Locator, Page } from "@playwright/test";
import { field, orderedIds, lateOrder, ratedTypes, readAllMarkets } from "./api.ts";
import { judge } from "./axe.ts";
import {
  countShifts,
  cell,
  closedGate,
  firstIds,
  idOf,
  isLaterPage,
  openComplete,
  parameters,
  rowAt,
  table,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const grid = (page: Page): Locator => page.getByRole("region", { name: "Markets, scrollable" });
const cardAt = (page: Page, place: number): Locator =>
  page
    .getByRole("list", { name: "Markets" })
    .getByRole("listitem")
    .and(page.locator(`[aria-posinset="${place}"]`));
const choose = async (page: Page, name: string): Promise<void> =>
  page.getByRole("radiogroup", { name: "Layout" }).getByTitle(name).click();

const cardIds = async (page: Page, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let place = 1; place <= count; place += 1) ids.push(await idOf(cardAt(page, place)));
  return ids;
};
/** The place of the card with the focus, from 1. */
const focused = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.activeElement?.closest("li")?.getAttribute("aria-posinset")));
/** How far the upper edge of a card lies below the region's. */
const below = async (page: Page, place: number): Promise<number> =>
  Math.round(
    ((await cardAt(page, place).boundingBox())?.y ?? 0) - ((await grid(page).boundingBox())?.y ?? 0),
  );

test("cards are chosen for a wide screen, in the address, and say the same as the table", async ({
  demo,
  page,
}) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(new URL(response.url()).pathname);
  });
  const loaded = (name: string): boolean => scripts.some((path) => path.includes(name));
  const markets = await readAllMarkets(demo, ratedTypes);
  const order = orderedIds(markets, field("totalDepositUsd"), "descending");
  await openComplete(page, `${demo.url}/?sort=-totalDepositUsd`);
  expect(await firstIds(page, 6)).toEqual(order.slice(0, 6));
  expect(loaded("cards-part")).toBe(false);
  const figures: string[][] = [];
  for (let place = 1; place <= 6; place += 1) {
    const row = rowAt(page, place);
    const texts: string[] = [];
    for (const column of ["Deposit APY", "30d", "Deposits", "Utilization"])
      texts.push((await (await cell(page, row, column)).textContent()) ?? "");
    figures.push(texts.filter((text) => text !== "—"));
  }
  expect(figures.flat().length).toBeGreaterThan(15);

  await choose(page, "Cards");
  await expect(page.getByTestId("announcements")).toHaveText("Markets are shown as cards");
  await expect.poll(() => parameters(page)).toEqual({ sort: "-totalDepositUsd", layout: "cards" });
  await expect(table(page)).toHaveCount(0);
  await expect(cardAt(page, 1)).toHaveAttribute("aria-setsize", String(markets.length));
  expect(await cardIds(page, 6)).toEqual(order.slice(0, 6));
  for (const [index, texts] of figures.entries())
    for (const text of texts) await expect(cardAt(page, index + 1)).toContainText(text);
  // Side by side, and as tall as each other.
  const [left, right] = [await cardAt(page, 1).boundingBox(), await cardAt(page, 2).boundingBox()];
  expect(right?.y).toBe(left?.y);
  expect(right?.height).toBe(left?.height);
  expect(left?.width).toBeGreaterThanOrEqual(300);

  // There are no headers to press, so the order is chosen over the cards.
  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "30d" });
  await expect
    .poll(() => idOf(cardAt(page, 1)))
    .toBe(orderedIds(markets, field("baseDepositApy30d"), "descending")[0]);
  // Fewer cards in the window are fewer elements to walk.
  await page.setViewportSize({ width: 1440, height: 560 });
  await judge(page, "cards side by side");
  await page.goBack();
  await page.goBack();
  await expect(table(page)).toBeVisible();
  expect(parameters(page)).toEqual({ sort: "-totalDepositUsd" });
  await page.goForward();
  await expect(cardAt(page, 1)).toBeVisible();

  scripts.length = 0;
  await page.reload();
  await expect(cardAt(page, 1)).toBeVisible();
  expect(loaded("cards-part")).toBe(true);
  expect(loaded("table-part")).toBe(false);
});

test("keys walk the cards along lines and columns, and the way back from a market leads to its card", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?size=250000&layout=cards`);
  const press = async (...keys: readonly string[]): Promise<number> => {
    for (const key of keys) await page.keyboard.press(key);
    return focused(page);
  };
  // Three cards in a line at this width.
  expect(await press("j")).toBe(1);
  expect(await press("j")).toBe(2);
  expect(await press("ArrowDown")).toBe(5);
  expect(await press("ArrowRight")).toBe(6);
  expect(await press("ArrowUp")).toBe(3);
  expect(await press("ArrowLeft")).toBe(2);
  expect(await press("k", "ArrowUp")).toBe(1);
  await press("s", "x");
  await expect(cardAt(page, 1).getByRole("button", { name: /^Star / })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(cardAt(page, 1).getByRole("checkbox", { name: /^Compare / })).toBeChecked();
  await page.keyboard.press("Control+f");
  await expect(page.getByText(/Find in page sees the \d+ cards on screen of \d+/)).toBeVisible();
  await page.getByRole("button", { name: "Close the note" }).click();
  await cardAt(page, 1).getByRole("link").first().focus();
  await press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("next card, previous card");
  await press("Escape");

  for (let line = 0; line < 30; line += 1) await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe(91);
  await expect(cardAt(page, 91)).toBeInViewport({ ratio: 1 });
  // A focus that is scrolled out of sight is kept by the region, and the next key starts from its market.
  await grid(page).evaluate((element) => element.scrollTo(0, 0));
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press("j");
  await expect.poll(() => focused(page)).toBe(92);
  await expect(cardAt(page, 92)).toBeInViewport({ ratio: 1 });

  const place = await below(page, 92);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect.poll(() => focused(page)).toBe(92);
  expect(await below(page, 92)).toBe(place);
  expect(parameters(page)).toEqual({ size: "250000", layout: "cards" });
});

test("of 10,000 markets few cards are drawn, the last is one key away, and what is seen stays in place", async ({
  bigDemo,
  page,
}) => {
  await openComplete(page, `${bigDemo.url}/?view=all&layout=cards`);
  const cards = page.getByRole("list", { name: "Markets" }).getByRole("listitem");
  const total = Number(await cardAt(page, 1).getAttribute("aria-setsize"));
  expect(total).toBeGreaterThan(5_000);
  expect(await cards.count()).toBeLessThan(60);
  await page.keyboard.press("End");
  await expect.poll(() => focused(page)).toBe(total);
  await expect(cardAt(page, total)).toBeInViewport({ ratio: 1 });
  expect(await cards.count()).toBeLessThan(60);

  // Upwards all heights are still estimates. Whatever they turn out to be, a card moves as far as the wheel.
  await grid(page).hover();
  const moved = async (pixels: number): Promise<number> => {
    const id = await page.evaluate(() => {
      const list = [...document.querySelectorAll<HTMLElement>("[data-row]")];
      return list.find((card) => card.getBoundingClientRect().top > 250)?.dataset["id"] ?? "";
    });
    const top = (): Promise<number> =>
      page.evaluate(
        (wanted) =>
          [...document.querySelectorAll<HTMLElement>("[data-row]")]
            .find((card) => card.dataset["id"] === wanted)
            ?.getBoundingClientRect().top ?? Number.NaN,
        id,
      );
    const before = await top();
    await page.mouse.wheel(0, -pixels);
    await expect.poll(top).not.toBe(before);
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    });
    return Math.round((await top()) - before);
  };
  const steps: number[] = [];
  for (let step = 0; step < 15; step += 1) steps.push(await moved(200));
  expect(steps).toEqual(steps.map(() => 200));

  // With other columns the card that was first in sight is in sight.
  const first = await page.evaluate(() => {
    const region = document.querySelector("[aria-label='Markets, scrollable']");
    const top = region?.getBoundingClientRect().top ?? 0;
    const list = [...document.querySelectorAll<HTMLElement>("[data-row]")];
    return Number(list.find((card) => card.getBoundingClientRect().bottom > top + 20)?.dataset["row"]) + 1;
  });
  await page.setViewportSize({ width: 960, height: 900 });
  await expect.poll(async () => (await cardAt(page, first).boundingBox())?.width ?? 0).toBeGreaterThan(320);
  await expect(cardAt(page, first)).toBeInViewport();
});

test("cards being read do not move while pages arrive, and nothing jumps before", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const order = lateOrder(markets, 3);
  const gate = closedGate();
  await page.route(isLaterPage, async (route) => {
    await gate.pass();
    await route.continue();
  });
  const shifts = await countShifts(page);
  await page.goto(`${demo.url}/?sort=${order?.sort}&layout=cards`);
  await expect(cardAt(page, 6)).toBeVisible();
  await cardAt(page, 5).hover({ position: { x: 100, y: 10 } });
  await cardAt(page, 5).hover({ position: { x: 110, y: 16 } });
  const read = await cardIds(page, 6);
  gate.open();
  const offer = page.getByRole("button", { name: /Put in order/i });
  await expect(offer).toBeVisible();
  expect(await cardIds(page, 6)).toEqual(read);
  await offer.click();
  await expect.poll(() => cardIds(page, 6)).toEqual(order?.ids);

  // Unread, the pages take their places, and no card slides.
  await page.mouse.move(5, 5);
  await openComplete(page, `${demo.url}/?sort=${order?.sort}&layout=cards`);
  expect(await cardIds(page, 6)).toEqual(order?.ids);
  expect(await shifts()).toBeLessThanOrEqual(0.02);
});

test("cards have the keys of the list on a phone too, one below the other @phone", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?layout=cards`);
  await expect(page.getByRole("radiogroup", { name: "Layout" })).toHaveCount(0);
  for (const key of ["j", "ArrowDown", "ArrowRight", "ArrowDown", "k"]) await page.keyboard.press(key);
  expect(await focused(page)).toBe(2);
  await page.keyboard.press("x");
  await expect(cardAt(page, 2).getByRole("checkbox", { name: /^Compare / })).toBeChecked();
  await page.keyboard.press("Control+f");
  await expect(page.getByText(/Find in page sees the \d+ cards on screen of \d+/)).toBeInViewport();
  await page.getByRole("button", { name: "Close the note" }).click();
  await cardAt(page, 2).getByRole("link").first().focus();
  await page.keyboard.press("End");
  const total = (await readAllMarkets(demo, ratedTypes)).length;
  await expect.poll(() => focused(page)).toBe(total);
  await expect(cardAt(page, total)).toBeInViewport();
  expect(parameters(page)).toEqual({ layout: "cards" });
});
