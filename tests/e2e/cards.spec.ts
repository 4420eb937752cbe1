// On a phone: the same facts on cards, the same filters in a sheet, the same keys, everything within reach of a thumb.
import type { Locator, Page } from "@playwright/test";
import { field, orderedIds, plainTypes, readAllMarkets } from "./api.ts";
import { cards, complete, idOf, openComplete, option, parameters, table } from "./markets.ts";
import { expect, test } from "./story.ts";

const cardAt = (page: Page, place: number): Locator =>
  cards(page).and(page.locator(`[aria-posinset="${place}"]`));
/** The place of the card with the focus, from 1. */
const focused = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.activeElement?.closest("li")?.getAttribute("aria-posinset")));

test("cards show what the table shows, in an order that is chosen, with controls that a thumb can press @phone", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const id = orderedIds(markets, field("depositApy"), "descending")[0];
  const market = markets.find((candidate) => candidate.id === id);
  await openComplete(page, demo.url);
  await expect(table(page)).toHaveCount(0);
  const card = cards(page).first();
  expect(await idOf(card)).toBe(id);
  await expect(card).toContainText(((market?.depositApy ?? 0) * 100).toFixed(2));
  await expect(card).toContainText(market?.provider.name ?? "");
  await expect(card.getByRole("link", { name: /^Deposit,/ })).toBeVisible();

  await test.step("what is pressed is at least 24 pixels, and actions 40, high and wide", async () => {
    const actions = await card.getByRole("link", { name: /^(?:Deposit|Borrow),/ }).all();
    expect(actions.length).toBeGreaterThan(0);
    for (const link of actions) {
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    }
    const small = await page.getByRole("button").evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility())
        .map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ name }) => name),
    );
    expect(small).toEqual([]);
  });

  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Deposits" });
  await expect.poll(() => parameters(page)).toEqual({ sort: "-totalDepositUsd" });
  const largest = orderedIds(markets, field("totalDepositUsd"), "descending")[0];
  await expect.poll(() => idOf(cards(page).first())).toBe(largest);
  for (const label of ["30d", "90d", "180d", "Deposits"])
    await expect(cards(page).first()).toContainText(label);
});

test("filters open in a sheet, count their matches, and close on the list @phone", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await page.getByRole("button", { name: /^Filters/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await expect(sheet).toBeVisible();
  await option(page, "Type", "Yield").tap();
  const expected = (await readAllMarkets(demo, { type: "lending" })).length;
  await sheet.getByRole("button", { name: new RegExp(`^Show ${expected} markets$`) }).tap();
  await expect(sheet).toBeHidden();
  expect(parameters(page)).toEqual({ type: "lending" });
  await complete(page);
});

test("of 10,000 cards few are drawn; keys walk them one below the other, and the last is one key away @phone", async ({
  bigDemo,
  page,
}) => {
  await openComplete(page, `${bigDemo.url}/?view=all`);
  for (const key of ["j", "ArrowDown", "ArrowRight", "ArrowDown", "k"]) await page.keyboard.press(key);
  expect(await focused(page)).toBe(2);
  await page.keyboard.press("x");
  await expect(cardAt(page, 2).getByRole("checkbox", { name: /^Compare / })).toBeChecked();
  await page.keyboard.press("s");
  await expect(cardAt(page, 2).getByRole("button", { name: /^Star / })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("Control+f");
  await expect(page.getByText(/Find in page sees the \d+ cards on screen of [\d,]+/)).toBeInViewport();
  await page.getByRole("button", { name: "Close the note" }).click();
  await cardAt(page, 2).getByRole("link").first().focus();
  expect(await cards(page).count()).toBeLessThan(60);
  await page.keyboard.press("End");
  const total = (await readAllMarkets(bigDemo, {})).length;
  await expect.poll(() => focused(page)).toBe(total);
  await expect(cardAt(page, total)).toBeInViewport();
  await expect(cardAt(page, total)).toHaveAttribute("aria-setsize", String(total));
  expect(await cards(page).count()).toBeLessThan(60);
});
