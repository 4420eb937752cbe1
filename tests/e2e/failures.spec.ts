// Five ways to fail are five screens with five next steps; what is loaded stays.
import { readAllMarkets, ratedTypes } from "./api.ts";
import { judge } from "./axe.ts";
import { cards, complete, dataStatus, isLaterPage, openComplete, rowAt, rowCount } from "./markets.ts";
import { expect, test } from "./story.ts";

const failedResource = /Failed to load resource/;

test("a refused key says so, and that only whoever runs the server can help @both", async ({
  demo,
  noise,
  page,
}) => {
  noise.expect(failedResource);
  await page.route("**/api/v0/markets?**", async (route) =>
    route.fulfill({
      status: 401,
      json: { statusCode: 401, message: "The key is not accepted.", error: "Unauthorized" },
    }),
  );
  await page.goto(demo.url);
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "The service refused our key" })).toBeVisible();
  await expect(dataStatus(page)).toHaveAccessibleName(/Failed/);
  await judge(page, "key refused");
  await page.unroute("**/api/v0/markets?**");
  await alert.getByRole("button", { name: "Try again" }).click();
  await complete(page);
  await expect(alert).toHaveCount(0);
});

test("a key the upstream refuses is not blamed on the visitor and shows no secret", async ({
  faultyReplay,
  noise,
  page,
}) => {
  noise.expect(failedResource);
  faultyReplay.upstream.misbehave({ kind: "example", name: "error.401" });
  await page.goto(faultyReplay.program.url);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByText(faultyReplay.upstream.key)).toHaveCount(0);
  await expect(page.getByText("Invalid API key")).toHaveCount(0);
});

test("an upstream that does not answer in time is waited for and tried again by itself", async ({
  faultyReplay,
  noise,
  page,
}) => {
  noise.expect(failedResource);
  faultyReplay.upstream.misbehave({ kind: "hold" });
  await page.goto(faultyReplay.program.url);
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "No answer in time" })).toBeVisible();
  await expect(alert.getByRole("button", { name: "Try now" })).toBeVisible();
  await alert.getByRole("button", { name: "Stop trying" }).click();
  await expect(alert.getByRole("button", { name: "Stop trying" })).toHaveCount(0);
});

test("an answer that is a web page is called unreadable, with a report to send on", async ({
  demo,
  noise: _noise,
  page,
}) => {
  await page.route("**/api/v0/markets?**", async (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Maintenance</title>" }),
  );
  await page.goto(demo.url);
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "The answer is not a list of markets" })).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await alert.getByRole("button", { name: "Copy report" }).click();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain("unreadable");
  await page.unroute("**/api/v0/markets?**");
  await alert.getByRole("button", { name: "Try again" }).click();
  await complete(page);
});

test("no network says so and comes back by itself with the connection", async ({
  context,
  demo,
  noise,
  page,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await openComplete(page, demo.url);
  await context.setOffline(true);
  await page.getByRole("tab", { name: /^Prediction\b/ }).click();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(dataStatus(page)).toHaveAccessibleName(/Offline/);
  await context.setOffline(false);
  await complete(page);
  await expect(page.getByRole("heading", { name: "You are offline" })).toHaveCount(0);
});

test("too many requests says how long to wait", async ({ demo, noise, page }) => {
  noise.expect(failedResource);
  await page.route("**/api/v0/markets?**", async (route) =>
    route.fulfill({
      status: 429,
      headers: { "retry-after": "30" },
      json: { statusCode: 429, message: "Too many requests.", error: "Too Many Requests" },
    }),
  );
  await page.goto(demo.url);
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "Too many requests" })).toBeVisible();
  await expect(alert.getByText(/in (?:2\d|30) s/)).toBeVisible();
});

test("a page that fails keeps what is loaded, says what is missing and is asked again on request @both", async ({
  demo,
  isMobile,
  noise,
  page,
}) => {
  noise.expect(failedResource);
  const markets = await readAllMarkets(demo, ratedTypes);
  await page.route(isLaterPage, async (route) =>
    route.fulfill({
      status: 502,
      json: { statusCode: 502, message: "The source did not answer.", error: "Bad Gateway" },
    }),
  );
  await page.goto(demo.url);
  await expect(isMobile ? cards(page).first() : rowAt(page, 1)).toBeVisible();
  await expect(dataStatus(page)).toHaveAccessibleName(/Partial/);
  if (!isMobile) expect(await rowCount(page)).toBe(200);
  await expect(page.getByText(/Page 2 did not arrive/)).toBeVisible();
  await page.unroute(isLaterPage);
  await page.getByRole("button", { name: "Retry page 2" }).click();
  await complete(page);
  if (!isMobile) expect(await rowCount(page)).toBe(markets.length);
  await expect(page.getByRole("button", { name: "Retry page 2" })).toHaveCount(0);
});

test("a failed refresh keeps the table and says how old it is", async ({ demo, noise, page }) => {
  noise.expect(failedResource);
  await openComplete(page, demo.url);
  const rows = await rowCount(page);
  await page.route("**/api/v0/markets?**", async (route) =>
    route.fulfill({
      status: 503,
      json: { statusCode: 503, message: "The source is not available.", error: "Service Unavailable" },
    }),
  );
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await expect(dataStatus(page)).toHaveAccessibleName(/Stale|Partial|Failed/);
  await expect(rowAt(page, 1)).toBeVisible();
  expect(await rowCount(page)).toBe(rows);
});

test("a tool whose code does not arrive leaves the table, and comes when it is asked for again", async ({
  demo,
  noise,
  page,
}) => {
  noise.expect(/Failed to load resource|failed request|dynamically imported module/);
  await openComplete(page, `${demo.url}/?q=usdc`);
  const code = /\/columns-panel-[\w-]+\.js$/;
  await page.route(code, async (route) => route.abort("connectionfailed"));
  await page.getByRole("button", { name: "Columns" }).click();
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(rowAt(page, 1)).toBeVisible();
  await page.unroute(code);
  await again.click();
  // In place where the browser asks again for what failed; where it does not, the page is loaded anew at its address.
  const panel = page.getByRole("checkbox", { name: "30d", exact: true });
  const closed = page.locator("button[aria-expanded=false]", { hasText: "Columns" });
  await expect(panel.or(closed).first()).toBeVisible();
  if (await closed.isVisible()) await closed.click();
  await expect(panel).toBeVisible();
  expect(new URL(page.url()).searchParams.get("q")).toBe("usdc");
});

test("markets that cannot be read are set aside, counted and named", async ({ demo, page }) => {
  await page.route("**/api/v0/markets?**", async (route) => {
    await route.fulfill({
      json: {
        markets: [
          { id: "good", type: "yield", provider: { id: "kamino" }, depositApy: 0.05 },
          { id: "bad", type: "yield", provider: { id: "kamino" }, depositApy: "5 %" },
        ],
        cursor: null,
      },
    });
  });
  await openComplete(page, demo.url);
  expect(await rowCount(page)).toBe(1);
  await dataStatus(page).click();
  await expect(page.getByRole("heading", { name: /1 could not be read/ })).toBeVisible();
  await expect(page.getByText(/depositApy.*5 %/)).toBeVisible();
});
