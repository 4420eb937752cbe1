// Runs axe on the states of the list, light and dark, at both sizes. Stories that reach other states judge those.
import type { Locator, Page } from "@playwright/test";
import { judge, judgeOpened } from "./axe.ts";
import {
  cards,
  cell,
  closedGate,
  complete,
  dataStatus,
  few,
  isLaterPage,
  openComplete,
  rowAt,
  table,
  visit,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

/** What opens over the list and closes with Escape: name, how to open it, and an element to wait for. */
type Opened = readonly [
  role: "dialog" | "menu" | "listbox",
  open: (page: Page) => Promise<void>,
  filled: RegExp,
];

const press =
  (name: string | RegExp, role: "button" | "combobox" = "button") =>
  (page: Page): Promise<void> =>
    page.getByRole(role, { name }).first().click();

const openedAnywhere: readonly Opened[] = [
  ["dialog", (page) => dataStatus(page).click(), /Refresh/],
  ["menu", press(/^More actions/), /./],
];

const openedOnDesktop: readonly Opened[] = [
  [
    "dialog",
    async (page) => (await cell(page, rowAt(page, 1), "Deposit APY")).getByText(/\d/).first().click(),
    /Copy values/,
  ],
  ["dialog", press("Columns"), /Base 30d/],
  ["dialog", press("Saved views"), /Name this view|Save/],
  ["dialog", (page) => page.keyboard.press("?"), /./],
  ["listbox", press("Asset", "combobox"), /./],
];

const openedOnPhone: readonly Opened[] = [["dialog", press(/^Filters/), /./]];

test("axe accepts the list while it loads, and it is marked provisional @both", async ({
  demo,
  isMobile,
  page,
}) => {
  // A lower window shows fewer rows, so axe has fewer elements to visit.
  if (!isMobile) await page.setViewportSize({ width: 1440, height: 560 });
  const first = closedGate();
  const later = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await (isLaterPage(new URL(route.request().url())) ? later : first).pass();
    await route.continue();
  });
  await test.step("the header and a silent placeholder are shown before any code runs", async () => {
    const code = closedGate();
    await page.route("**/code/*.js", async (route) => {
      await code.pass();
      await route.continue();
    });
    await page.goto(demo.url, { waitUntil: "commit" });
    const seen = page.getByText("Yieldboard", { exact: true });
    const loads = page.getByText("Loading lending, yield, loop");
    const places = async (within: Locator): Promise<readonly unknown[]> =>
      Promise.all((await within.and(page.locator(":visible")).all()).map((text) => text.boundingBox()));
    await expect(loads).toBeVisible();
    expect(await page.locator("#root").ariaSnapshot()).toBe("");
    const before = await places(seen);
    code.open();
    const header = page.getByRole("banner");
    await expect(header).toBeVisible();
    await expect(loads).toHaveCount(0);
    expect(await places(header.locator(seen))).toEqual(before);
  });
  await expect(dataStatus(page)).toHaveAccessibleName(/Loading/);
  await judge(page, "loading the first page");
  first.open();
  await expect(page.getByText(/200 markets so far/).first()).toBeVisible();
  await expect((isMobile ? cards(page).first() : rowAt(page, 1)).getByRole("link").first()).toBeVisible();
  await expect(page.getByText("Order is provisional.")).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeVisible();
  later.open();
  await complete(page);
  await expect(page.getByText(/so far|provisional/i)).toHaveCount(0);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await judgeOpened(page, "complete");

  await visitComplete(page, "/?view=all&provider=kamino&density=compact&size=250000");
  await judge(page, "all types at my size, compact");
  await visit(page, "/?minApy=900&provider=lulo");
  await expect(page.getByRole("heading", { name: /No market/i })).toBeVisible();
  await judge(page, "nothing found");
});

test("axe accepts everything that opens over the list, and old data @both", async ({
  demo,
  isMobile,
  noise,
  page,
}) => {
  noise.expect(/Failed to load resource/);
  if (!isMobile) await page.setViewportSize({ width: 1440, height: 560 });
  await openComplete(page, few(demo));
  for (const [role, open, filled] of [...openedAnywhere, ...(isMobile ? openedOnPhone : openedOnDesktop)]) {
    await open(page);
    const panel = page.getByRole(role);
    await expect(panel).toContainText(filled);
    await judge(panel, `${role} with ${String(filled)}`);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
  }
  const listed = await (isMobile ? cards(page) : table(page).getByRole("row")).count();
  await page.route("**/api/v0/markets?**", async (route) =>
    route.fulfill({
      status: 503,
      json: { statusCode: 503, message: "Not available.", error: "Unavailable" },
    }),
  );
  await dataStatus(page).click();
  await page
    .getByRole("dialog", { name: "Data status" })
    .getByRole("button", { name: /Refresh/ })
    .click();
  await expect(dataStatus(page)).toHaveAccessibleName(/Stale/);
  await expect(isMobile ? cards(page) : table(page).getByRole("row")).toHaveCount(listed);
  await judge(
    page.getByRole("status").filter({ hasText: "The last refresh failed. Not available." }),
    "upstream down with old data",
  );
});
