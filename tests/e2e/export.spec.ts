// The file holds exactly what is shown: the same rows, the same order, the same columns, the same numbers.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import * as z from "zod";
import { judge } from "./axe.ts";
import { field, orderedIds, plainTypes, readShownMarkets } from "./api.ts";
import { percent } from "./figures.ts";
import {
  cell,
  complete,
  few,
  header,
  openComplete,
  option,
  parameters,
  rowAt,
  rowCount,
  table,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

async function exported(page: Page, format: "CSV" | "JSON"): Promise<{ name: string; text: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: new RegExp(`^${format}`) }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

/** Chooses a file as an export to compare with. */
async function compareWith(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  const waiting = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: /^Compare with an export/ }).click();
  const chooser = await waiting;
  await chooser.setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

/** Splits CSV by the rules of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === "") break;
    if (match[3] !== ",") rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

/** The heads without their unit ("depositApy (fraction per year)") and the rows under them. */
function readTable(text: string): { header: string[]; body: string[][] } {
  const rows = parseCsv(text);
  const headerAt = rows.findIndex((row) => row.includes("id"));
  return {
    header: (rows[headerAt] ?? []).map((head) => head.replace(/ \(.*\)$/, "")),
    body: rows.slice(headerAt + 1),
  };
}

test("a file holds the rows of the table in its order, with raw numbers and where they are from", async ({
  demo,
  page,
}) => {
  const markets = await readShownMarkets(demo, { ...plainTypes, provider: "kamino" });
  await openComplete(page, `${demo.url}/?provider=kamino&sort=-totalDepositUsd`);
  await test.step("CSV", async () => {
    const { name, text } = await exported(page, "CSV");
    expect(name).toMatch(/\.csv$/);
    const { header: heads, body } = readTable(text);
    expect(body.length).toBe(await rowCount(page));
    expect(body.map((row) => row[heads.indexOf("id")])).toEqual(
      orderedIds(markets, field("totalDepositUsd"), "descending"),
    );
    const byId = new Map(markets.map((market) => [market.id, market]));
    for (const row of body) {
      const market = byId.get(row[heads.indexOf("id")] ?? "");
      for (const column of ["depositApy", "baseDepositApy30d", "totalDepositUsd", "maxLtv"] as const) {
        const shown = row[heads.indexOf(column)];
        expect(shown === "" ? undefined : Number(shown), `${market?.id} ${column}`).toBe(
          market?.[column] ?? undefined,
        );
      }
    }
  });

  await test.step("JSON, with its filters, time and source", async () => {
    await visitComplete(page, "/?type=yield&minDeposits=1000000");
    const { name, text } = await exported(page, "JSON");
    expect(name).toMatch(/\.json$/);
    const file: unknown = JSON.parse(text);
    expect(text).toContain("minDeposits");
    expect(text).toMatch(/20\d\d-\d\d-\d\dT/);
    expect(text).toMatch(/demo/i);
    const list: unknown = Object.values(Object(file)).find((value) => Array.isArray(value));
    expect(Array.isArray(list) ? list.length : 0).toBe(await rowCount(page));
  });
});

const views = [
  ["Earn", {}, ["Lending", "Yield"], "Deposit APY"],
  ["Borrow", { view: "borrow", type: "lending" }, ["Lending"], "Borrow APY"],
  ["Loop", { view: "loop", type: "loop" }, ["Loop"], "Deposit APY"],
  ["Perpetual", { view: "perpetual", type: "perpetual" }, ["Perpetual"], "Long liquidity"],
  ["Prediction", { view: "prediction", type: "prediction" }, ["Prediction"], "Closes"],
] as const;

test("each view is a tab with its types, its order and its place in the URL, and none of its columns is empty", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?view=all`);
  for (const [view, url, types, column] of views)
    await test.step(view, async () => {
      const tab = page.getByRole("tab", { name: new RegExp(`^${view}\\b`) });
      await tab.click();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      await expect.poll(() => parameters(page)).toEqual(url);
      for (const type of ["Lending", "Yield", "Loop", "Perpetual", "Prediction"])
        await expect(option(page, "Type", type)).toBeChecked({ checked: types.some((own) => own === type) });
      await expect(header(page, column)).toHaveAttribute("aria-sort", /ascending|descending/);
      await complete(page);
      // What a loop takes is known once the lending markets beside it are in.
      if (view === "Loop") await expect(table(page)).toContainText("$");
      // The last 90 days load after the list.
      if (view === "Earn" || view === "Loop")
        await expect(await cell(page, rowAt(page, 1), "90d low")).toContainText("%");
      const { header: heads, body } = readTable((await exported(page, "CSV")).text);
      expect(body.length).toBe(await rowCount(page));
      const empty = heads.filter((_, at) => body.every((row) => row[at] === ""));
      // Predictions have no tokens.
      expect(empty).toEqual(view === "Prediction" ? ["mints"] : []);
    });
  await page.getByRole("tab", { name: /^Earn\b/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: /^Borrow\b/ })).toBeFocused();
});

const apy = "depositApy (fraction per year)";
const fileSchema = z.looseObject({
  markets: z.array(z.looseObject({ id: z.string(), [apy]: z.number().nullable() })),
});

test("an export of another day is compared with the list: what moved, what is new, what is gone; another file is refused", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${few(demo)}&small=1`);
  const { text } = await exported(page, "JSON");
  // As if the file were of another day: two rates were lower, and two markets are not the same.
  const file = fileSchema.parse(JSON.parse(text));
  const rated = file.markets.filter((market) => typeof market[apy] === "number");
  const [largest, smaller, ...others] = rated;
  const now = largest?.[apy] ?? Number.NaN;
  if (largest !== undefined) largest[apy] = now - 0.03;
  if (smaller !== undefined) smaller[apy] = (smaller[apy] ?? 0) - 0.02;
  for (const [at, market] of others.slice(0, 2).entries()) market.id = `gone.${String(at)}`;

  await test.step("a file that is no export is refused with what is wrong", async () => {
    await compareWith(page, "wrong.json", '{"markets":[{"id":"<img src=x onerror=alert(1)>"}]}');
    const refusal = page.getByRole("status").filter({ hasText: "Nothing was compared." });
    await expect(refusal).toContainText("not an export of this dashboard: export is missing");
    await judge(refusal, "refused export");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(refusal).toHaveCount(0);
  });
  await compareWith(page, "export.json", JSON.stringify(file));
  const comparison = page.getByRole("region", { name: "Since the export of 1 Oct 2026, 00:00 UTC" });
  await expect(comparison).toContainText("(Demo): 2 rates moved over 1 pp, 2 markets are new, 2 are gone");
  // Otherwise a browser would not take the same file a second time for a choice.
  await expect(page.locator("input[type=file]")).toHaveValue("");
  await comparison.getByRole("button", { name: "Show" }).click();
  const entry = comparison.getByRole("listitem").first();
  await expect(entry).toContainText(`${percent(now - 0.03)} → ${percent(now)}`);
  await expect(entry.getByRole("link")).toHaveAttribute(
    "href",
    `/markets/${encodeURIComponent(largest?.id ?? "")}?provider=lulo&small=1`,
  );
  await judge(comparison, "comparison with an export");

  // A market's page and back: what was compared is still there, until it is dismissed.
  await entry.getByRole("link").click();
  await page.goBack();
  await comparison.getByRole("button", { name: "Dismiss" }).click();
  await expect(comparison).toHaveCount(0);
  await expect(rowAt(page, 1)).toBeVisible();
});
