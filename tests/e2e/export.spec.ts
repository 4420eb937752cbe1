// The file holds exactly what is shown: the same rows, the same order, the same columns, the same numbers.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { frozenDemo } from "../fixtures/program.ts";
import { judge } from "./axe.ts";
import { field, orderedIds, plainTypes, readAllMarkets, readShownMarkets } from "./api.ts";
import { cell, complete, openComplete, rowAt, rowCount, table, visitComplete } from "./markets.ts";
import { expect, test } from "./story.ts";

async function exported(page: Page, format: "CSV" | "JSON"): Promise<{ name: string; text: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: new RegExp(`^${format}`) }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

/** Chooses a file as an export to compare with. On a phone the menu is in the sheet of the filters. */
async function compareWith(page: Page, name: string, text: string, phone = false): Promise<void> {
  if (phone) await page.getByRole("button", { name: "More", exact: true }).tap();
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

test("a file holds the rows of the table in its order, with raw numbers, where they are from, and no column empty for its types", async ({
  demo,
  page,
}) => {
  const markets = await readShownMarkets(demo, { ...plainTypes, provider: "kamino" });
  await openComplete(page, `${demo.url}/?provider=kamino&sort=-totalDepositUsd`);
  await test.step("CSV", async () => {
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

  await visitComplete(page, "/");
  for (const view of ["Earn", "Borrow", "Loop", "Perpetual", "Prediction"])
    await test.step(`no column of ${view} is empty for its types`, async () => {
      await page.getByRole("tab", { name: new RegExp(`^${view}\\b`) }).click();
      await complete(page);
      // What a loop takes is known once the lending markets beside it are in.
      if (view === "Loop") await expect(table(page)).toContainText("$");
      // The last 90 days load after the list.
      if (view === "Earn" || view === "Loop")
        await expect(await cell(page, rowAt(page, 1), "90d low")).toContainText("%");
      const { header, body } = readTable((await exported(page, "CSV")).text);
      expect(body.length).toBe(await rowCount(page));
      const empty = header.filter((_, column) => body.every((row) => row[column] === ""));
      // Predictions have no tokens.
      expect(empty).toEqual(view === "Prediction" ? ["mints"] : []);
    });
});

test("an export of another day is compared with the list: what moved, what is new, what is gone", async ({
  demo,
  programs,
  page,
}) => {
  const later = await programs.with({ ...frozenDemo, DEMO_TIME: "2026-11-15T06:00:00Z" });
  const [before, now] = await Promise.all([
    readAllMarkets(demo, plainTypes),
    readAllMarkets(later, plainTypes),
  ]);
  const rates = new Map(before.map((market) => [market.id, market.depositApy ?? undefined]));
  const moves = now
    .flatMap(({ id, depositApy }) => {
      const from = rates.get(id);
      return from === undefined || typeof depositApy !== "number"
        ? []
        : [{ id, from, to: depositApy, by: Math.abs(depositApy - from) }];
    })
    .toSorted((one, other) => other.by - one.by);
  const moved = moves.filter(({ by }) => by > 0.01 + 1e-9).length;
  const added = now.filter(({ id }) => !rates.has(id)).length;
  const present = new Set(now.map(({ id }) => id));
  const gone = before.filter(({ id }) => !present.has(id)).length;
  expect([moved, added, gone].every((count) => count > 1)).toBe(true);

  await openComplete(page, `${demo.url}/?small=1`);
  const { text } = await exported(page, "JSON");
  await openComplete(page, `${later.url}/?small=1`);
  await compareWith(page, "export.json", text);
  const comparison = page.getByRole("region", { name: "Since the export of 1 Oct 2026, 00:00 UTC" });
  await expect(comparison).toContainText(
    `(Demo): ${moved} rates moved over 1 pp, ${added} markets are new, ${gone} are gone`,
  );
  // Otherwise a browser would not take the same file a second time for a choice.
  await expect(page.locator("input[type=file]")).toHaveValue("");
  await comparison.getByRole("button", { name: "Show" }).click();
  const [largest] = moves;
  const entry = comparison.getByRole("listitem").first();
  await expect(entry).toContainText(
    `${((largest?.from ?? 0) * 100).toFixed(2)} % → ${((largest?.to ?? 0) * 100).toFixed(2)} %`,
  );
  await expect(entry.getByRole("link")).toHaveAttribute(
    "href",
    `/markets/${encodeURIComponent(largest?.id ?? "")}?small=1`,
  );
  await judge(comparison, "comparison with an export");

  const waiting = page.waitForEvent("download");
  await comparison.getByRole("button", { name: "Save the comparison" }).click();
  const { header, body } = readTable(await readFile(await (await waiting).path(), "utf8"));
  expect(body[0]?.[header.indexOf("id")]).toBe(largest?.id);
  expect(body.length).toBe(now.length + gone);

  // Another list: none is called new or gone.
  await page.getByRole("tab", { name: /^Borrow/ }).click();
  await complete(page);
  await expect(comparison).toContainText(/has \d+ markets with other filters; the list has \d+ markets/);
  await expect(comparison).not.toContainText(/are new|are gone/);

  // A market's page and back: what was compared is still there, until it is dismissed.
  await entry.getByRole("link").click();
  await page.goBack();
  await comparison.getByRole("button", { name: "Dismiss" }).click();
  await expect(comparison).toHaveCount(0);
  await expect(rowAt(page, 1)).toBeVisible();
});

test("a file that is no export is refused with what is wrong, and takes nothing away @phone", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?type=yield`);
  const shown = page.getByRole("list", { name: "Markets" }).getByRole("listitem").first();
  const card = await shown.getByRole("link").first().innerText();
  const wrong = '{"markets":[{"id":"<img src=x onerror=alert(1)>"}]}';
  await compareWith(page, "wrong.json", wrong, true);
  const refusal = page.getByRole("status").filter({ hasText: "Nothing was compared." });
  await expect(refusal).toContainText("not an export of this dashboard: export is missing");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The note lies over the cards, which are judged in other stories.
  await judge(page, "refused export", "[data-row]");
  await page.getByRole("button", { name: "Dismiss" }).tap();
  await expect(refusal).toHaveCount(0);
  await compareWith(page, "wrong.json", wrong, true);
  await expect(refusal).toBeVisible();
  expect(await shown.getByRole("link").first().innerText()).toBe(card);
});
