// Comparing markets: selected in the list, charted, split and saved. Tests beside pages/compare cover the figures.
import type { Locator, Page } from "@playwright/test";
import { oneOfEachType } from "./api.ts";
import { judge, judgeOpened } from "./axe.ts";
import {
  cards,
  chooseOfChart,
  closedGate,
  countShifts,
  idOf,
  listenToCharts,
  listenToRequests,
  openComplete,
  parameters,
  rowAt,
  saved,
  visit,
} from "./markets.ts";
import { expect, test } from "./story.ts";
import type { Served } from "../fixtures/program.ts";

const comparison = (page: Page): Locator => page.getByRole("table", { name: "Comparison" });
const tray = (page: Page): Locator => page.getByRole("region", { name: "Compare", exact: true });
const chart = (page: Page): Locator => page.locator("svg.recharts-surface").first();

/** The words in each cell of a fact, in the order of the markets. */
async function fact(page: Page, name: string): Promise<string[]> {
  const row = comparison(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row).toHaveCount(1);
  return (await row.getByRole("cell").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
}

const address = (program: Served, ids: readonly string[], more = ""): string =>
  `${program.url}/compare?ids=${ids.map(encodeURIComponent).join(",")}${more}`;

/** Three deposits of dollars. Each is found by its id, without a list. */
const three = ["jupiter.earn.USDC", "lulo.protected.USDC", "lulo.regular.USDC"] as const;

/** Whether a request is for markets of all types. */
const isWider = (url: URL): boolean => url.pathname === "/api/v0/markets" && !url.searchParams.has("type");

test("markets selected in the list are compared without another request for a list", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  const first = await idOf(rowAt(page, 1));
  const second = await idOf(rowAt(page, 2));
  await rowAt(page, 1)
    .getByRole("checkbox", { name: /^Compare / })
    .click();
  await expect(tray(page).getByRole("button", { name: "Compare 1" })).toBeDisabled();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(tray(page)).toContainText("2 of 8");
  const requests = listenToRequests(page);
  await tray(page).getByRole("link", { name: "Compare 2" }).click();
  await expect(page).toHaveURL(address(demo, [first, second]));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^Compare 2 markets/);
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);
  expect(requests.map((request) => request.url())).toEqual([]);

  await test.step("only the keyboard shows the button that skips the table, and nothing covers it", async () => {
    const skip = page.getByRole("button", { name: "Skip the comparison" });
    await skip.focus();
    await expect(skip).toHaveCSS("width", "1px");
    await page.keyboard.press("Tab");
    await skip.focus();
    await skip.click({ trial: true });
  });

  await test.step("an empty selection and an unknown market are explained, and search adds any market", async () => {
    const [vault, ...others] = three;
    await visit(page, "/compare");
    await expect(page.getByText("Select two or more markets")).toBeVisible();
    // There is nothing to export yet.
    await expect(page.getByRole("button", { name: /^Export|^Copy link/ })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Compare the 2 selected" })).toBeVisible();
    await judge(page, "nothing to compare");
    await visit(page, `/compare?ids=${vault},gone.1`);
    await expect(page.getByText("The service lists no market “gone.1”.")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "Remove it" }).click();
    await expect(page.getByText("Add one more market to compare it with")).toBeVisible();
    const field = page.getByRole("combobox", { name: "Markets to compare" });
    for (const [at, id] of others.entries()) {
      // Once there is something to compare, the field has to be opened before typing.
      if (at > 0) {
        await expect(page.getByRole("button", { name: "Add market" })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(field).toBeFocused();
      }
      await field.fill(id);
      await expect(page.getByRole("option")).toHaveCount(1);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("columnheader", { name: /^[ABC], / })).toHaveCount(at + 2);
    }
    await expect(page).toHaveURL(address(demo, three));
  });
});

