// Every rate against one market that the reader chose.
import type { Locator, Page } from "@playwright/test";
import { field, orderedIds, plainTypes, readShownMarkets, type ApiMarket } from "./api.ts";
import { judge } from "./axe.ts";
import {
  cards,
  cell,
  header,
  headerButton,
  idOf,
  openComplete,
  parameters,
  rowAt,
  table,
  visit,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const chip = (page: Page): Locator => page.getByRole("button", { name: /^Benchmark .+/ });

/** The figure in a text such as "+35.64pp" or "−0.30 pp". */
const figure = (text: string): number => Number(text.replace("−", "-").replace(/[^\d.-]/g, ""));

/** The difference to the benchmark as the API's own numbers make it. */
const against =
  (benchmark: ApiMarket | undefined, rate: "depositApy" | "baseDepositApy") =>
  (market: ApiMarket): number | undefined => {
    const [own, other] = [field(rate)(market), benchmark === undefined ? undefined : field(rate)(benchmark)];
    return own === undefined || other === undefined ? undefined : Math.round((own - other) * 1e12) / 1e12;
  };

async function difference(page: Page, place: number): Promise<number> {
  return figure(await (await cell(page, rowAt(page, place), "vs benchmark")).innerText());
}

test("a benchmark is chosen from a rate by keyboard, and every rate is measured against it", async ({
  demo,
  page,
}) => {
  // Loops have no base rate, and so no difference under basis base.
  const rated = "lending,yield,loop";
  const markets = await readShownMarkets(demo, { type: rated });
  await openComplete(page, `${demo.url}/?type=${rated}&provider=kamino&sort=-totalDepositUsd`);
  await expect(header(page, "vs benchmark")).toHaveCount(0);

  await test.step("from the popover", async () => {
    await rowAt(page, 1).locator("button[data-side=deposit]").focus();
    await page.keyboard.press("Enter");
    const use = page.getByRole("dialog").getByRole("button", { name: "Use as benchmark" });
    await expect(use).toBeVisible();
    while (!(await use.evaluate((button) => button === document.activeElement)))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Stop using as benchmark", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
  });
  const id = await idOf(rowAt(page, 1));
  const benchmark = markets.find((market) => market.id === id);
  expect(decodeURIComponent(parameters(page)["vs"] ?? "")).toBe(id);
  await expect(header(page, "vs benchmark")).toBeVisible();
  await expect(chip(page)).toContainText(((benchmark?.depositApy ?? 0) * 100).toFixed(2));

  await test.step("the figures add up with the two rates shown", async () => {
    expect(await (await cell(page, rowAt(page, 1), "vs benchmark")).innerText()).toBe("benchmark");
    const own = figure(await (await cell(page, rowAt(page, 1), "Deposit APY")).innerText());
    for (const place of [2, 3, 4]) {
      const rate = figure(await (await cell(page, rowAt(page, place), "Deposit APY")).innerText());
      expect(Math.abs(own + (await difference(page, place)) - rate)).toBeLessThan(0.0151);
    }
  });

  await test.step("the list is ordered by it, and what is missing comes last", async () => {
    const kamino = markets.filter((market) => market.provider.id === "kamino");
    const total = against(benchmark, "depositApy");
    for (const direction of ["descending", "ascending"] as const) {
      await headerButton(page, "vs benchmark").click();
      await expect(header(page, "vs benchmark")).toHaveAttribute("aria-sort", direction);
      await expect.poll(() => idOf(rowAt(page, 1))).toBe(orderedIds(kamino, total, direction)[0]);
    }
    await page.getByRole("radiogroup", { name: "APY basis" }).getByText("Base", { exact: true }).click();
    await expect.poll(() => parameters(page)["basis"]).toBe("base");
    const order = orderedIds(kamino, against(benchmark, "baseDepositApy"), "ascending");
    await expect.poll(() => idOf(rowAt(page, 1))).toBe(order[0]);
    await expect(chip(page)).toContainText(`${((benchmark?.baseDepositApy ?? 0) * 100).toFixed(2)} % base`);
    await table(page).hover();
    const last = rowAt(page, order.length);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 8_000);
        return last.count();
      })
      .toBe(1);
    expect(kamino.some((market) => typeof market.baseDepositApy !== "number")).toBe(true);
    expect(await (await cell(page, last, "vs benchmark")).innerText()).toBe("—");
  });

  await test.step("clearing filters, another view and a reload keep it", async () => {
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect.poll(() => parameters(page)["provider"]).toBeUndefined();
    await page.getByRole("tab", { name: "Loop" }).click();
    await page.reload();
    // The loops do not hold it: it is found outside the list.
    await expect(chip(page)).toContainText(/\d % base|no base rate/);
    expect(decodeURIComponent(parameters(page)["vs"] ?? "")).toBe(id);
  });

  await test.step("it is removed, with the order by it, and Back brings it again", async () => {
    await page.getByRole("button", { name: /^Stop using as benchmark/ }).click();
    await expect(chip(page)).toHaveCount(0);
    await expect(header(page, "vs benchmark")).toHaveCount(0);
    await page.goBack();
    await expect(chip(page)).toBeVisible();
    await expect(header(page, "vs benchmark")).toBeVisible();
  });
});

