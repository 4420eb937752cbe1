// Each kind of failure has a screen with its own next step. Loaded data stays.
import type { Route } from "@playwright/test";
import { readAllMarkets, plainTypes } from "./api.ts";
import { judge } from "./axe.ts";
import {
  cards,
  complete,
  dataStatus,
  few,
  isLaterPage,
  openComplete,
  rowAt,
  rowCount,
  visit,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const failedResource = /Failed to load resource/;

type FakeResponse = Parameters<Route["fulfill"]>[0];

const failure = (status: number, message: string): FakeResponse => ({
  status,
  json: { statusCode: status, message, error: "Failed" },
});

test("a failure shows a next step, and unreadable markets are named", async ({ demo, noise, page }) => {
  noise.expect(failedResource);
  let response: FakeResponse = failure(401, "The key is not accepted.");
  await page.route("**/api/v0/markets?**", async (route) => route.fulfill(response));
  const alert = page.getByRole("alert");
  const again = page.getByRole("main").getByRole("button", { name: /^(?:Try again|Try now)$/ });
  await page.goto(few(demo));
  await expect(alert.getByRole("heading", { name: "The service refused our key" })).toBeVisible();
  await expect(dataStatus(page)).toHaveAccessibleName(/Failed/);
  await judge(page, "key refused");

  response = failure(504, "The source did not answer in time.");
  await again.click();
  await expect(alert.getByRole("heading", { name: "No answer in time" })).toBeVisible();
  await page.getByRole("button", { name: "Stop retrying" }).click();
  await expect(page.getByRole("button", { name: "Stop retrying" })).toHaveCount(0);

  response = { contentType: "text/html", body: "<!doctype html><title>Maintenance</title>" };
  await again.click();
  await expect(alert.getByRole("heading", { name: "The answer is not a list of markets" })).toBeVisible();
  const market = { id: "good", type: "yield", provider: { id: "lulo" }, depositApy: 0.05 };
  response = { json: { markets: [market, { ...market, id: "bad", depositApy: "5 %" }], cursor: null } };
  await again.click();
  await complete(page);
  await expect(alert).toHaveCount(0);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await dataStatus(page).click();
  await expect(page.getByRole("heading", { name: /1 could not be read/ })).toBeVisible();
  await expect(page.getByText(/depositApy.*5 %/)).toBeVisible();
  await page.getByRole("link", { name: "Quality by provider" }).click();
  await expect(page.getByRole("heading", { name: "Quality by provider" })).toBeFocused();
});

test("a page whose main script fails to load says so instead of loading for ever", async ({
  demo,
  noise,
  page,
}) => {
  noise.expect(failedResource);
  noise.expect(/^failed request: \S+\/code\/main-/);
  await page.route("**/code/main-*.js", async (route) => route.abort());
  await page.goto(demo.url);
  await expect(page.getByRole("alert")).toHaveText(
    "The page could not be loaded. Check the network, then reload.",
  );
});

test("a route whose code fails to load says so, and the header does not say that data is loading", async ({
  demo,
  noise,
  page,
}) => {
  noise.expect(failedResource);
  noise.expect(/failed request|dynamically imported module/);
  await page.route("**/code/matrix-page-*.js", async (route) => route.abort());
  await page.goto(`${demo.url}/matrix`);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(dataStatus(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Back to the list" }).click();
  await complete(page);
});

test("a failed page of markets keeps what is loaded and is requested again when the user asks", async ({
  demo,
  noise,
  page,
}) => {
  noise.expect(failedResource);
  const markets = await readAllMarkets(demo, plainTypes);
  await page.route(isLaterPage, async (route) =>
    // A status that is not retried automatically.
    route.fulfill(failure(400, "The request is not valid.")),
  );
  await page.goto(`${demo.url}/?small=1`);
  await expect(rowAt(page, 1)).toBeVisible();
  await expect(dataStatus(page)).toHaveAccessibleName(/Partial/);
  await expect.poll(() => rowCount(page)).toBe(200);
  await expect(page.getByText(/Page 2 did not arrive/)).toBeVisible();
  await judge(page.getByRole("status").filter({ hasText: "Page 2 did not arrive" }), "one page failed");
  await page.unroute(isLaterPage);
  await page.getByRole("button", { name: "Retry page 2" }).click();
  await complete(page);
  await expect.poll(() => rowCount(page)).toBe(markets.length);
  await expect(page.getByRole("button", { name: "Retry page 2" })).toHaveCount(0);
});

test.describe("without a network", () => {
  // An earlier story may have left the code of other pages in the browser's cache.
  test.use({ ownContext: true });

  test("being offline is announced, and ends by itself @both", async ({
    context,
    demo,
    isMobile,
    noise,
    page,
  }) => {
    // Code that loads late fails now, too. The story makes one request fail, because an announced message
    // must come.
    noise.expect(
      /ERR_INTERNET_DISCONNECTED|Failed to load resource|failed request|dynamically imported module/,
    );
    const ahead = ["market-page", "status-panel", ...(isMobile ? ["filter-sheet", "list-sheet"] : [])];
    const fetched = ahead.map((name) => page.waitForResponse(new RegExp(`/${name}-[\\w-]+\\.js$`)));
    await openComplete(page, few(demo));
    await Promise.all(fetched);
    await context.setOffline(true);

    await test.step("the code of the market page, the status and the filters was prefetched", async () => {
      await dataStatus(page).click();
      await expect(page.getByRole("heading", { name: "Pages", exact: true })).toBeVisible();
      await page.keyboard.press("Escape");
      if (isMobile) {
        await page.getByRole("button", { name: /^Filters/ }).click();
        await page.getByRole("dialog", { name: "Filters" }).getByRole("button", { name: "Close" }).click();
      }
      const first = isMobile ? cards(page).first() : rowAt(page, 1);
      await first.getByRole("link").first().click();
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      await page.goBack();
      await expect(first).toBeVisible();
    });

    await test.step("a page that was not visited before says so under its own heading and leads back", async () => {
      await visit(page, "/matrix?provider=lulo");
      await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeFocused();
      await expect(page.getByText("This page was not loaded before.")).toBeVisible();
      await expect(dataStatus(page)).toHaveAccessibleName(/Offline/);
      await judge(page, "a page that was not fetched");
      await page.getByRole("link", { name: "Back to the list" }).click();
      await expect(isMobile ? cards(page).first() : rowAt(page, 1)).toBeVisible();
    });

    await test.step("it opens automatically once the network is back", async () => {
      await visit(page, "/overview?provider=lulo");
      await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeFocused();
      await context.setOffline(false);
      await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
      await page.goBack();
      await complete(page);
      await context.setOffline(true);
    });

    await page.evaluate(async () => fetch("/healthz").catch(() => undefined));
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.getByRole("tab", { name: /^Prediction\b/ }).click();
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await expect(dataStatus(page)).toHaveAccessibleName(/Offline/);
    expect(requested.filter((url) => url.includes("/v0/markets?"))).toEqual([]);
    await context.setOffline(false);
    await complete(page);
    await expect(page.getByRole("heading", { name: "You are offline" })).toHaveCount(0);
  });
});