test("histories are charted and exported, and every choice is in the URL", async ({ demo, page }) => {
  const charts = listenToCharts(page);
  await page.goto(address(demo, three));
  await expect(chart(page)).toBeVisible();
  expect(await charts()).toBe(true);
  // Each line ends in the letter of its column.
  await expect(
    chart(page)
      .locator("text")
      .filter({ hasText: /^[ABC]$/ }),
  ).toHaveText(["A", "B", "C"]);

  await expect(page.getByRole("table", { name: "Realized yields" }).getByRole("row")).toHaveCount(4);
  await test.step("saved as CSV and PNG", async () => {
    const facts = await saved(page, () =>
      page.getByRole("button", { name: "Export CSV", exact: true }).click(),
    );
    expect(facts.toString("utf8")).toContain("Rate,depositApy (fraction per year),");
    await expect(page.getByTestId("announcements")).toHaveText("Comparison exported as CSV.");
    const points = await saved(page, () => chooseOfChart(page, "Export CSV"));
    expect(points.toString("utf8").split("\r\n")).toHaveLength(93);
    expect(facts.toString("utf8")).toMatch(/,read at \(UTC\),\d{4}-/);
    expect(points.toString("utf8")).toMatch(/,export time \(UTC\),read at \(UTC\),source,page\r\n/);
    for (const file of [facts, points]) expect(file.toString("utf8")).toContain(page.url());
    const picture = await saved(page, () => chooseOfChart(page, "Export PNG"));
    expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
  });

  const history = page.getByRole("region", { name: "Deposit APY", exact: true });
  await history.getByText("Growth in tokens", { exact: true }).first().click();
  await expect.poll(() => parameters(page)["measure"]).toBe("growth");
  await expect(page.getByRole("heading", { name: "Growth in tokens" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Deposit APY", exact: true })).toBeVisible();

  const spoken = page.getByRole("status").filter({ hasText: "facts shown" });
  const all = await spoken.innerText();
  await page.getByRole("checkbox", { name: "Differences only" }).check();
  await expect(spoken).not.toHaveText(all);
  await expect.poll(() => parameters(page)["diff"]).toBe("1");
  await page.getByRole("textbox", { name: "My size" }).fill("250k");
  await expect.poll(() => parameters(page)["size"]).toBe("250000");
  await expect(page.getByRole("region", { name: "Summary" })).toContainText(/^At \$250k, /);
  await test.step("on a tablet three markets fit side by side, with all their actions", async () => {
    await page.setViewportSize({ width: 768, height: 1180 });
    const hidden = await comparison(page).evaluate((table) => {
      const frame = table.closest("section");
      const edge = frame?.getBoundingClientRect().right ?? 0;
      return [...table.querySelectorAll("a, button")]
        .filter((control) => control.getBoundingClientRect().right > edge)
        .map((control) => control.getAttribute("aria-label") ?? control.textContent);
    });
    expect(hidden).toEqual([]);
    expect(
      await comparison(page).evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
    ).toBeLessThanOrEqual(0);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  const sized = await fact(page, "APY at my size");
  const panel = page.getByRole("region", { name: "Split your money" });
  const parts = panel.getByRole("textbox", { name: /^Part of [ABC], USDC, / });
  await parts.nth(0).fill("50.5");
  await expect(panel).toContainText(/Blended APY \d/);
  await expect.poll(() => parameters(page)["split"]).toMatch(/^50\.5,/);

  const sentence = await panel.getByText(/Blended APY/).innerText();
  await page.reload();
  await expect(panel).toContainText(sentence);
  await expect.poll(() => fact(page, "APY at my size")).toEqual(sized);
  await expect(page.getByRole("checkbox", { name: "Differences only" })).toBeChecked();
  await test.step("no fact that Shift+Tab reaches is under the sticky heads", async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await parts.nth(0).focus();
    const covered: string[] = [];
    for (let press = 0; press < 45; press += 1) {
      await page.keyboard.press("Shift+Tab");
      const found = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused.closest("tbody") === null) return [];
        const box = focused.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top?.closest("thead") === null ? [] : [focused.textContent];
      });
      covered.push(...found);
    }
    expect(covered).toEqual([]);
  });
});

test("markets of every type are compared, and nothing moves while they load", async ({ demo, page }) => {
  const ids = (await oneOfEachType(demo)).map(({ id }) => id);
  const shifts = await countShifts(page);
  // The three types come with a second list, requested once the first one lacks them. Here it is delayed.
  const wider = closedGate();
  await page.route(isWider, async (route) => {
    await wider.pass();
    await route.continue();
  });
  await page.goto(address(demo, ids, "&size=250000"));
  await expect(page.getByText("Loading 3 markets…")).toBeVisible();
  wider.open();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(5);
  await expect(chart(page)).toBeVisible();
  expect(await shifts(), "markets that are found late move nothing").toBeLessThanOrEqual(0.02);
  expect(await fact(page, "Type")).toEqual(["Lending", "Yield", "Loop", "Perpetual", "Prediction"]);
  await judgeOpened(page, "markets of every type compared");
  await expect(page.getByText(/^Not shown: markets/)).toContainText("Perpetual");
  await expect(
    chart(page)
      .locator("text")
      .filter({ hasText: /^[A-E]$/ }),
  ).toHaveCount(3);
});

test("markets are selected on cards and compared on cards that can be swiped @phone", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  const ids: string[] = [];
  for (const index of [0, 1]) {
    ids.push(await idOf(cards(page).nth(index)));
    await cards(page)
      .nth(index)
      .getByRole("checkbox", { name: /^Compare / })
      .tap();
  }
  await tray(page).getByRole("link", { name: "Compare 2" }).tap();
  await expect(page).toHaveURL(address(demo, ids));
  const list = page.getByRole("list", { name: "Comparison" });
  const items = list.locator("> li");
  await expect(items).toHaveCount(2);
  await expect(items.nth(1)).not.toBeInViewport({ ratio: 0.5 });
  const show = page.getByRole("button", { name: /^B, show / });
  await show.tap();
  await expect(items.nth(1)).toBeInViewport({ ratio: 0.2 });
  await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
  await expect(show, "for the way back").toBeInViewport({ ratio: 1 });
  await expect(chart(page)).toBeVisible();
  await judgeOpened(page, "markets compared on a phone");
});
