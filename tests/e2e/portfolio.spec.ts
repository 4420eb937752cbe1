// A wallet's portfolio: from its address to its figures, history, positions and moves that would earn more.
import type { Locator, Page } from "@playwright/test";
import { judge, judgeOpened } from "./axe.ts";
import { chooseOfChart, overflow, parameters, region, saved, visit } from "./markets.ts";
import { expect, test } from "./story.ts";

const totals = (page: Page): Locator => page.getByLabel("Totals");
const table = (page: Page, name: string): Locator => page.getByRole("table", { name, exact: true });
const option = (page: Page, group: string, name: string): Locator =>
  page.getByRole("radiogroup", { name: group }).getByText(name, { exact: true });

test("a wallet's address shows its holdings and stays on its page", async ({ demo, page, context }) => {
  const config = await (await fetch(`${demo.url}/api/dashboard`)).text();
  const [mixed = "", looper = "", whale = ""] = ["Mixed", "Looper", "Whale"].map(
    (name) => new RegExp(`"${name}","address":"(\\w+)"`).exec(config)?.[1],
  );
  const field = page.getByRole("textbox", { name: "Add a wallet address" });

  await test.step("explains the page, and what is wrong with an invalid address", async () => {
    await page.goto(`${demo.url}/portfolio`);
    await expect(page.getByRole("heading", { name: "Look at any wallet on Solana" })).toBeVisible();
    await field.fill("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045");
    await expect(page.getByRole("alert")).toContainText("Ethereum");
    await judge(page, "portfolio without a wallet");
    await field.fill("");
  });

  await test.step("shows a wallet of the demo with every part", async () => {
    await page.getByRole("button", { name: "Mixed 17" }).click();
    await expect(page).toHaveURL(`${demo.url}/portfolio?wallet=${mixed}`);
    await expect(page).toHaveTitle(/^Portfolio/);
    await expect(totals(page).getByText("Worst loan", { exact: true })).toBeVisible();
    await expect(table(page, "Predictions")).toBeVisible();
    await expect(table(page, "Closed predictions")).toBeVisible();
  });

  await test.step("the narrowest phone shows until when a prediction trades", async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    await option(page, "Type of position", "Predictions 4").click();
    const state = page.getByText(/^DFlow · closes /).first();
    await expect(state).toBeVisible();
    expect(await state.evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0);
    if (size !== null) await page.setViewportSize(size);
  });

  await test.step("the moves and allocation panels end at the same height", async () => {
    const bottoms = ["#moves", "#moves + section"].map((panel) =>
      page.locator(panel).evaluate((element) => element.getBoundingClientRect().bottom),
    );
    const [moves, allocation] = await Promise.all(bottoms);
    expect(moves).toBe(allocation);
  });

  await test.step("offers moves calculated together, within limits from the URL", async () => {
    await expect(
      page.getByRole("heading", { name: /^About \$[\d,]+k? more a year in \d+ moves?$/ }),
    ).toBeVisible();
    const limits = page.getByRole("list", { name: "Limits" });
    await limits.getByRole("combobox", { name: /per provider/ }).selectOption("100 %");
    await option(page, "APY basis of moves", "Total").click();
    await expect.poll(() => parameters(page)).toMatchObject({ limits: "0.1,1,5", moves: "total" });
    await option(page, "Allocation at", "After moves").click();
    await expect(table(page, "Allocation").getByRole("columnheader", { name: "Change" })).toBeVisible();
    await expect.poll(() => parameters(page)).toMatchObject({ at: "after" });
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(`${demo.url}/portfolio?wallet=${mixed}`);
  });

  await test.step("shows its history as a line and as a table, and groups it by token", async () => {
    const past = region(page, "Value over time");
    await expect(past.locator("svg.recharts-surface").first()).toBeVisible();
    await option(page, "Range of days", "30d").click();
    await option(page, "Lines show", "By type").click();
    await option(page, "Allocation by", "Token").click();
    await expect.poll(() => parameters(page)).toMatchObject({ range: "30d", measure: "type", by: "token" });
    await chooseOfChart(past, "Show as table");
    await expect(past.getByRole("heading", { name: "31 points" })).toBeVisible();
    await expect(past.getByRole("columnheader", { name: "A Lending" })).toBeVisible();
    await expect(table(page, "Allocation").getByRole("rowheader", { name: "JitoSOL" })).toBeVisible();
    await judgeOpened(page, "portfolio");
  });

  await test.step("adds another wallet, and marks the wallet of each position", async () => {
    await field.fill(looper);
    await field.press("Enter");
    await expect(page.getByText(/^20 positions in 2 wallets/)).toBeVisible();
    await expect(table(page, "Positions").getByTitle(`Wallet ${looper}`)).toHaveCount(3);
    await page.goBack();
    await expect(page.getByText(/^17 positions in 1 wallet/)).toBeVisible();
  });

  await test.step("leaves the address out of other links, and drops it through its own link", async () => {
    const addresses = await page
      .locator("a[href]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(addresses.length).toBeGreaterThan(20);
    // Actions name their market, but not the wallet.
    expect(addresses.filter((address) => address?.includes(mixed))).toEqual([]);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = async (name: string): Promise<string> => {
      await page.getByRole("button", { name: "Share and export" }).click();
      await page.getByRole("menuitem", { name }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await expect
      .poll(() => copied("Copy link without the address"))
      .toBe(`${demo.url}/portfolio?by=token&measure=type&range=30d`);
    await expect.poll(() => copied("Copy link with the address")).toBe(page.url());
    expect(
      await page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map(Object.entries))),
    ).not.toContain(mixed);
  });

  await test.step("is saved as a file", async () => {
    await page.getByRole("button", { name: "Share and export" }).click();
    const item = page.getByRole("menuitem", { name: /^Export CSV/ });
    const lines = (await saved(page, () => item.click())).toString("utf8").trim().split("\r\n");
    // The header, seventeen positions and a closed one.
    expect(lines.length).toBeGreaterThanOrEqual(19);
    expect(lines[0]).toContain("wallet,id,type,side");
  });

  await test.step("on a phone shows one type at a time as cards", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("list", { name: "Lending" }).getByRole("listitem")).toHaveCount(4);
    await option(page, "Type of position", "Loops 2").click();
    await expect(page.getByRole("list", { name: "Loops" }).getByRole("listitem")).toHaveCount(2);
    expect(await overflow(page, 390)).toBe(0);
    await judge(page, "portfolio on a phone");
    await page.setViewportSize({ width: 320, height: 640 });
    await visit(page, `/portfolio?wallet=${whale}`);
    const amounts = page.getByLabel("What changed the value").getByRole("definition");
    await expect(amounts.last()).toHaveText(/^\$\d\d,\d{3},\d{3}/);
    const cut = amounts.evaluateAll((all) => all.filter((amount) => amount.scrollWidth > amount.clientWidth));
    expect(await cut).toEqual([]);
  });
});
