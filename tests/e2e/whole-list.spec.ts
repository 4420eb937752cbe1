// The list is correct over all its pages, not only over the first.
import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { frozenDemo } from "../fixtures/program.ts";
import { recordedMarkets } from "../fixtures/replay-server.ts";
import { orderedIds, plainTypes, isShown, readAllMarkets, readShownMarkets } from "./api.ts";
import {
  blankPlaces,
  cards,
  complete,
  countShifts,
  dataStatus,
  firstIds,
  header,
  headerButton,
  idOf,
  listenToRequests,
  openComplete,
  parameters,
  queryOf,
  rowCount,
  table,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

/**
 * Budget of all code that loads until the page is quiet, in bytes after gzip -9: the first route; table or
 * cards and filters, with the first page of markets; and the line about excluded markets, after the last
 * page. Excludes code that is prefetched for offline use once the list is complete and the browser idle,
 * because browsers that save data skip it.
 */
const quietPageBudget = 227_500;

/** Number of visible controls that a pointer can reach. */
const controlsInSight = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll("a[href], button, input, select, summary")].filter((control) => {
        if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
        const { left, top, width, height } = control.getBoundingClientRect();
        const met = document.elementFromPoint(left + width / 2, top + height / 2);
        return met !== null && (control.contains(met) || met.contains(control));
      }).length,
  );

test("the best of all pages comes first, in few requests and little code @both", async ({
  demo,
  isMobile,
  page,
}) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const shown = markets.filter(isShown);
  const order = orderedIds(shown, "depositApy", "descending");
  const requests = listenToRequests(page);
  const scripts: Response[] = [];
  let configurationRequests = 0;
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
    if (new URL(response.url()).pathname === "/api/dashboard") configurationRequests += 1;
  });
  const shifts = await countShifts(page);
  // Prevents fetching code in the background, which a slow machine could not distinguish from the rest.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "connection", { value: { saveData: true } });
  });
  await openComplete(page, demo.url);
  // Excludes the loops, which are counted 3 s later: on a slow machine during the next steps.
  const asked = [...requests];
  if (isMobile) await expect.poll(() => idOf(cards(page).first())).toBe(order[0]);
  else {
    await expect.poll(() => rowCount(page)).toBe(shown.length);
    await expect.poll(() => firstIds(page, 10)).toEqual(order.slice(0, 10));
  }
  // On a phone the pill has no room for the count.
  const status = isMobile ? /Complete/ : new RegExp(`Complete.*${markets.length}`);
  await expect(dataStatus(page)).toHaveAccessibleName(status);

  // The page contains the configuration: requesting it would delay the first page of markets by a round trip.
  expect(configurationRequests).toBe(0);
  await test.step("pages of 200 until the cursor is null", () => {
    const pages = Math.ceil(markets.length / 200);
    expect(asked.map(queryOf)).toEqual(Array.from({ length: pages }, () => plainTypes));
    const sent = asked.map((request) => new URL(request.url()).searchParams);
    expect(sent.map((query) => query.get("limit"))).toEqual(Array.from({ length: pages }, () => "200"));
    expect(sent[0]?.get("cursor")).toBeNull();
    expect(new Set(sent.map((query) => query.get("cursor"))).size).toBe(pages);
  });

  if (!isMobile) {
    await test.step("leveraged loops are left out, and counted under the list once all else has loaded", async () => {
      const loops = await readAllMarkets(demo, { type: "loop" });
      await expect(page.getByText(`${loops.length} leveraged loops not shown`)).toBeAttached();
    });
  }

  await test.step("what is transferred before the first click", async () => {
    await page.waitForLoadState("networkidle");
    const codes = await Promise.all(scripts.map((response) => response.body()));
    const total = codes.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0);
    const paths = scripts.map((response) => new URL(response.url()).pathname).join(" ");
    expect(total, paths).toBeGreaterThan(50_000);
    expect(total, paths).toBeLessThanOrEqual(quietPageBudget);
    expect(codes.some((code) => code.includes("recharts"))).toBe(false);
  });
  expect(await shifts()).toBeLessThanOrEqual(0.02);

  if (isMobile) return;
  await test.step("at most 90 controls are visible, and with a size no column is cut off", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => controlsInSight(page)).toBeLessThanOrEqual(90);
    await page.getByRole("textbox", { name: "My size" }).fill("250000");
    await expect(table(page).getByRole("columnheader", { name: /^At \$250k/ })).toBeVisible();
    const region = table(page).locator("xpath=ancestor-or-self::*[contains(@class, 'markets-region')]");
    expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await expect.poll(() => controlsInSight(page)).toBeLessThanOrEqual(90);
    // At most a quarter of the visible figures are unknown.
    const texts = await table(page).getByRole("cell").allInnerTexts();
    expect(texts.filter((text) => text.trim().startsWith("—")).length).toBeLessThan(texts.length / 4);
  });
  await test.step("a header sorts the whole list in both directions and says so", async () => {
    await visitComplete(page, "/");
    await expect(header(page, "Deposit APY")).toHaveAttribute("aria-sort", "descending");
    for (const [name, direction, value] of [
      ["Max LTV", "descending", "maxLtv"],
      ["Max LTV", "ascending", "maxLtv"],
    ] as const) {
      await headerButton(page, name).click();
      await expect(header(page, name)).toHaveAttribute("aria-sort", direction);
      const expected = orderedIds(shown, value, direction).slice(0, 8);
      await expect.poll(() => firstIds(page, 8)).toEqual(expected);
    }
    await expect.poll(() => parameters(page)).toEqual({ sort: "maxLtv" });
  });
});

test("of 10,000 markets the first row is the best over all pages", async ({ page, programs }) => {
  const large = await programs.with({ ...frozenDemo, DEMO_MARKETS: "10000" });
  const markets = await readShownMarkets(large, {});
  expect(markets.length).toBeGreaterThan(5_000);
  await page.goto(`${large.url}/?view=all`);
  await complete(page);
  await expect.poll(() => rowCount(page)).toBe(markets.length);
  await expect
    .poll(() => firstIds(page, 5))
    .toEqual(orderedIds(markets, "depositApy", "descending").slice(0, 5));

  await test.step("no frame of a fling misses a row", async () => {
    const list = page.getByRole("region", { name: "Markets, scrollable" });
    const frames = await blankPlaces(list, "[aria-rowindex]");
    expect(frames).toHaveLength(15);
    expect(frames.filter((blank) => blank > 0)).toEqual([]);
  });
});

test("recorded answers of a real upstream arrive page by page, in order", async ({
  page,
  replay: { program },
}) => {
  const recorded = recordedMarkets(["lending", "yield"]);
  const markets = await readAllMarkets(program, plainTypes);
  expect(markets.map((market) => market.id).toSorted()).toEqual(
    recorded.map((market) => market.id).toSorted(),
  );
  const requests = listenToRequests(page);
  await openComplete(page, `${program.url}/?small=1`);
  expect(requests.length).toBe(Math.ceil(recorded.length / 5));
  await expect.poll(() => rowCount(page)).toBe(recorded.length);
  const order = orderedIds(markets, "depositApy", "descending");
  await expect.poll(() => firstIds(page, order.length)).toEqual(order);
  await expect(page.getByRole("region", { name: "Demo data" })).toHaveCount(0);
  await dataStatus(page).click();
  // The name that an operator chose, and never the upstream's address.
  await expect(page.getByText("Live markets").first()).toBeVisible();
  await expect(page.getByText(/127\.0\.0\.1/)).toHaveCount(0);
  await page.keyboard.press("Escape");
});
