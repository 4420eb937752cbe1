// On a phone: the same facts on cards, the same filters in a sheet, the same keys, and large enough controls.
import type { Locator, Page } from "@playwright/test";
import { orderedIds, plainTypes, readShownMarkets } from "./api.ts";
import { judge } from "./axe.ts";
import {
  blankPlaces,
  cards,
  closedGate,
  complete,
  idOf,
  isLaterPage,
  openComplete,
  option,
  overflow,
  parameters,
  table,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const cardAt = (page: Page, place: number): Locator =>
  cards(page).and(page.locator(`[aria-posinset="${place}"]`));
/** Place of the focused card, from 1. */
const focused = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.activeElement?.closest("li")?.getAttribute("aria-posinset")));

test("cards keep their heights when their trends arrive @phone", async ({ demo, page }) => {
  await page.setViewportSize({ width: 360, height: 6000 });
  const trends = closedGate();
  await page.route("**/v0/markets/trends*", async (route) => {
    await trends.pass();
    await route.continue();
  });
  await openComplete(page, demo.url);
  const heights = (): Promise<readonly number[]> =>
    cards(page).evaluateAll((items) => items.map((item) => item.getBoundingClientRect().height));
  const before = await heights();
  trends.open();
  await expect(cards(page).first().locator("svg[viewBox='0 0 88 28']")).toBeVisible();
  expect(await heights()).toEqual(before);

  await test.step("no figure is separated from its unit", async () => {
    const mints =
      "asset=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v&collateral=So11111111111111111111111111111111111111112";
    await visitComplete(page, `/?view=borrow&${mints}&size=100000`);
    const units = cards(page).locator("dd > i");
    await expect(units).not.toHaveCount(0);
    const alone = async (): Promise<number> =>
      units.evaluateAll((all) => {
        const apart = all.filter((unit) => {
          const figure = new Range();
          figure.selectNode(unit.previousSibling ?? unit);
          return unit.getBoundingClientRect().top > figure.getBoundingClientRect().bottom - 5;
        });
        return apart.length;
      });
    // Cards that are being replaced have no places.
    await expect.poll(alone).toBe(0);
  });
});

test("the last page of predictions moves no card @phone", async ({ demo, page }) => {
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    const rest = closedGate();
    await page.route(isLaterPage, async (route) => {
      await rest.pass();
      await route.continue();
    });
    await page.goto(`${demo.url}/?view=prediction`);
    await expect(page.getByText("Order is provisional.")).toBeVisible();
    const list = page.getByRole("list", { name: "Markets" });
    const before = await list.evaluate((cardList) => cardList.getBoundingClientRect().top);
    rest.open();
    await complete(page);
    await expect(page.getByText("in another currency not shown")).toBeVisible();
    expect(await list.evaluate((cardList) => cardList.getBoundingClientRect().top)).toBe(before);
    await page.unroute(isLaterPage);
  }
});

