// The list is right over all its pages, not over the page that happened to come first.
import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { quietPageBudget } from "../../scripts/first-route.mjs";
import { frozenDemo } from "../fixtures/program.ts";
import { recordedMarkets } from "../fixtures/replay-server.ts";
import { field, orderedIds, plainTypes, isShown, readAllMarkets, readShownMarkets } from "./api.ts";
import {
  cards,
  cell,
  complete,
  countShifts,
  dataStatus,
  firstIds,
  header,
  headerButton,
  idOf,
  listenToRequests,
  openComplete,
  option,
  parameters,
  queryOf,
  rowAt,
  rowCount,
  search,
  table,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

/** How many controls can be seen and met by a pointer. */
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

test("the best of all pages comes first; each page is asked for once, nothing jumps, little code travels, and every order is that of the whole list @both", async ({
  demo,
  isMobile,
  page,
}) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const shown = markets.filter(isShown);
  const order = orderedIds(shown, field("depositApy"), "descending");
  const requests = listenToRequests(page);
  const scripts: Response[] = [];
  let configurationRequests = 0;
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
    if (new URL(response.url()).pathname === "/api/dashboard") configurationRequests += 1;
  });
  const shifts = await countShifts(page);
  // Without the code that is fetched ahead, which a slow machine could not tell from the rest.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "connection", { value: { saveData: true } });
  });
  await openComplete(page, demo.url);
  if (isMobile) expect(await idOf(cards(page).first())).toBe(order[0]);
  else {
    expect(await rowCount(page)).toBe(shown.length);
    expect(await firstIds(page, 10)).toEqual(order.slice(0, 10));
    const best = shown.find(({ id }) => id === order[0])?.depositApy ?? Number.NaN;
    const rate = await cell(page, rowAt(page, 1), "Deposit APY");
    await expect(rate).toContainText(best > 10 ? "> 1,000" : (best * 100).toFixed(2));
  }
  // On a phone the pill has no room for the count.
  const status = isMobile ? /Complete/ : new RegExp(`Complete.*${markets.length}`);
  await expect(dataStatus(page)).toHaveAccessibleName(status);

  // The page brings it: asking first would delay the first page of markets by a round trip.
  expect(configurationRequests).toBe(0);
  await test.step("pages of 200 until the cursor is null", () => {
    const pages = Math.ceil(markets.length / 200);
    expect(requests.map(queryOf)).toEqual(Array.from({ length: pages }, () => plainTypes));
    const sent = requests.map((request) => new URL(request.url()).searchParams);
    expect(sent.map((query) => query.get("limit"))).toEqual(Array.from({ length: pages }, () => "200"));
    expect(sent[0]?.get("cursor")).toBeNull();
    expect(new Set(sent.map((query) => query.get("cursor"))).size).toBe(pages);
  });

  await test.step("what has travelled before anybody has clicked", async () => {
    await page.waitForLoadState("networkidle");
    const codes = await Promise.all(scripts.map((response) => response.body()));
    const total = codes.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0);
    const paths = scripts.map((response) => new URL(response.url()).pathname).join(" ");
    expect(total, paths).toBeGreaterThan(50_000);
    expect(total, paths).toBeLessThanOrEqual(quietPageBudget);
    expect(codes.some((code) => code.includes("recharts"))).toBe(false);
  });
  if (!isMobile) {
    await test.step("leveraged loops are left out, and counted under the list once all else is in", async () => {
      const loops = await readAllMarkets(demo, { type: "loop" });
      await expect(page.getByText(`${loops.length} leveraged loops not shown`)).toBeAttached();
    });
  }
  expect(await shifts()).toBeLessThanOrEqual(0.02);

  if (isMobile) return;
  await test.step("at most 90 controls are in sight, also with a size, which shows every column whole", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await controlsInSight(page)).toBeLessThanOrEqual(90);
    await page.getByRole("textbox", { name: "My size" }).fill("250000");
    await expect(table(page).getByRole("columnheader", { name: /^At \$250k/ })).toBeVisible();
    const region = table(page).locator("xpath=ancestor-or-self::*[contains(@class, 'markets-region')]");
    expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await controlsInSight(page)).toBeLessThanOrEqual(90);
  });
  for (const width of [1440, 1920])
    await test.step(`at most a quarter of the cells in sight are dashes, ${width} wide`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const texts = await table(page).getByRole("cell").allInnerTexts();
      expect(texts.length).toBeGreaterThan(150);
      expect(texts.filter((text) => text.trim().startsWith("—")).length / texts.length).toBeLessThan(0.25);
    });

  await test.step("a header orders the whole list both ways and says so, down to its last row", async () => {
    await visitComplete(page, "/");
    await expect(header(page, "Deposit APY")).toHaveAttribute("aria-sort", "descending");
    for (const [name, direction, value] of [
      ["Max LTV", "descending", field("maxLtv")],
      ["Max LTV", "ascending", field("maxLtv")],
      ["Deposits", "descending", field("totalDepositUsd")],
    ] as const) {
      await headerButton(page, name).click();
      await expect(header(page, name)).toHaveAttribute("aria-sort", direction);
      const expected = orderedIds(shown, value, direction).slice(0, 8);
      await expect.poll(() => firstIds(page, 8)).toEqual(expected);
    }
    expect(parameters(page)).toEqual({ sort: "-totalDepositUsd" });
    const announced = page.getByRole("status").filter({ hasText: /Deposits.*(?:descending|highest)/i });
    await expect(announced).toBeAttached();
    await expect(table(page)).toHaveAttribute("aria-rowcount", String(shown.length + 1));
    expect(await table(page).getByRole("row").count()).toBeLessThan(80);
    await table(page).hover();
    const last = rowAt(page, shown.length);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 8_000);
        return last.count();
      })
      .toBe(1);
    expect(await idOf(last)).toBe(orderedIds(shown, field("totalDepositUsd"), "descending").at(-1));
  });
});