test("a benchmark that is not there makes no figure, the suggested one is a click away, and a market's page draws it or becomes it", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?vs=no-market&sort=-vsBenchmark`);
  await expect(chip(page)).toContainText("not in this list");
  for (const place of [1, 2, 3])
    expect(await (await cell(page, rowAt(page, place), "vs benchmark")).innerText()).toBe("—");

  await chip(page).click();
  const panel = page.getByRole("dialog", { name: "Benchmark" });
  await panel.getByRole("button", { name: /^Use .+ as benchmark$/ }).click();
  await expect(chip(page)).toContainText(/\d\.\d\d %/);
  await expect.poll(() => parameters(page)["vs"]).toMatch(/\.lending\./);
  await expect(panel.getByRole("button", { name: /^Use .+ as benchmark$/ })).toHaveCount(0);
  await judge(panel, "benchmark panel");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Columns" }).click();
  const columns = page.getByRole("dialog", { name: "Columns" });
  await expect(columns.getByRole("checkbox", { name: "vs benchmark" })).toBeChecked();
  await expect(columns.getByRole("checkbox", { name: "90d + rewards" })).not.toBeChecked();
  await columns.getByRole("checkbox", { name: "90d + rewards" }).check();
  await columns.getByRole("checkbox", { name: "vs benchmark" }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Stop using as benchmark/ }).click();
  await expect(chip(page)).toHaveCount(0);
  await expect(header(page, "90d + rewards")).toBeAttached();

  await test.step("the page of a market makes it the benchmark, and draws that of another in its chart", async () => {
    const markets = await readShownMarkets(demo, plainTypes);
    const [one, other] = markets.filter(({ type, token }) => type === "lending" && token?.symbol === "USDC");
    await visit(page, `/markets/${encodeURIComponent(one?.id ?? "")}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Use as benchmark" }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await expect(page.getByRole("menuitem", { name: "Stop using as benchmark" })).toBeVisible();
    await page.keyboard.press("Escape");
    const vs = parameters(page)["vs"] ?? "";
    expect(decodeURIComponent(vs)).toBe(one?.id);
    await expect(page.getByText("benchmark now,")).toHaveCount(0);

    await visit(page, `/markets/${encodeURIComponent(other?.id ?? "")}?vs=${encodeURIComponent(vs)}`);
    await expect(page.getByText("benchmark now,")).toBeVisible();
    const rate = ((one?.depositApy ?? 0) * 100).toFixed(2);
    await expect(page.getByText(new RegExp(`The benchmark, .+, pays ${rate} % now`)).last()).toBeAttached();
    await expect(page.locator("svg").getByText(`benchmark\u00A0${rate}\u00A0%`)).toBeVisible();
  });
});

test("cards show the spread to the benchmark @phone", async ({ demo, page }) => {
  const markets = await readShownMarkets(demo, plainTypes);
  const benchmark = markets.find(({ type, token }) => type === "lending" && token?.symbol === "USDC");
  const vs = encodeURIComponent(encodeURIComponent(benchmark?.id ?? ""));
  await openComplete(page, `${demo.url}/?vs=${vs}`);
  await expect(chip(page)).toContainText(((benchmark?.depositApy ?? 0) * 100).toFixed(2));
  await expect(cards(page).first()).toContainText(/vs benchmark\s*[+−]\d+\.\d\d\s*pp/);
  await judge(cards(page).first(), "a card against a benchmark");
  await page.getByRole("button", { name: /^Stop using as benchmark/ }).tap();
  await expect(cards(page).first()).not.toContainText("vs benchmark");
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("dialog", { name: "This list" }).getByRole("button", { name: "Benchmark" }).tap();
  await page.getByRole("button", { name: /^Use .+ as benchmark$/ }).tap();
  await expect.poll(() => parameters(page)["vs"]).toMatch(/\.lending\./);
});
