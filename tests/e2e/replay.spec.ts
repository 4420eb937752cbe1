// The core stories once more over recorded answers of a real upstream: shapes nobody invented for this dashboard.
import { recordedMarkets } from "../fixtures/replay-server.ts";
import { field, orderedIds, ratedTypes, readAllMarkets } from "./api.ts";
import {
  cards,
  complete,
  dataStatus,
  firstIds,
  idOf,
  listenToRequests,
  openComplete,
  option,
  parameters,
  queryOf,
  rowAt,
  rowCount,
  search,
} from "./markets.ts";
import { expect, test } from "./story.ts";

test("every recorded market arrives, in the order of its rate, page by page", async ({ page, replay }) => {
  const recorded = recordedMarkets(["lending", "yield", "loop"]);
  const markets = await readAllMarkets(replay.program, ratedTypes);
  expect(markets.map((market) => market.id).toSorted()).toEqual(
    recorded.map((market) => market.id).toSorted(),
  );
  const requests = listenToRequests(page);
  await openComplete(page, replay.program.url);
  expect(requests.length).toBe(Math.ceil(recorded.length / 5));
  expect(await rowCount(page)).toBe(recorded.length);
  const order = orderedIds(markets, field("depositApy"), "descending");
  expect(await firstIds(page, order.length)).toEqual(order);
  await expect(dataStatus(page)).toHaveAccessibleName(new RegExp(`Complete.*${recorded.length}`));
});

test("on a phone the first card is the best recorded rate @phone", async ({ page, replay }) => {
  const markets = await readAllMarkets(replay.program, ratedTypes);
  await openComplete(page, replay.program.url);
  expect(await idOf(cards(page).first())).toBe(orderedIds(markets, field("depositApy"), "descending")[0]);
});

test("it is not called demo data, and the source's host is named", async ({ page, replay }) => {
  await openComplete(page, replay.program.url);
  await expect(page.getByRole("region", { name: "Demo data" })).toHaveCount(0);
  await dataStatus(page).click();
  await expect(page.getByText(/127\.0\.0\.1/).first()).toBeVisible();
});

test("a loop without token is shown as its pair", async ({ page, replay }) => {
  const loop = recordedMarkets(["loop"])[0];
  await openComplete(page, `${replay.program.url}/?view=loop`);
  expect(await rowCount(page)).toBe(recordedMarkets(["loop"]).length);
  await search(page).fill(loop?.id ?? "");
  await expect(rowAt(page, 1)).toContainText(/JupSOL\s*\/\s*SOL/i);
  await expect(rowAt(page, 1).getByRole("link", { name: /^Deposit,/ })).toBeVisible();
});

test("a prediction without product name is shown by its title, without actions", async ({ page, replay }) => {
  await openComplete(page, `${replay.program.url}/?view=prediction`);
  const open = recordedMarkets(["prediction"]).filter((market) => market.status === "open");
  expect(await rowCount(page)).toBe(open.length);
  await expect(rowAt(page, 1)).toContainText(/Will Trump next nominate|\w+/);
  await expect(page.getByText("Will Trump next nominate Kevin Warsh as Fed Chair?").first()).toBeVisible();
  await expect(page.getByRole("link", { name: /^Deposit,/ })).toHaveCount(0);
  await option(page, "Prediction status", "Settled").check();
  await expect
    .poll(() => rowCount(page))
    .toBe(recordedMarkets(["prediction"]).filter((market) => market.status !== "closed").length);
});

test("a token without picture shows its letter", async ({ page, replay }) => {
  await openComplete(page, `${replay.program.url}/?type=lending&provider=marginfi`);
  await expect(rowAt(page, 1)).toContainText("PYUSD");
  await expect(rowAt(page, 1).getByRole("img", { name: /PYUSD/ })).toHaveCount(0);
  await expect(rowAt(page, 1)).toContainText(/\bP\b|^P/);
});

test("a filter without matches is an empty list, not an error", async ({ page, replay }) => {
  await openComplete(page, `${replay.program.url}/?view=loop&provider=lulo`);
  await expect(page.getByRole("heading", { name: /No market/i })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("filters travel to the upstream under their own names", async ({ page, replay }) => {
  await openComplete(page, replay.program.url);
  const before = replay.upstream.requests.length;
  const asked = page.waitForResponse((response) => response.url().includes("/api/v0/markets?"));
  await option(page, "Provider", "Kamino").check();
  expect(queryOf((await asked).request())).toEqual({ ...ratedTypes, provider: "kamino" });
  await complete(page);
  const sent = replay.upstream.requests[before]?.query;
  expect(sent?.get("provider")).toBe("kamino");
  expect(sent?.get("type")).toBe("lending,yield,loop");
  expect(parameters(page)).toEqual({ provider: "kamino" });
});

test("action links of real hosts lead to the public interstitial", async ({ page, replay }) => {
  await openComplete(page, `${replay.program.url}/?type=yield`);
  await expect(rowAt(page, 1).getByRole("link", { name: /^Deposit,/ })).toHaveAttribute(
    "href",
    /^https:\/\/dial\.to\/\?action=solana-action%3Ahttps%3A%2F%2F/,
  );
});

test("an upstream that fails on a later page leaves the earlier ones standing", async ({
  faultyReplay,
  noise,
  page,
}) => {
  noise.expect(/Failed to load resource/);
  faultyReplay.upstream.misbehave({ kind: "example", name: "error.500", page: 3 });
  await page.goto(faultyReplay.program.url);
  await expect(page.getByRole("button", { name: "Retry page 3" })).toBeVisible({ timeout: 15_000 });
  expect(await rowCount(page)).toBe(10);
  faultyReplay.upstream.misbehave(undefined);
});
