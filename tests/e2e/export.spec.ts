// The file holds exactly what is shown: the same rows, the same order, the same columns, the same numbers.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { field, orderedIds, ratedTypes, readAllMarkets } from "./api.ts";
import { complete, openComplete, rowCount } from "./markets.ts";
import { expect, test } from "./story.ts";

async function exported(page: Page, format: "CSV" | "JSON"): Promise<{ name: string; text: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: new RegExp(format) }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
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

test("no column of a view is empty for its types", async ({ demo, page }) => {
  for (const view of ["earn", "borrow", "loop", "perpetual", "prediction"]) {
    await page.goto(`${demo.url}/?view=${view}`);
    await complete(page);
    const { header, body } = readTable((await exported(page, "CSV")).text);
    const empty = header.filter((_, column) => body.every((row) => row[column] === ""));
    // Predictions have neither tokens nor actions; their row leads to the provider's page instead.
    expect(empty, view).toEqual(view === "prediction" ? ["mints", "actions"] : []);
  }
});

test("CSV has the rows of the table in its order, with raw numbers and empty cells for what is missing", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, { ...ratedTypes, provider: "kamino" });
  await openComplete(page, `${demo.url}/?provider=kamino&sort=-totalDepositUsd`);
  const { name, text } = await exported(page, "CSV");
  expect(name).toMatch(/\.csv$/);
  const { header, body } = readTable(text);
  expect(body.length).toBe(await rowCount(page));
  expect(body.map((row) => row[header.indexOf("id")])).toEqual(
    orderedIds(markets, field("totalDepositUsd"), "descending"),
  );
  const byId = new Map(markets.map((market) => [market.id, market]));
  for (const row of body) {
    const market = byId.get(row[header.indexOf("id")] ?? "");
    for (const column of ["depositApy", "baseDepositApy30d", "totalDepositUsd", "maxLtv"] as const) {
      const shown = row[header.indexOf(column)];
      expect(shown === "" ? undefined : Number(shown), `${market?.id} ${column}`).toBe(
        market?.[column] ?? undefined,
      );
    }
  }
});

test("JSON says when, from where and under which filters, and holds the same rows", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?type=yield&minDeposits=1000000`);
  const { name, text } = await exported(page, "JSON");
  expect(name).toMatch(/\.json$/);
  const file: unknown = JSON.parse(text);
  expect(text).toContain("minDeposits");
  expect(text).toMatch(/20\d\d-\d\d-\d\dT/);
  expect(text).toMatch(/demo/i);
  const list: unknown = Object.values(Object(file)).find((value) => Array.isArray(value));
  expect(Array.isArray(list) ? list.length : 0).toBe(await rowCount(page));
});

test("a name that begins like a formula is no formula in a spreadsheet", async ({ demo, page }) => {
  await page.route("**/api/v0/markets?**", async (route) =>
    route.fulfill({
      json: {
        markets: [
          {
            id: "m1",
            type: "yield",
            provider: { id: "kamino", name: "=HYPERLINK(1)" },
            productName: "@SUM(1)",
            token: { symbol: "+1", address: null },
            depositApy: -0.01,
          },
        ],
        cursor: null,
      },
    }),
  );
  await openComplete(page, demo.url);
  const { text } = await exported(page, "CSV");
  expect(text).not.toMatch(/(?:^|[,"\n])[=@+]/m);
  expect(text).toContain("-0.01");
});