test("with 10,000 markets of all types the first row is the best over all pages", async ({
  page,
  programs,
}) => {
  const large = await programs.with({ ...frozenDemo, DEMO_MARKETS: "10000" });
  const markets = await readShownMarkets(large, {});
  expect(markets.length).toBeGreaterThan(5_000);
  await page.goto(`${large.url}/?view=all`);
  await complete(page);
  expect(await rowCount(page)).toBe(markets.length);
  expect(await firstIds(page, 5)).toEqual(orderedIds(markets, field("depositApy"), "descending").slice(0, 5));

  await test.step("no frame of a fling shows a place without its row", async () => {
    const frames = await page.getByRole("region", { name: "Markets, scrollable" }).evaluate(flingThrough);
    expect(frames.length).toBe(15);
    expect(frames.filter((blank) => blank > 0)).toEqual([]);
  });
});

/** Flings a list down to its end and back to its top: how many of the places looked at are blank in each painted frame. */
async function flingThrough(list: Element): Promise<readonly number[]> {
  const { left, top, width, height } = list.getBoundingClientRect();
  const places = Array.from({ length: 40 }, (_, at) => top + 40 + (at / 40) * (height - 60));
  const frames: number[] = [];
  const end = list.scrollHeight - list.clientHeight;
  for (let step = 1; step <= 15; step += 1) {
    // Before the frame, as a wheel does: what the frame shows after its scroll event is what counts.
    await new Promise((resolve) => setTimeout(resolve));
    list.scrollTop = end * (step <= 10 ? step / 10 : (15 - step) / 5);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    frames.push(
      places.filter((y) => {
        const row = document.elementFromPoint(left + width / 2, y)?.closest("[aria-rowindex]");
        return row === null || row === undefined || row.textContent === "";
      }).length,
    );
  }
  return frames;
}