test("cards keep the chosen order and have controls large enough for a thumb @phone", async ({
  demo,
  page,
}) => {
  const markets = await readShownMarkets(demo, plainTypes);
  const best = orderedIds(markets, "depositApy", "descending")[0];
  await openComplete(page, demo.url);
  await expect(table(page)).toHaveCount(0);
  const card = cards(page).first();
  await expect.poll(() => idOf(card)).toBe(best);
  await expect(card.getByRole("link", { name: /^Deposit,/ })).toBeVisible();

  await test.step("dismissing the help hint moves nothing, and focus stays in place", async () => {
    const hint = page.getByRole("button", { name: "How to read this list" });
    const before = await page.getByRole("tabpanel").boundingBox();
    await hint.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).press("Enter");
    await expect(hint).toHaveCount(0);
    await expect.poll(() => page.getByRole("tabpanel").boundingBox()).toEqual(before);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Remove filter Small markets hidden" })).toBeFocused();
  });

  await test.step("every control is at least 44 pixels high and wide", async () => {
    const small = await page
      .locator(
        ":is(#main, header, [aria-label='Demo data']) :is(button, a, [role=tab], label:has(input[type=checkbox]))",
      )
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.checkVisibility() && !target.matches(".market-link"))
          .map((target) => ({
            name: target.getAttribute("aria-label") ?? target.textContent,
            box: target.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
          .map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
      );
    expect(small).toEqual([]);
  });

  const opened = {
    Menu: page.getByRole("button", { name: "Menu", exact: true }),
    "a card's menu": card.getByRole("button", { name: /^More actions/ }),
    "I hold": page.getByRole("combobox", { name: "I hold" }),
  };
  for (const [name, opener] of Object.entries(opened))
    await test.step(`a tap outside closes what ${name} opened and presses nothing else, and so does Back`, async () => {
      const address = page.url();
      const steps = await page.evaluate(() => history.length);
      await opener.tap();
      await expect(opener).toHaveAttribute("aria-expanded", "true");
      // A card is visible, and nothing that is open covers it.
      expect(
        await page.evaluate(() => document.elementFromPoint(60, 800)?.closest("article")),
      ).not.toBeNull();
      await page.touchscreen.tap(60, 800);
      await expect(opener).toHaveAttribute("aria-expanded", "false");
      expect(page.url()).toBe(address);
      await expect(card).toBeVisible();

      await opener.tap();
      await expect(opener).toHaveAttribute("aria-expanded", "true");
      await page.goBack();
      await expect(opener).toHaveAttribute("aria-expanded", "false");
      expect(page.url()).toBe(address);
      // Earlier overlays may have left an entry to go forward to, but none to go back to.
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(steps + 1);
      await page.evaluate(() => window.scrollTo(0, 0));
    });

  await test.step("no field makes iOS zoom in or cuts off a digit at 400 % zoom", async () => {
    const sizes = await page
      .locator("#main :is(select, input:not([type=checkbox], [type=radio]))")
      .evaluateAll((fields) => fields.map((input) => Number.parseFloat(getComputedStyle(input).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
    await page.setViewportSize({ width: 320, height: 256 });
    const size = page.getByRole("textbox", { name: "My size" });
    await size.fill("250000");
    await size.blur();
    await expect(size).toHaveValue("250,000");
    expect(await size.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      for (const amount of ["1,000,000,000,000", "100,000,000,000,000"]) {
        await size.fill(amount);
        const cut = await size.evaluate((input) => input.scrollWidth - input.clientWidth);
        expect(cut, `${amount} at ${width} px`).toBe(0);
        expect(await overflow(page, width)).toBe(0);
      }
    }
    await size.fill("");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => parameters(page)).toEqual({});
  });

  await test.step("no asset family, amount or placeholder in a field is cut off", async () => {
    const fields = page.getByRole("region", { name: "What I hold" }).locator("input");
    for (const width of [360, 320])
      for (const path of ["/?asset=sol&size=2500000", "/"]) {
        await page.setViewportSize({ width, height: 844 });
        await visitComplete(page, path);
        await expect(fields.first()).toHaveValue(path === "/" ? "" : "SOL + staked SOL");
        const cut = await fields.evaluateAll((inputs) =>
          inputs.map((input) => {
            if (!(input instanceof HTMLInputElement)) return undefined;
            const { value, placeholder } = input;
            if (value === "") input.value = placeholder;
            const over = input.scrollWidth - input.clientWidth;
            input.value = value;
            return over;
          }),
        );
        expect(cut, `${path} at ${width} px`).toEqual([0, 0]);
        // "At $2.5M" needs 69 px, between a padding of 52 px.
        const sort = await page.getByRole("combobox", { name: "Sort by" }).boundingBox();
        expect(sort?.width, `at ${width} px`).toBeGreaterThanOrEqual(121);
      }
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step("what the keyboard reaches in a line that scrolls sideways comes into view", async () => {
    const focusOverhang = (): Promise<number> =>
      page.evaluate(() => {
        const { left, right } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        return Math.max(0, -left, right - innerWidth);
      });
    await visitComplete(page, "/?asset=stables&size=250000");
    await page
      .getByRole("article")
      .getByRole("link", { name: /^Deposit,/ })
      .first()
      .focus();
    await page.keyboard.press("Tab");
    await expect(page.getByText("Steadiest over $20M")).toBeFocused();
    await expect.poll(focusOverhang).toBe(0);
    await visitComplete(page, "/assets");
    const tags = page.getByRole("group", { name: "Tags" }).getByRole("button");
    await tags.first().focus();
    for (let count = 1; count < 5; count += 1) {
      await page.keyboard.press("Tab");
      await expect(tags.nth(count)).toBeFocused();
      expect(await focusOverhang()).toBe(0);
    }
    await visitComplete(page, "/");
  });

  await test.step("a choice in the menu adds one entry to the browser history", async () => {
    await opened.Menu.tap();
    await page.getByRole("menuitem", { name: "Matrix" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Matrix" })).toBeVisible();
    await page.goBack();
    await expect(card).toBeVisible();
  });

  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Deposits" });
  await expect.poll(() => parameters(page)).toEqual({ sort: "-totalDepositUsd" });
  const largest = orderedIds(markets, "totalDepositUsd", "descending")[0];
  await expect.poll(() => idOf(cards(page).first())).toBe(largest);

  await test.step("far down the list, the filters and the top are one tap away, and cover no card at its end", async () => {
    await page.evaluate(() => window.scrollTo(0, 12_000));
    await expect(page.getByRole("button", { name: /^Filters/ })).toBeInViewport();
    await expect(page.getByRole("combobox", { name: "Sort by" })).toBeInViewport();
    const toTop = page.getByRole("button", { name: "To top" });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect
      .poll(async () => {
        const [bar, last] = [await toTop.boundingBox(), await cards(page).last().boundingBox()];
        return bar === null || last === null ? undefined : last.y - (bar.y + bar.height);
      })
      .toBeGreaterThan(0);
    await toTop.tap();
    await expect(cards(page).first()).toBeInViewport();
  });

  await test.step("filters open in a sheet, count their matches, and close on the list", async () => {
    await visitComplete(page, "/");
    await page.getByRole("button", { name: /^Filters/ }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await expect(sheet).toBeVisible();
    await option(page, "Type", "Yield").tap();
    const expected = (await readShownMarkets(demo, { type: "lending" })).length;
    await sheet.getByRole("button", { name: new RegExp(`^Show ${expected} markets$`) }).tap();
    await expect(sheet).toBeHidden();
    await expect.poll(() => parameters(page)).toEqual({ type: "lending" });
    await complete(page);

    await test.step("Back closes the sheet, keeps its choices and stays on the list", async () => {
      await page.getByRole("button", { name: /^Filters/ }).tap();
      await expect(sheet).toBeVisible();
      await option(page, "Type", "Yield").tap();
      await expect.poll(() => parameters(page)).toEqual({});
      await page.goBack();
      await expect(sheet).toBeHidden();
      await expect.poll(() => parameters(page)).toEqual({});
      await expect(page.getByRole("button", { name: /^Filters/ })).toBeFocused();
    });
  });
});

test("only a few of hundreds of cards are rendered, and keys reach all @phone", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?view=all`);
  await test.step("no frame of a fling misses a card, even on a slow phone", async () => {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const frames = await blankPlaces(page.getByRole("list", { name: "Markets" }), "li[data-row]");
    await session.detach();
    expect(frames.length).toBeGreaterThan(6);
    expect(frames.filter((blank) => blank > 0)).toEqual([]);
  });
  for (const key of ["j", "ArrowDown", "ArrowRight", "ArrowDown", "k"]) await page.keyboard.press(key);
  await expect.poll(() => focused(page)).toBe(2);
  await page.keyboard.press("x");
  await expect(cardAt(page, 2).getByRole("checkbox", { name: /^Compare / })).toBeChecked();
  await test.step("Tab leaves a rate, whose tooltip closes", async () => {
    const rate = cardAt(page, 2).getByRole("button", { name: / APY / });
    await cardAt(page, 2)
      .getByRole("checkbox", { name: /^Compare / })
      .focus();
    await page.keyboard.press("Tab");
    await expect(rate).toBeFocused();
    await expect(page.getByRole("tooltip")).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(rate).not.toBeFocused();
  });
  await cardAt(page, 2).getByRole("link").first().focus();
  expect(await cards(page).count()).toBeLessThan(60);
  await page.keyboard.press("End");
  const total = (await readShownMarkets(demo, {})).length;
  await expect.poll(() => focused(page)).toBe(total);
  await expect(cardAt(page, total)).toBeInViewport();
  await expect(cardAt(page, total)).toHaveAttribute("aria-setsize", String(total));
  expect(await cards(page).count()).toBeLessThan(60);
});

test("four taps lead from landing to the deposit of $250k of USDC @phone", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  const held = page.getByRole("combobox", { name: "I hold" });
  await held.tap();
  await page.getByRole("option", { name: /^USDC/ }).tap();
  await expect(held).toHaveValue("USDC");
  const size = page.getByRole("textbox", { name: "My size" });
  await size.tap();
  await size.pressSequentially("250k");
  await complete(page);
  await expect(cards(page).first()).toContainText("At $250k");
  const deposit = page
    .getByRole("region", { name: "Answer" })
    .getByRole("article")
    .first()
    .getByRole("link", { name: /^Deposit/ });
  await expect(deposit).toBeInViewport({ ratio: 1 });
  await judge(page, "what a phone holds");
  const opened = page.context().waitForEvent("page");
  await deposit.tap();
  const action = await opened;
  await expect(action.getByText(/\$250,000|\$250k|250,000/).first()).toBeVisible();
  await expect(action.getByRole("heading", { name: /^Deposit .+ into / })).toBeVisible();
  await expect(action.getByText("No wallet was opened and none is connected.")).toBeVisible();
});

test("a warning's words are not drawn over the figures of its card @phone", async ({ demo, page }) => {
  const mints =
    "asset=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v&collateral=So11111111111111111111111111111111111111112";
  await openComplete(page, `${demo.url}/?view=borrow&${mints}&have=5000`);
  const mark = cards(page).locator("dd > [data-mark=danger]").first();
  await expect(mark).toHaveText(/^Needs more than your 5,000 SOL/);
  expect((await mark.boundingBox())?.width).toBeLessThan(20);
});
