// Filters become parameters of the request and of the URL, and are stored nowhere else.
import type { Page } from "@playwright/test";
import { isShown, plainTypes, readAllMarkets, readShownMarkets } from "./api.ts";
import { judge } from "./axe.ts";
import {
  cell,
  complete,
  filters,
  asksForList,
  listenToRequests,
  openComplete,
  option,
  parameters,
  queryOf,
  rowAt,
  rowCount,
  search,
  visit,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

/** Performs an action and returns the query of the request that follows. */
async function requestAfter(page: Page, act: () => Promise<void>): Promise<Record<string, string>> {
  const asked = page.waitForRequest(asksForList);
  await act();
  const request = queryOf(await asked);
  await complete(page);
  return request;
}

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const sol = "So11111111111111111111111111111111111111112";

test("choices go to the service and the URL, and Back undoes them", async ({ demo, page }) => {
  const markets = await readShownMarkets(demo, plainTypes);
  await openComplete(page, demo.url);
  await expect.poll(() => rowCount(page)).toBe(markets.length);

  await test.step("a provider, with the number of its markets", async () => {
    // Includes small markets, which the list hides if there are larger ones.
    const all = await readAllMarkets(demo, { ...plainTypes, provider: "kamino" });
    await expect(page.getByRole("group", { name: "Provider" })).toContainText(
      new RegExp(`Kamino\\s*${all.length}`),
    );
    const request = await requestAfter(page, () => option(page, "Provider", "Kamino").check());
    expect(request).toEqual({ ...plainTypes, provider: "kamino" });
    await expect.poll(() => parameters(page)).toEqual({ provider: "kamino" });
    await expect.poll(() => rowCount(page)).toBe(all.filter(isShown).length);
    await page.goBack();
    await expect(option(page, "Provider", "Kamino")).not.toBeChecked();
    await expect.poll(() => parameters(page)).toEqual({});
    await page.goForward();
    await expect(option(page, "Provider", "Kamino")).toBeChecked();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect.poll(() => parameters(page)).toEqual({});
  });

  await test.step("an asset, found by its symbol: markets that take it, on request also those that lend it", async () => {
    const request = await requestAfter(page, async () => {
      await page.getByRole("combobox", { name: "Asset" }).fill("USDC");
      await page
        .getByRole("option", { name: /^USDC\b/ })
        .first()
        .click();
    });
    expect(request).toEqual({ ...plainTypes, asset: usdc });
    await expect.poll(() => parameters(page)).toEqual({ asset: usdc });
    // The service does not distinguish sides, so the page filters by what is deposited.
    const holding = await readShownMarkets(demo, request);
    const deposited = holding.filter(({ token, tokenA }) => (token ?? tokenA)?.address === usdc);
    await expect.poll(() => rowCount(page)).toBe(deposited.length);
    // The fields above the list show the token that the user holds, so there is no chip.
    await expect(page.getByRole("combobox", { name: "I hold" })).toHaveValue("USDC");
    await page.keyboard.press("Escape");
    await filters(page).getByText("More filters").click();
    await filters(page).getByRole("checkbox", { name: "Also as debt" }).check();
    await expect.poll(() => rowCount(page)).toBe(holding.length);
    await expect.poll(() => parameters(page)).toEqual({ asset: usdc, match: "any" });
  });

  await test.step("a bound hides and counts markets with unknown figures", async () => {
    await visitComplete(page, "/?small=1");
    await filters(page).getByRole("textbox", { name: "Minimum LTV" }).fill("80");
    await expect(
      page.getByRole("button", { name: /^Remove filter, \d+ hidden: missing data/ }),
    ).toBeVisible();
    await judge(filters(page), "more ranges");
  });

  await test.step("search narrows the loaded list without a request and adds one entry to the browser history", async () => {
    await visitComplete(page, "/");
    const before = await page.evaluate(() => history.length);
    const requests = listenToRequests(page);
    await search(page).pressSequentially("jitosol");
    await expect.poll(() => parameters(page)).toEqual({ q: "jitosol" });
    await expect.poll(() => rowCount(page)).toBeLessThan(markets.length / 2);
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1);
    expect(requests).toEqual([]);
  });
});

