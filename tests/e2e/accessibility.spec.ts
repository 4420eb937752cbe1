// axe over the states of the list, light and dark, at both sizes. Other states are judged by the stories that reach them.
import type { Locator, Page, Route } from "@playwright/test";
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

const unavailable = async (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    json: { statusCode: 503, message: "The source is not available.", error: "Service Unavailable" },
  });

/** What opens over the list, and goes with Escape. */
interface Opened {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  readonly panel: (page: Page) => Locator;
  /** Of a panel whose code is fetched first: something in it. */
  readonly filled?: (page: Page) => Locator;
}

const openedAnywhere: readonly Opened[] = [
  {
    name: "data status",
    open: async (page) => dataStatus(page).click(),
    panel: (page) => page.getByRole("dialog", { name: "Data status" }),
    filled: (page) => page.getByRole("dialog").getByRole("button", { name: "Refresh", exact: true }),
  },
  {
    name: "actions menu",
    open: async (page) =>
      page
        .getByRole("button", { name: /^More actions/ })
        .first()
        .click(),
    panel: (page) => page.getByRole("menu"),
  },
];

const openedOnDesktop: readonly Opened[] = [
  {
    name: "rate popover",
    open: async (page) => (await cell(page, rowAt(page, 1), "Deposit APY")).getByText(/\d/).first().click(),
    panel: (page) => page.getByRole("dialog", { name: /^Deposit APY of/ }),
    filled: (page) => page.getByRole("heading", { name: "Where it comes from" }),
  },
  {
    name: "columns menu",
    open: async (page) => page.getByRole("button", { name: "Columns" }).click(),
    panel: (page) => page.getByRole("dialog", { name: "Columns" }),
    filled: (page) => page.getByRole("checkbox", { name: "Base 30d", exact: true }),
  },
  {
    name: "saved views",
    open: async (page) => page.getByRole("button", { name: "Saved views" }).click(),
    panel: (page) => page.getByRole("dialog", { name: "Saved views" }),
    filled: (page) => page.getByRole("textbox", { name: "Name this view" }),
  },
  {
    name: "help",
    open: async (page) => page.keyboard.press("?"),
    panel: (page) => page.getByRole("dialog"),
  },
  {
    name: "asset list",
    open: async (page) => page.getByRole("combobox", { name: "Asset" }).click(),
    panel: (page) => page.getByRole("listbox"),
  },
];

const openedOnPhone: readonly Opened[] = [
  {
    name: "filters in a sheet",
    open: async (page) => page.getByRole("button", { name: /^Filters/ }).click(),
    panel: (page) => page.getByRole("dialog", { name: "Filters" }),
  },
];

test("while the list arrives the page says that it is provisional, and axe has nothing to object to from the first row to none @both", async ({
  demo,
  isMobile,
  page,
}) => {
  // Fewer rows in the window are fewer elements for axe to visit.
  if (!isMobile) await page.setViewportSize({ width: 1440, height: 560 });
  const first = closedGate();
  const later = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await (isLaterPage(new URL(route.request().url())) ? later : first).pass();
    await route.continue();
  });
  await test.step("the header and what loads are seen before any code has run, are not read out, and the header keeps its place", async () => {
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

test("axe has nothing to object to in what opens over the list, and a failed refresh keeps the list and says how old it is @both", async ({
  demo,
  isMobile,
  noise,
  page,
}) => {
  noise.expect(/Failed to load resource/);
  if (!isMobile) await page.setViewportSize({ width: 1440, height: 560 });
  await openComplete(page, few(demo));
  for (const { name, open, panel, filled } of [
    ...openedAnywhere,
    ...(isMobile ? openedOnPhone : openedOnDesktop),
  ]) {
    await open(page);
    await expect((filled ?? panel)(page)).toBeVisible();
    await judge(panel(page), name);
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
  }
  const listed = await (isMobile ? cards(page) : table(page).getByRole("row")).count();
  await page.route("**/api/v0/markets?**", unavailable);
  await dataStatus(page).click();
  await page
    .getByRole("dialog", { name: "Data status" })
    .getByRole("button", { name: /Refresh/ })
    .click();
  await expect(dataStatus(page)).toHaveAccessibleName(/Stale/);
  await expect(isMobile ? cards(page) : table(page).getByRole("row")).toHaveCount(listed);
  await judge(
    page.getByRole("status").filter({ hasText: "These rates were read" }),
    "upstream down with old data",
  );
});
