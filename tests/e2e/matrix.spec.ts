// Tokens against providers, worked out again from the API, and each cell a way to the markets it counts.
import type { Locator, Page } from "@playwright/test";
import * as z from "zod";
import { ratedTypes, readAllMarkets, type ApiMarket } from "./api.ts";
import { judge } from "./axe.ts";
import { closedGate, complete, openComplete, parameters, rowCount } from "./markets.ts";
import { expect, test } from "./story.ts";

const matrix = (page: Page): Locator => page.getByRole("table", { name: "Matrix" });

/** As the page writes a rate; what is not zero never reads as zero. */
function percent(value: number): string {
  const figures = (Math.abs(value) * 100).toFixed(2);
  if (Math.abs(value) > 10) return value > 0 ? "> 1,000 %" : "< −1,000 %";
  if (figures === "0.00" && value !== 0) return value > 0 ? "< 0.01 %" : "> −0.01 %";
  return `${value < 0 ? "−" : ""}${figures} %`;
}

interface Measure {
  readonly address: string;
  /** The mint that the rate is for: of a pair, what is deposited or what is borrowed. */
  readonly mint: (market: ApiMarket) => string | null | undefined;
  readonly rate: (market: ApiMarket) => number | null | undefined;
  readonly better: (a: number, b: number) => number;
}

const deposited = (market: ApiMarket): string | null | undefined => market.token?.address;
const tokenSchema = z.looseObject({ address: z.string() });
function borrowed(market: ApiMarket): string | null | undefined {
  const token = tokenSchema.safeParse(market["borrowToken"]);
  return token.success ? token.data.address : market.token?.address;
}

const measures: readonly Measure[] = [
  { address: "/matrix", mint: deposited, rate: (market) => market.depositApy, better: Math.max },
  {
    address: "/matrix?rate=base",
    mint: deposited,
    rate: (market) => market.baseDepositApy,
    better: Math.max,
  },
  { address: "/matrix?rate=borrow", mint: borrowed, rate: (market) => market.borrowApy, better: Math.min },
];

/** By mint: the rate of each provider, by its name. */
function expectedRates(
  markets: readonly ApiMarket[],
  { mint: mintOf, rate, better }: Measure,
): Map<string, Map<string, number>> {
  const rates = new Map<string, Map<string, number>>();
  for (const market of markets) {
    const mint = mintOf(market);
    const value = rate(market);
    if (typeof mint !== "string" || typeof value !== "number") continue;
    const line = rates.get(mint) ?? new Map<string, number>();
    const provider = market.provider.name ?? market.provider.id;
    const held = line.get(provider);
    line.set(provider, held === undefined ? value : better(held, value));
    rates.set(mint, line);
  }
  return rates;
}

for (const measure of measures)
  test(`${measure.address}: best of each row and spread are those of the API`, async ({ demo, page }) => {
    const expected = expectedRates(await readAllMarkets(demo, { type: "lending,yield" }), measure);
    await openComplete(page, `${demo.url}${measure.address}`);
    const shown = await matrix(page).evaluate((element) => {
      const rows = [...element.querySelectorAll("tr")];
      const providers = [...(rows[0]?.children ?? [])].slice(1, -1).map((head) => head.textContent);
      return rows.slice(1).map((row) => ({
        mint: row.querySelector("th [title]")?.getAttribute("title") ?? "",
        cells: [...row.children]
          .slice(1, -1)
          .map((cell, index) => [providers[index] ?? "", cell.textContent] as const),
        spread: row.lastElementChild?.textContent,
      }));
    });
    expect(shown.map(({ mint }) => mint).toSorted()).toEqual([...expected.keys()].toSorted());
    for (const { mint, cells, spread } of shown) {
      const rates = expected.get(mint) ?? new Map<string, number>();
      const values = [...rates.values()];
      const best = values.reduce((held, value) => measure.better(held, value));
      const differ = Math.max(...values) > Math.min(...values);
      for (const [provider, text] of cells) {
        const value = rates.get(provider);
        const mark = differ && value === best ? "✓" : "";
        expect(text, `${mint} at ${provider}`).toBe(value === undefined ? "—" : `${mark}${percent(value)}`);
      }
      const distance = percent(Math.max(...values) - Math.min(...values)).replace("%", "pp");
      expect(spread, mint).toBe(values.length > 1 ? distance : "—");
    }
  });

