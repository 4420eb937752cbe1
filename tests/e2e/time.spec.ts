// What time does to the page: rates are read again while somebody looks, and absence is summed up.
import { complete, listenToRequests, openComplete, raiseRates } from "./markets.ts";
import { expect, test } from "./story.ts";

// A clock that was taken over cannot be given back.
test.use({ ownContext: true });

test("the list is read again every ten minutes, but only while it is looked at", async ({ demo, page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    let state: DocumentVisibilityState = "visible";
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => state !== "visible" });
    globalThis.addEventListener("test-visibility", (event) => {
      state = event instanceof CustomEvent && event.detail === "hidden" ? "hidden" : "visible";
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
  const look = (state: DocumentVisibilityState): Promise<boolean> =>
    page.evaluate(
      (detail) => globalThis.dispatchEvent(new CustomEvent("test-visibility", { detail })),
      state,
    );
  await openComplete(page, demo.url);
  const requests = listenToRequests(page);
  await page.clock.fastForward("10:05");
  // Two pages. All of them are in before time goes on, which would run out on an answer that is still on its way.
  const pages = 2;
  await expect.poll(() => requests.length).toBe(pages);
  for (const request of requests) await (await request.response())?.finished();
  await page.evaluate(async () => fetch("/healthz"));
  await complete(page);

  await look("hidden");
  await page.clock.fastForward("30:00");
  // A request that the page makes now would come after those it had already made: when this one is heard, they were too.
  await page.evaluate(async () => fetch("/healthz"));
  expect(requests.length).toBe(pages);
  await look("visible");
  await expect.poll(() => requests.length).toBe(2 * pages);
  await complete(page);
});

test("a returning visitor sees what changed, and nothing leaves the browser", async ({ demo, page }) => {
  await page.clock.install();
  await openComplete(page, `${demo.url}/?type=yield`);
  // The code that remembers a visit is fetched some seconds after the list is complete.
  await expect(async () => {
    await page.clock.fastForward("00:10");
    await page.evaluate(() => globalThis.dispatchEvent(new Event("pagehide")));
    expect(await page.evaluate(() => localStorage.getItem("yieldboard.visit"))).not.toBeNull();
  }).toPass();
  await raiseRates(page);
  // Away, not waiting on the page: there the list would be read again every ten minutes.
  await page.goto("about:blank");
  await page.clock.fastForward("02:00:00");
  await openComplete(page, `${demo.url}/?type=yield`);
  const summary = page.getByRole("region", { name: "Since you were here" });
  await expect(summary).toContainText(/2 h/);
  await summary.getByRole("button", { name: "Show" }).click();
  await expect(summary.getByText(/→/).first()).toBeVisible();
  await summary.getByRole("button", { name: "Dismiss" }).click();
  await expect(summary).toHaveCount(0);
});
