// Effects of time on the page: changes since the last visit are summarized.
import { openComplete } from "./markets.ts";
import { expect, test } from "./story.ts";

// A fake clock cannot be removed from a context.
test.use({ ownContext: true });

test("a returning visitor sees what changed, and nothing leaves the browser", async ({ demo, page }) => {
  await page.clock.install();
  await openComplete(page, `${demo.url}/?type=yield`);
  // The code that remembers visits loads some seconds after the list is complete.
  await expect(async () => {
    await page.clock.fastForward("00:10");
    await page.evaluate(() => globalThis.dispatchEvent(new Event("pagehide")));
    // It includes its source: markets of another source do not count as changes.
    expect(await page.evaluate(() => localStorage.getItem("yieldboard.visit"))).toContain('"list":"Demo ');
  }).toPass();
  // Raises every rate by two percentage points.
  await page.route("**/api/v0/markets?**", async (route) => {
    const text = await (await route.fetch()).text();
    const raised = text.replaceAll(
      /"depositApy":([\d.]+)/g,
      (_, rate) => `"depositApy":${Number(rate) + 0.02}`,
    );
    await route.fulfill({ contentType: "application/json", body: raised });
  });
  // Leaves the page: otherwise the list would be reloaded every ten minutes.
  await page.goto("about:blank");
  await page.clock.fastForward("02:00:00");
  await openComplete(page, `${demo.url}/?type=yield`);
  const summary = page.getByRole("region", { name: "Since you were here" });
  await expect(summary).toContainText(/2 h/);
  await summary.getByRole("button", { name: "Show" }).click();
  await expect(summary.getByText(/→/).first()).toBeVisible();
  await summary.getByRole("button", { name: "Dismiss" }).click();
  await expect(summary).toHaveCount(0);
  // Another list may still be loading when the page closes.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
