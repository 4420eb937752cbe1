// The table: density, details in place, the parts of a rate, and rows that stay in place.
import { judge } from "./axe.ts";
import { isShown, orderedIds, plainTypes, readAllMarkets } from "./api.ts";
import {
  cell,
  closedGate,
  firstIds,
  header,
  headerButton,
  isLaterPage,
  openComplete,
  rowAt,
  visit,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

test("figures of the last 90 days are grey bars until they load", async ({ demo, page }) => {
  const trends = closedGate();
  await page.route("**/v0/markets/trends*", async (route) => {
    await trends.pass();
    await route.continue();
  });
  await openComplete(page, demo.url);
  const figure = await cell(page, rowAt(page, 1), "90d low");
  const bar = (): Promise<number> =>
    figure.evaluate((element) => Number.parseFloat(getComputedStyle(element, "::before").width));
  await expect(figure).toHaveCSS("font-size", "0px");
  expect(await bar()).toBeGreaterThan(20);
  trends.open();
  await expect(figure).toHaveText(/%$/);
  expect(await bar()).toBeNaN();
});

test("density is in the URL, and a row expands in place", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?provider=kamino&sort=-totalDepositUsd`);
  const height = async (): Promise<number> => (await rowAt(page, 1).boundingBox())?.height ?? 0;
  await expect.poll(() => height()).toBe(44);
  await headerButton(page, "90d low").hover();
  await expect(page.getByRole("tooltip")).toContainText("The lowest daily APY of the last 90 days");

  await visit(page, "/?provider=kamino&sort=-totalDepositUsd&density=compact");
  await expect.poll(height).toBe(32);

  await test.step("a list of loops and pools marks the average column as sorted", async () => {
    await visit(page, "/?view=all&provider=kamino&sort=-baseDepositApy30d");
    await expect(header(page, "30d")).toHaveAttribute("aria-sort", "descending");
  });

  await test.step("the titles of events take two lines before they are cut off", async () => {
    await page.setViewportSize({ width: 820, height: 900 });
    await visitComplete(page, "/?view=prediction");
    await expect.poll(height).toBe(52);
    const cut = await page
      .locator("a.market-link > :first-child")
      .evaluateAll((titles) => titles.filter((title) => title.scrollHeight > title.clientHeight).length);
    expect(cut).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("a row expands in place, wherever the table is scrolled to", async () => {
    await visitComplete(page, "/?type=lending&size=50000");
    const unfold = rowAt(page, 3).getByRole("button", { name: /^Details of / });
    await unfold.click();
    const details = page.locator(`#${await unfold.getAttribute("aria-controls")}`);
    await expect(details.getByRole("list", { name: "Summary" }).getByRole("listitem").first()).toBeVisible();
    await judge(details, "a row unfolded");

    // When scrolled sideways it stays in view. Rows further down are where the scroll bar indicates.
    const scrolled = page.getByRole("region", { name: /Markets, scrollable/ });
    await scrolled.evaluate((element) => {
      element.scrollLeft = 300;
    });
    await expect(details.getByRole("list", { name: "Summary" })).toBeInViewport();
    await scrolled.evaluate((element) => {
      element.scrollLeft = 0;
      element.scrollTop = 4_000;
    });
    await expect(details).toHaveCount(0);
    const gap = await page.evaluate(() => {
      const rows = [...document.querySelectorAll("[data-row]")].map((row) => row.getBoundingClientRect());
      return rows.some((row, at) => at > 0 && Math.abs(row.top - (rows[at - 1]?.bottom ?? 0)) > 1);
    });
    expect(gap).toBe(false);
    await page.keyboard.press("Home");
    await expect(rowAt(page, 1).getByRole("link").first()).toBeFocused();
    await expect(details).toBeVisible();
  });

  await test.step("arrow keys explain each figure of a row, and Enter opens the parts of its rate", async () => {
    const rate = rowAt(page, 1).locator("[data-side]").first();
    while (!(await rate.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press("ArrowRight");
    const popover = page.getByRole("dialog", { name: /^Deposit APY of/ });
    await expect(page.getByRole("tooltip")).toContainText("90d base");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tooltip")).toContainText("As sent by");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(popover).toContainText("Source");
    await page.keyboard.press("Escape");
    await expect(rate).toBeFocused();
  });
});

test("no amount below a figure is cut off, and the second action of a row covers no figure", async ({
  demo,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [query, longest] of [
    ["view=loop&size=1000000000", /M short$/],
    ["view=borrow&size=250000&q=Maple", /syrupUSDC$/],
  ] as const) {
    await openComplete(page, `${demo.url}/?${query}`);
    const amounts = page.locator(".cell > .second-line");
    await expect(amounts.filter({ hasText: longest }).first()).toBeVisible();
    const cut = await amounts.evaluateAll((lines) =>
      lines.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent),
    );
    expect(cut, query).toEqual([]);
    const row = rowAt(page, 2);
    await row.hover();
    await expect(row.locator(".row-action")).toHaveCount(2);
    const covered = await row.evaluate((element) => {
      const actions = [...element.querySelectorAll(".row-action")].filter((action) =>
        action.checkVisibility(),
      );
      const left = Math.min(...actions.map((action) => action.getBoundingClientRect().left));
      const figure = element.querySelector(".row-end")?.previousElementSibling?.getBoundingClientRect();
      return figure === undefined || figure.right > left;
    });
    expect(covered, query).toBe(false);
  }
});

test("rows do not move under the pointer while pages arrive", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const best = orderedIds(markets.filter(isShown), "depositApy", "descending").slice(0, 8);
  const late = new Set(markets.slice(200).map(({ id }) => id));
  expect(best.slice(0, 5).some((id) => late.has(id))).toBe(true);
  const gate = closedGate();
  await page.route(isLaterPage, async (route) => {
    await gate.pass();
    await route.continue();
  });
  await page.goto(demo.url);
  await expect(rowAt(page, 5)).toBeVisible();
  await rowAt(page, 3).hover({ position: { x: 300, y: 10 } });
  await rowAt(page, 3).hover({ position: { x: 310, y: 16 } });
  const read = await firstIds(page, 8);
  gate.open();
  const offer = page.getByRole("button", { name: /Sort again/i });
  await expect(offer).toBeVisible();
  expect(await firstIds(page, 8)).toEqual(read);
  // It stays open while the pointer moves to it.
  await offer.hover();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await offer.click();
  await expect.poll(() => firstIds(page, 8)).toEqual(best);
});