for (const [address, expected, provider] of [
  ["/matrix", { type: "lending,yield" }, "Kamino"],
  // Its markets are pairs: a list filtered to a token shows those that take it and those that lend it.
  ["/matrix?rate=base", { type: "lending,yield", basis: "base" }, "Jupiter"],
  ["/matrix?rate=borrow", { view: "borrow" }, "Jupiter"],
] as const)
  test(
    `${address}: a cell filters the list to the markets it counts`,
    { tag: "@both" },
    async ({ demo, isMobile, page }) => {
      await openComplete(page, `${demo.url}${address}`);
      const cell = matrix(page).getByRole("link", { name: new RegExp(`^USDC at ${provider}: `) });
      const counted = Number(/show (\d+) market/.exec((await cell.getAttribute("aria-label")) ?? "")?.[1]);
      expect(counted).toBeGreaterThan(1);
      if (address === "/matrix") await judge(page, "the matrix");
      const mint = await matrix(page)
        .getByRole("rowheader", { name: "USDC", exact: true })
        .locator("[title]")
        .first()
        .getAttribute("title");
      await cell.click();
      await complete(page);
      const { type, ...shown } = parameters(page);
      expect("type" in expected ? { type, ...shown } : shown).toEqual({
        ...expected,
        provider: provider.toLowerCase(),
        asset: mint,
      });
      if (isMobile)
        await expect(page.getByText(`${counted} markets`, { exact: true }).first()).toBeAttached();
      else await expect.poll(() => rowCount(page)).toBe(counted);
      await page.goBack();
      await expect(matrix(page)).toBeVisible();
    },
  );

test("the rate shown lives in the address", async ({ demo, page }) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() === "script" && response.ok()) scripts.push(await response.text());
  });
  await openComplete(page, `${demo.url}/matrix`);
  await page.getByText("Borrow APY", { exact: true }).click();
  await expect.poll(() => parameters(page)).toEqual({ rate: "borrow" });
  await page.reload();
  await expect(page.getByText(/provider's lowest Borrow APY/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/provider's highest Deposit APY/)).toBeVisible();
  expect(scripts.some((code) => code.includes("recharts"))).toBe(false);
});

test("coming from the list nothing is asked for again", async ({ demo, page }) => {
  await readAllMarkets(demo, ratedTypes);
  await openComplete(page, demo.url);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v0/")) asked.push(request.url());
  });
  await page.getByRole("link", { name: "Matrix" }).click();
  await expect(matrix(page).getByRole("row").nth(5)).toBeVisible();
  expect(asked).toEqual([]);
});

test("loading and failing are said", { tag: "@both" }, async ({ demo, noise, page }) => {
  noise.expect(/Failed to load resource/);
  const gate = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await gate.pass();
    await route.fulfill({
      status: 401,
      json: { statusCode: 401, message: "The key is not accepted.", error: "Unauthorized" },
    });
  });
  await page.goto(`${demo.url}/matrix`);
  await expect(page.getByText("Loading the rates…")).toBeVisible();
  gate.open();
  await expect(page.getByRole("alert")).toContainText("The service refused our key");
  await expect(page.getByRole("heading", { level: 1, name: "Matrix" })).toBeVisible();
  await judge(page, "a matrix that failed");
});

test("on a phone the tokens stay in sight while the rates scroll, and the page does not @phone", async ({
  demo,
  page,
}) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await openComplete(page, `${demo.url}/matrix`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const region = page.getByRole("region", { name: "Rates by token and provider" });
    await region.evaluate((element) => element.scrollTo(element.scrollWidth, 400));
    const edge = await region.boundingBox();
    const token = await matrix(page).locator("tbody th").nth(12).boundingBox();
    expect(Math.abs((token?.x ?? 0) - (edge?.x ?? 0))).toBeLessThan(3);
    await expect(matrix(page).getByRole("columnheader", { name: "Spread" })).toBeInViewport();
  }
});