test("recorded answers of a real upstream arrive page by page, in order, under the names that were sent", async ({
  page,
  replay: { program, upstream },
}) => {
  const recorded = recordedMarkets(["lending", "yield"]);
  const markets = await readAllMarkets(program, plainTypes);
  expect(markets.map((market) => market.id).toSorted()).toEqual(
    recorded.map((market) => market.id).toSorted(),
  );
  const requests = listenToRequests(page);
  await openComplete(page, `${program.url}/?small=1`);
  expect(requests.length).toBe(Math.ceil(recorded.length / 5));
  expect(await rowCount(page)).toBe(recorded.length);
  const order = orderedIds(markets, field("depositApy"), "descending");
  expect(await firstIds(page, order.length)).toEqual(order);
  await expect(page.getByRole("region", { name: "Demo data" })).toHaveCount(0);
  await dataStatus(page).click();
  // The name an operator gave, and never the address of the upstream.
  await expect(page.getByText("Live markets").first()).toBeVisible();
  await expect(page.getByText(/127\.0\.0\.1/)).toHaveCount(0);
  await page.keyboard.press("Escape");

  await test.step("filters travel to the upstream under their own names", async () => {
    const before = upstream.requests.length;
    // What is asked for the line of the loops may still be on its way.
    const asked = page.waitForResponse((response) => response.url().includes("provider="));
    await option(page, "Provider", "Kamino").check();
    expect(queryOf((await asked).request())).toEqual({ ...plainTypes, provider: "kamino" });
    await complete(page);
    const sent = upstream.requests.slice(before).find(({ query }) => query.has("provider"))?.query;
    expect(sent?.get("provider")).toBe("kamino");
    expect(sent?.get("type")).toBe("lending,yield");
    expect(parameters(page)).toEqual({ provider: "kamino", small: "1" });
  });

  await test.step("action links of real hosts lead to the public interstitial", async () => {
    await visitComplete(page, "/?type=yield");
    await expect(rowAt(page, 1).getByRole("link", { name: /^Deposit,/ })).toHaveAttribute(
      "href",
      /^https:\/\/dial\.to\/\?action=solana-action%3Ahttps%3A%2F%2F/,
    );
  });

  await test.step("a loop without token is shown as its pair", async () => {
    const loops = recordedMarkets(["loop"]);
    await visitComplete(page, "/?view=loop");
    expect(await rowCount(page)).toBe(loops.length);
    await search(page).fill(loops[0]?.id ?? "");
    await expect(rowAt(page, 1)).toContainText(/JupSOL\s*\/\s*SOL/i);
    await expect(rowAt(page, 1).getByRole("link", { name: /^Deposit,/ })).toBeVisible();
  });

  await test.step("a prediction without product name is shown by its title, without actions", async () => {
    const predictions = recordedMarkets(["prediction"]);
    await visitComplete(page, "/?view=prediction&outcomes=all");
    expect(await rowCount(page)).toBe(predictions.filter(({ status }) => status === "open").length);
    const id = await idOf(rowAt(page, 1));
    const first = predictions.find((market) => market.id === id);
    expect(first?.["productName"] ?? undefined).toBeUndefined();
    await expect(rowAt(page, 1).getByRole("link").first()).toHaveText(String(first?.["title"]));
    await expect(page.getByRole("link", { name: /^Deposit,/ })).toHaveCount(0);
  });

  await test.step("an event has one row, and other currencies are shown on demand", async () => {
    const open = recordedMarkets(["prediction"]).filter(({ status }) => status === "open");
    await visitComplete(page, "/?view=prediction");
    const events = new Set(
      open.map(({ bundleId, title, closeTime }) => bundleId ?? `${String(title)} ${String(closeTime)}`),
    );
    await expect.poll(() => rowCount(page)).toBe(events.size);
    await page.getByRole("button", { name: /^Show .* in another currency not shown$/ }).click();
    await expect.poll(() => rowCount(page)).toBe(open.length);
  });
});
