// What actually travels before anybody has clicked, against the budget and the policy.
import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { quietPageBudget } from "../../scripts/first-route.mjs";
import { openComplete } from "./markets.ts";
import { expect, test } from "./story.ts";

test("what travels before anybody has clicked stays within its budget @both", async ({ demo, page }) => {
  const responses: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") responses.push(response);
  });
  await openComplete(page, demo.url);
  await page.waitForLoadState("networkidle");
  const scripts = await Promise.all(
    [...responses].map(async (response) => ({
      path: new URL(response.url()).pathname,
      bytes: gzipSync(await response.body(), { level: 9 }).length,
    })),
  );
  const total = scripts.reduce((sum, script) => sum + script.bytes, 0);
  expect(total, JSON.stringify(scripts)).toBeGreaterThan(50_000);
  expect(total, JSON.stringify(scripts)).toBeLessThanOrEqual(quietPageBudget);
});

test("no chart code is loaded where no chart is", async ({ demo, page }) => {
  const responses: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") responses.push(response);
  });
  await openComplete(page, demo.url);
  await page.waitForLoadState("networkidle");
  const scripts = await Promise.all([...responses].map((response) => response.text()));
  expect(scripts.some((code) => code.includes("recharts"))).toBe(false);
});

test("the policy allows our own scripts and nothing unsafe", async ({ demo, page }) => {
  const response = await page.goto(demo.url);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self'(?:;|$)|default-src 'self'/);
  expect(policy).not.toMatch(/unsafe-/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect(response?.headers()["x-content-type-options"]).toBe("nosniff");
});

test("assets are kept for good, the page itself is not", async ({ demo, page }) => {
  const [asset] = await Promise.all([
    page.waitForResponse((response) => response.url().includes("/assets/")),
    page.goto(demo.url),
  ]);
  expect(asset.headers()["cache-control"]).toMatch(/immutable/);
  const html = await page.request.get(demo.url);
  expect(html.headers()["cache-control"]).toMatch(/no-cache|max-age=0/);
});
