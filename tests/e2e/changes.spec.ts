// What changed, from a record kept while no page was open, compared with the API's answer.
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { parseRecordChanges, type RecordChanges } from "../../src/contract/record/record-changes.ts";
import { parseRecordSummary } from "../../src/contract/record/record-summary.ts";
import { openStore } from "../../src/service/store/open-store.ts";
import type { Program } from "../fixtures/program.ts";
import { recordDemo } from "../fixtures/recorded-demo.ts";
import { askApi } from "./api.ts";
import { judge } from "./axe.ts";
import { percent } from "./figures.ts";
import { cell, firstIds, headerButton, openComplete, overflow, rowAt } from "./markets.ts";
import { expect, test, type Programs } from "./story.ts";

const everyMs = 3_600_000;
const markets = 60;

/** The demo with the record of the last thirty hours. */
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

/** Once the first poll is recorded. */
async function readChanges(program: Program): Promise<RecordChanges> {
  return parseRecordChanges(await (await askApi(program, "/v0/changes?since=24h")).json());
}

const rows = (page: Page, name: string): Locator =>
  page.getByRole("table", { name, exact: true }).locator("tbody").getByRole("row");
const figure = (page: Page, name: string): Locator =>
  page
    .locator("dl[aria-label='In all markets'] > div")
    .filter({ has: page.getByText(name, { exact: true }) });
/** The dollars that a figure such as "−$5.1 M" stands for. */
function dollarsOf(text: string | null): number {
  const [, sign, digits, unit = ""] = /([+−]?)\$([\d.,]+)\s?([kMB]?)/.exec(text ?? "") ?? [];
  const scale = { k: 1e3, M: 1e6, B: 1e9 }[unit] ?? 1;
  return (sign === "−" ? -1 : 1) * Number(digits?.replaceAll(",", "")) * scale;
}
const size = ({ depositApy: { now, was } }: RecordChanges["moves"][number]): number =>
  Math.abs((now ?? 0) - (was ?? 0));

test("what changed in a day or a week comes from the record, each line leading to its market", async ({
  page,
  programs,
}) => {
  const program = await startRecorded(programs);
  await expect(async () => {
    await readChanges(program);
  }).toPass();
  let changes = await readChanges(program);

  await test.step("the header leads there, and the figures are the API's", async () => {
    await page.goto(program.url);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Changes" }).click();
    await expect(page.getByRole("heading", { name: "What changed", level: 1 })).toBeFocused();
    await expect(page.getByText(/recorded every .+, coverage \d/)).toBeVisible();
    changes = await readChanges(program);
    const { moved } = changes.summary;
    await expect(figure(page, "Rates moved by 0.5 pp")).toContainText(
      `${moved.up} up, ${moved.down} down, of ${moved.of}`,
    );
    await expect(figure(page, "Median rate")).toContainText(
      percent(changes.summary.medianDepositApy.now ?? Number.NaN),
    );
    await expect(figure(page, "Markets")).toContainText(`${changes.summary.added} new`);
  });

  await test.step("lists hold their first lines, and all of them when asked", async () => {
    const moves = changes.moves.filter((move) => size(move) >= 0.0001 - 1e-9);
    const large = moves.filter(({ totalDepositUsd }) => (totalDepositUsd ?? 1e9) >= 100_000);
    const [first] = large.toSorted((left, right) => size(right) - size(left));
    const list = rows(page, "Biggest moves in rate");
    await expect(list).toHaveCount(Math.min(8, large.length));
    await expect(list.first()).toContainText(`was ${percent(first?.depositApy.was ?? Number.NaN)}`);
    await expect(list.first().getByRole("link")).toHaveAttribute(
      "href",
      new RegExp(`^/markets/${encodeURIComponent(first?.marketId ?? "")}`),
    );
    await page.getByRole("button", { name: /^All .*Biggest/ }).click();
    await expect(list).toHaveCount(moves.length);
    await expect(rows(page, "Deposits in and out")).toHaveCount(Math.min(8, changes.flows.length));
    await judge(page, "what changed");
  });

  await test.step("time and basis are in the address; a record that is too young says so", async () => {
    await page.getByRole("radio", { name: "7 d" }).check({ force: true });
    await expect(page).toHaveURL(/span=7d/);
    await expect(page.getByText(/Recorded since .* ago: not all of the 7 d is known yet/)).toBeVisible();
    await page.getByRole("radio", { name: "Base" }).check({ force: true });
    await expect(page).toHaveURL(/basis=base/);
    await expect(figure(page, "Median base rate")).toBeVisible();
  });

  await test.step("on a phone they are cards, and nothing sticks out", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("list", { name: "Biggest moves in rate" })).toBeVisible();
    expect(await overflow(page, 390)).toBe(0);
    await judge(page, "what changed, phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("a line leads to its market, by the keyboard too", async () => {
    const link = rows(page, "Biggest moves in rate").first().getByRole("link");
    const path = (await link.getAttribute("href"))?.split("?")[0];
    await link.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    expect(new URL(page.url()).searchParams.get("span")).toBeNull();
  });

  await test.step("the market's page shows its record: lines, flows and what was changed", async () => {
    const recorded = page.getByRole("region", { name: "Recorded here" });
    await expect(recorded).toContainText(/since .*, every .+, coverage \d/);
    await expect(
      recorded.getByRole("table", { name: "Flows" }).or(recorded.getByText(/^No flows/)),
    ).toBeVisible();
    await expect(recorded.getByRole("list", { name: "Changes" })).toContainText("First seen here");
    const lines = recorded.getByRole("group", { name: "Recorded lines" });
    const [first] = await lines.getByRole("button", { pressed: true }).allTextContents();
    await expect(recorded.locator("svg.recharts-surface").first()).toContainText(first ?? "");
    await judge(recorded, "a market with a record");
  });

  await test.step("the list has columns of the record, ordered by and equal to the API's figures", async () => {
    await openComplete(page, `${program.url}/`);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Flow 30d", exact: true }).check();
    await page.keyboard.press("Escape");
    await headerButton(page, "Flow 30d").click();
    await expect(page).toHaveURL(/sort=-flow30d/);
    const summary = parseRecordSummary(await (await askApi(program, "/v0/record/summary")).json());
    const flows = new Map(
      summary.markets.map(({ marketId, flow30d }) => [marketId, flow30d?.netUsd ?? -1e15]),
    );
    await expect(await cell(page, rowAt(page, 1), "Flow 30d")).toContainText("+$");
    const shown = (await firstIds(page, 5)).map((id) => flows.get(id) ?? Number.NaN);
    expect(shown).toEqual(shown.toSorted((one, other) => other - one));
    for (const [at, flow] of shown.slice(0, 3).entries()) {
      const text = await (await cell(page, rowAt(page, at + 1), "Flow 30d")).textContent();
      expect(dollarsOf(text) / flow).toBeCloseTo(1, 1);
    }
  });
});