test("a shared link fills every control, and chips remove filters", async ({ demo, page }) => {
  await openComplete(
    page,
    `${demo.url}/?type=yield&provider=kamino&q=usd&minDeposits=1000000&minApy=2&rewards=1&size=250000&basis=base`,
  );
  await expect(option(page, "Type", "Lending")).not.toBeChecked();
  await expect(option(page, "Type", "Yield")).toBeChecked();
  await expect(option(page, "Provider", "Kamino")).toBeChecked();
  await expect(search(page)).toHaveValue("usd");
  await expect(page.getByRole("textbox", { name: "Minimum deposits" })).toHaveValue(/^1,?000,?000$/);
  await expect(page.getByRole("textbox", { name: "Minimum APY" })).toHaveValue("2");
  await expect(page.getByRole("checkbox", { name: "Only with rewards", exact: true })).toBeChecked();
  await expect(page.getByRole("textbox", { name: "My size" })).toHaveValue(/^250,?000$/);
  await expect(
    page.getByRole("radiogroup", { name: "APY basis" }).getByRole("radio", { name: "Base" }),
  ).toBeChecked();

  await test.step("ten billion dollars fit in a field", async () => {
    const [loop] = await readAllMarkets(demo, { type: "loop" });
    await visitComplete(page, "/?minDeposits=10000000000");
    const minDeposits = page.getByRole("textbox", { name: "Minimum deposits" });
    expect(await minDeposits.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
    await visit(page, `/markets/${encodeURIComponent(loop?.id ?? "")}?size=10000000000`);
    const size = page.getByRole("textbox", { name: "My size" });
    await expect(size).toHaveValue("10,000,000,000");
    expect(await size.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
  });

  const crosses = page.getByRole("button", { name: /^Remove filter (?!Small markets)/ });
  await visitComplete(page, "/?provider=kamino&minDeposits=1000000&q=usd&size=1000&sort=totalDepositUsd");
  await expect(crosses).toHaveCount(3);
  await page.getByRole("button", { name: /^Remove filter Deposits/ }).click();
  await expect(crosses).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect.poll(() => parameters(page)).toEqual({ size: "1000", sort: "totalDepositUsd" });

  await test.step("chips that do not fit in one line are counted, and shown on request", async () => {
    const bounds = "minDeposits=1&maxDeposits=100000000000&minApy=-5&maxApy=900&maxUtilization=100";
    await visit(page, `/?provider=kamino&${bounds}&maxRewards=99&minAvailable=1`);
    await expect(crosses).toHaveCount(8);
    const more = page.getByRole("button", { name: /^\+\d more$/ });
    await more.click();
    for (const cross of await crosses.all()) await expect(cross).toBeInViewport({ ratio: 1 });
    await judge(crosses.first().locator("xpath=ancestor::div[1]"), "chips in several lines");
    await page.getByRole("button", { name: "Collapse" }).click();
    await expect(more).toBeVisible();
  });
});

test("a loan is found by its collateral and its debt", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?view=borrow`);
  const finder = page.getByRole("region", { name: "Find a loan" });
  // Finds names despite typing errors, like the Asset filter.
  await finder.getByRole("combobox", { name: "I have" }).fill("wrapped sol");
  await expect(page.getByRole("option").first()).toHaveText(/^SOL/);
  await page.keyboard.press("Enter");
  await finder.getByRole("combobox", { name: "I need" }).fill("usdcc");
  await expect(page.getByRole("option").first()).toHaveText(/^USDC/);
  await page.keyboard.press("Enter");
  await expect.poll(() => parameters(page)).toMatchObject({ view: "borrow", asset: usdc, collateral: sol });
  await complete(page);
  await expect.poll(() => rowCount(page)).toBeGreaterThan(1);
  await expect(await cell(page, rowAt(page, 1), "LTV of SOL")).toHaveText(/^\d+\.\d %$/);
  await expect(
    rowAt(page, 1)
      .getByRole("link", { name: /^(?:Deposit|Borrow),/ })
      .first(),
  ).toHaveText("Borrow");
  await judge(finder, "loans of USDC against SOL");

  await test.step("the collateral or the loan is computed from the other at a share of the limit", async () => {
    const [collateral, loan] = [/^SOL( amount|, estimated)$/, /^Loan/].map((name) =>
      finder.getByRole("textbox", { name }),
    );
    await collateral?.fill("1700");
    await expect.poll(() => Number(parameters(page)["size"])).toBeGreaterThan(1000);
    await expect.poll(() => parameters(page)["have"]).toBe("1700");
    const half = Number(parameters(page)["size"]);
    const terms = page.getByText(/^Highest LTV for this loan: .*SOL can drop/);
    const atHalf = await terms.innerText();
    await page.getByRole("radiogroup", { name: "Share of the limit" }).getByText("75 %").click();
    await expect.poll(() => Math.abs(Number(parameters(page)["size"]) - 1.5 * half)).toBeLessThan(2);
    await expect(terms).not.toHaveText(atHalf);
    await expect(await cell(page, rowAt(page, 1), "Drop to liq.")).toContainText("at $");
    await judge(page.getByRole("region", { name: "Share of the limit" }), "the share of a loan's limit");
    await loan?.fill("50k");
    await expect.poll(() => parameters(page)["have"]).toBeUndefined();
    await expect(collateral ?? finder).toHaveValue(/^[\d,.]+$/);
  });
});

test("a saved view is restored with one click, and can be deleted", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?type=yield&minDeposits=1000000&sort=-totalDepositUsd`);
  const saved = page.getByRole("button", { name: "Saved views" });
  const panel = page.getByRole("dialog", { name: "Saved views" });
  const name = panel.getByRole("textbox", { name: "Name this view" });
  await saved.click();
  await expect(name).toBeFocused();
  await name.fill("Large yield");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("link", { name: "Large yield" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");

  await visitComplete(page, "/");
  await saved.click();
  await panel.getByRole("link", { name: "Large yield" }).click();
  await complete(page);
  await expect(panel).toBeHidden();
  await expect
    .poll(() => parameters(page))
    .toEqual({ type: "yield", minDeposits: "1000000", sort: "-totalDepositUsd" });
  await saved.click();
  await panel.getByRole("button", { name: "Delete Large yield" }).click();
  await expect(panel.getByText("Nothing is saved yet.")).toBeVisible();
});
