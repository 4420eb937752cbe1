// On a phone: the same facts on cards, the same filters in a sheet, everything within reach of a thumb.
import { field, orderedIds, ratedTypes, readAllMarkets } from "./api.ts";
import { cards, complete, idOf, openComplete, option, parameters, table } from "./markets.ts";
import { expect, test } from "./story.ts";

test("cards show what the table shows @phone", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const id = orderedIds(markets, field("depositApy"), "descending")[0];
  const market = markets.find((candidate) => candidate.id === id);
  await openComplete(page, demo.url);
  await expect(table(page)).toHaveCount(0);
  const card = cards(page).first();
  expect(await idOf(card)).toBe(id);
  await expect(card).toContainText(((market?.depositApy ?? 0) * 100).toFixed(2));
  await expect(card).toContainText(market?.provider.name ?? "");
  for (const label of ["30d", "90d", "180d", "Deposits"])
    if (market?.type !== "loop") await expect(card).toContainText(label);
  await expect(card.getByRole("link", { name: /^Deposit,/ })).toBeVisible();
});

test("filters open in a sheet, count their matches, and close on the list @phone", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await page.getByRole("button", { name: /^Filters/ }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await expect(sheet).toBeVisible();
  await option(page, "Type", "Loop").tap();
  const expected = (await readAllMarkets(demo, { type: "lending,yield" })).length;
  await sheet.getByRole("button", { name: new RegExp(`^Show ${expected} markets$`) }).tap();
  await expect(sheet).toBeHidden();
  expect(parameters(page)).toEqual({ type: "lending,yield" });
  await complete(page);
});

test("Sort by orders the cards @phone", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  await openComplete(page, demo.url);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Deposits" });
  await expect.poll(() => parameters(page)["sort"]).toMatch(/^-?totalDepositUsd$/);
  const direction = parameters(page)["sort"]?.startsWith("-") === true ? "descending" : "ascending";
  await expect
    .poll(() => idOf(cards(page).first()))
    .toBe(orderedIds(markets, field("totalDepositUsd"), direction)[0]);
});

test("what is pressed is at least 24 pixels, and actions 40, high and wide @phone", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  for (const link of await cards(page)
    .first()
    .getByRole("link", { name: /^(?:Deposit|Borrow),/ })
    .all()) {
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

test("the page never scrolls sideways @phone", async ({ demo, page }) => {
  for (const width of [390, 375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await openComplete(page, `${demo.url}/?size=250000&provider=kamino`);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${width} px`,
    ).toBeLessThanOrEqual(width);
  }
});
