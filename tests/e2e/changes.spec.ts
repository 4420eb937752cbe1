// The changes page, from a record that was written while no page was open.
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { openStore } from "../../src/service/store/open-store.ts";
import type { Program } from "../fixtures/program.ts";
import { recordDemo } from "../fixtures/recorded-demo.ts";
import { askApi } from "./api.ts";
import { judge } from "./axe.ts";
import { cell, headerButton, openComplete, rowAt, visitComplete } from "./markets.ts";
import { expect, test, type Programs } from "./story.ts";

const everyMs = 3_600_000;
const markets = 60;

/** The demo with a record of the last thirty hours. */
async function startRecorded(programs: Programs): Promise<Program> {
  const path = test.info().outputPath("record.db");
  await mkdir(dirname(path), { recursive: true });
  const store = await openStore({ kind: "file", path }, 3 * everyMs);
  const to = Math.floor(Date.now() / everyMs) * everyMs;
  await recordDemo(store, { markets, from: to - 30 * 3_600_000, to, everyMs });
  await store.close();
  return programs.with({
    DEMO_SEED: "1",
    DEMO_MARKETS: String(markets),
    STORE: `file:${path}`,
    RECORD_EVERY: "1h",
  });
}

const rows = (page: Page, name: string): Locator =>
  page.getByRole("table", { name, exact: true }).locator("tbody").getByRole("row");

test("changes come from the record, and each line leads to its market", async ({ noise, page, programs }) => {
  const program = await startRecorded(programs);
  await expect.poll(async () => (await askApi(program, "/v0/changes?since=24h")).status).toBe(200);

  await test.step("the header leads there, and lists show their first lines and all on request", async () => {
    await page.goto(program.url);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Changes" }).click();
    await expect(page.getByRole("heading", { name: "What changed", level: 1 })).toBeFocused();
    await expect(page.getByText(/recorded every .+, coverage \d/)).toBeVisible();
    const list = rows(page, "Biggest rate moves");
    await expect(list.first()).toContainText(/was −?\d+\.\d\d %/);
    const first = await list.count();
    await page.getByRole("button", { name: /^All .*Biggest/ }).click();
    await expect.poll(() => list.count()).toBeGreaterThan(first);
    await judge(page, "what changed");
  });

  await test.step("period and basis are in the URL, and a record shorter than the period is explained", async () => {
    await page.getByRole("radio", { name: "7 d" }).check({ force: true });
    await expect(page).toHaveURL(/span=7d/);
    await expect(page.getByText(/Recorded since .* ago: part of the 7 d is unknown/)).toBeVisible();
    await page.getByRole("radio", { name: "Base" }).check({ force: true });
    await expect(page).toHaveURL(/basis=base/);
    await expect(page.getByText("Median base APY", { exact: true })).toBeVisible();
  });

  await test.step("a line leads to its market, also by keyboard", async () => {
    const link = rows(page, "Biggest rate moves").first().getByRole("link");
    const path = (await link.getAttribute("href"))?.split("?")[0];
    await link.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    expect(new URL(page.url()).searchParams.get("span")).toBeNull();
  });

  await test.step("the market's page shows its record: lines, flows and changes", async () => {
    const recorded = page.getByRole("region", { name: "Recorded here" });
    await expect(recorded).toContainText(/since .*, every .+, coverage \d/);
    await expect(recorded.getByRole("list", { name: "Changes" })).toContainText("First seen here");
    const lines = recorded.getByRole("group", { name: "Recorded lines" });
    const first = await lines.getByRole("button", { pressed: true }).first().textContent();
    await expect(recorded.locator("svg.recharts-surface").first()).toContainText(first ?? "no line");
    await judge(recorded, "a market with a record");
  });

  await test.step("the list has columns from the record, and sorts by them", async () => {
    await visitComplete(page, "/");
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Flow 30d", exact: true }).check();
    await page.keyboard.press("Escape");
    await headerButton(page, "Flow 30d").click();
    await expect(page).toHaveURL(/sort=-flow30d/);
    await expect(await cell(page, rowAt(page, 1), "Flow 30d")).toContainText(/[+−]\$/);
  });

  await test.step("the overview says that the record it filters by cannot be read", async () => {
    noise.expect(/503/);
    await page.route("**/api/v0/record/summary", (route) =>
      route.fulfill({
        status: 503,
        json: { statusCode: 503, message: "Away.", error: "Unavailable", code: "record-unavailable" },
      }),
    );
    await openComplete(page, `${program.url}/overview?steady=1`);
    await expect(page.getByText(/^The record cannot be read right now/)).toBeVisible();
  });
});
