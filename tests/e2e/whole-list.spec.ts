// The table is right over the whole list, not over the page that happened to come first.
import { field, orderedIds, ratedTypes, readAllMarkets } from "./api.ts";
import { judge } from "./axe.ts";
import {
  cards,
  cell,
  closedGate,
  complete,
  dataStatus,
  firstIds,
  idOf,
  isLaterPage,
  listenToRequests,
  openComplete,
  queryOf,
  rowAt,
  rowCount,
  table,
} from "./markets.ts";
import { expect, test } from "./story.ts";

test("the first row is the best deposit rate over all pages of the API", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const best = Math.max(...markets.map((market) => market.depositApy ?? -Infinity));
  await openComplete(page, demo.url);
  expect(await rowCount(page)).toBe(markets.length);
  expect(await firstIds(page, 10)).toEqual(
    orderedIds(markets, field("depositApy"), "descending").slice(0, 10),
  );
  const rate = await cell(page, rowAt(page, 1), "Deposit APY");
  await expect(rate).toContainText(best > 10 ? "> 1,000" : (best * 100).toFixed(2));
});

test("with 10,000 markets of all types the first row is the best over all pages", async ({
  bigDemo,
  page,
}) => {
  const markets = await readAllMarkets(bigDemo, {});
  expect(markets.length).toBeGreaterThan(5_000);
  await page.goto(`${bigDemo.url}/?view=all`);
  await complete(page);
  expect(await rowCount(page)).toBe(markets.length);
  expect(await firstIds(page, 5)).toEqual(orderedIds(markets, field("depositApy"), "descending").slice(0, 5));
  await judge(page, "10,000 rows");
});

test("on a phone the first card is the best deposit rate over all pages @phone", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  await openComplete(page, demo.url);
  expect(await idOf(cards(page).first())).toBe(orderedIds(markets, field("depositApy"), "descending")[0]);
});

test("the walk asks for pages of 200 until the cursor is null, each once @both", async ({
  demo,
  isMobile,
  page,
}) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const requests = listenToRequests(page);
  await openComplete(page, demo.url);
  const cursors = requests.map((request) => new URL(request.url()).searchParams.get("cursor"));
  expect(requests.map(queryOf)).toEqual(Array.from({ length: cursors.length }, () => ratedTypes));
  expect(requests.every((request) => new URL(request.url()).searchParams.get("limit") === "200")).toBe(true);
  expect(cursors[0]).toBeNull();
  expect(new Set(cursors).size).toBe(Math.ceil(markets.length / 200));
  expect(cursors.length).toBe(Math.ceil(markets.length / 200));
  // On a phone the pill has no room for the count.
  const status = isMobile ? /Complete/ : new RegExp(`Complete.*${markets.length}`);
  await expect(dataStatus(page)).toHaveAccessibleName(status);
});

test("rows appear with the first page, and until the last the page says that the order is provisional", async ({
  demo,
  page,
}) => {
  const gate = closedGate();
  await page.route(isLaterPage, async (route) => {
    await gate.pass();
    await route.continue();
  });
  await page.goto(demo.url);
  await expect(rowAt(page, 1)).toBeVisible();
  await expect(page.getByText(/200 markets so far/)).toBeVisible();
  await expect(page.getByText(/provisional/i).first()).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeVisible();
  gate.open();
  await complete(page);
  await expect(page.getByText(/so far/)).toHaveCount(0);
  await expect(page.getByText(/provisional/i)).toHaveCount(0);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test("a cursor that comes back ends the walk instead of turning in circles", async ({ demo, page }) => {
  const first = await (async () => {
    const response = page.waitForResponse((answer) => answer.url().includes("/api/v0/markets?"));
    await page.goto(demo.url);
    return (await response).text();
  })();
  await complete(page);
  let asked = 0;
  await page.route("**/api/v0/markets?**", async (route) => {
    asked += 1;
    await route.fulfill({ contentType: "application/json", body: first });
  });
  await page.reload();
  await expect(dataStatus(page)).toHaveAccessibleName(/Complete|Partial/);
  await expect(rowAt(page, 1)).toBeVisible();
  // The same page twice: its markets are shown once each, and nobody asks a third time.
  await expect.poll(() => rowCount(page)).toBe(200);
  expect(asked).toBe(2);
});

test("rows outside the window are counted, and scrolling reaches the last one", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const order = orderedIds(markets, field("depositApy"), "descending");
  await openComplete(page, demo.url);
  expect(await table(page).getByRole("row").count()).toBeLessThan(80);
  await table(page).hover();
  const last = rowAt(page, order.length);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return last.count();
    })
    .toBe(1);
  expect(await idOf(last)).toBe(order.at(-1));
});
