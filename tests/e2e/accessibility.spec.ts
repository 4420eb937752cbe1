// axe over the states of the list, light and dark, at both sizes. Other states are judged by the stories that reach them.
import type { Locator, Page, Route } from "@playwright/test";
import { readAllMarkets } from "./api.ts";
import { judge, judgeOpened } from "./axe.ts";
import { closedGate, complete, dataStatus, isLaterPage, openComplete, rowAt } from "./markets.ts";
import { expect, test } from "./story.ts";
import type { Program } from "../fixtures/program.ts";

const unavailable = async (route: Route): Promise<void> =>
  route.fulfill({
    status: 503,
    json: { statusCode: 503, message: "The source is not available.", error: "Service Unavailable" },
  });

/** A list of a few rows: what floats over it is the same, and axe walks every element. */
const few = (demo: Program): string => `${demo.url}/?provider=lulo`;

interface State {
  readonly name: string;
  readonly noisy?: boolean;
  readonly reach: (page: Page, demo: Program) => Promise<void>;
}

/** What opens over the list, and goes with Escape. */
interface Opened {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  readonly shown: (page: Page) => Locator;
  /** Selector of what it covers in part. */
  readonly covers?: string;
}

const openedAnywhere: readonly Opened[] = [
  {
    name: "data status",
    open: async (page) => dataStatus(page).click(),
    shown: (page) => page.getByRole("dialog", { name: "Data status" }),
  },
  {
    name: "actions menu",
    open: async (page) =>
      page
        .getByRole("button", { name: /^More actions/ })
        .first()
        .click(),
    shown: (page) => page.getByRole("menu"),
  },
];

const openedOnDesktop: readonly Opened[] = [
  {
    name: "rate popover",
    open: async (page) => rowAt(page, 1).getByRole("button", { name: /%/ }).first().click(),
    shown: (page) => page.getByRole("heading", { name: "Where it comes from" }),
  },
  {
    name: "columns menu",
    open: async (page) => page.getByRole("button", { name: "Columns" }).click(),
    shown: (page) => page.getByRole("checkbox", { name: "30d", exact: true }),
  },
  {
    name: "saved views",
    open: async (page) => page.getByRole("button", { name: "Saved views" }).click(),
    shown: (page) => page.getByRole("textbox", { name: "Name for what is shown now" }),
  },
  {
    name: "help",
    open: async (page) => page.keyboard.press("?"),
    shown: (page) => page.getByRole("dialog"),
  },
  {
    name: "asset list",
    open: async (page) => page.getByRole("combobox", { name: "Asset" }).click(),
    shown: (page) => page.getByRole("listbox"),
    covers: "section[aria-label=Filters] fieldset",
  },
];

const openedOnPhone: readonly Opened[] = [
  {
    name: "filters in a sheet",
    open: async (page) => page.getByRole("button", { name: /^Filters/ }).click(),
    shown: (page) => page.getByRole("dialog", { name: "Filters" }),
  },
];

const states: readonly State[] = [
  {
    name: "all columns of my size",
    reach: async (page, demo) => openComplete(page, `${few(demo)}&size=250000`),
  },
  {
    name: "all types, compact",
    reach: async (page, demo) => openComplete(page, `${demo.url}/?view=all&density=compact`),
  },
  {
    name: "nothing found",
    reach: async (page, demo) => openComplete(page, `${demo.url}/?minApy=900&provider=kamino`),
  },
  {
    name: "one page failed",
    noisy: true,
    reach: async (page, demo) => {
      await page.route("**/api/v0/markets?**", async (route) =>
        isLaterPage(new URL(route.request().url())) ? unavailable(route) : route.continue(),
      );
      await page.goto(demo.url);
      await expect(page.getByRole("button", { name: "Retry page 2" })).toBeVisible();
    },
  },
  {
    name: "unavailable",
    noisy: true,
    reach: async (page, demo) => {
      await page.route("**/api/v0/markets?**", unavailable);
      await page.goto(demo.url);
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "the page of a yield market",
    reach: async (page, demo) => {
      const market = (await readAllMarkets(demo, { type: "yield" }))[0];
      await page.goto(`${demo.url}/markets/${encodeURIComponent(market?.id ?? "")}?size=250000`);
      await expect(page.locator("svg.recharts-surface").first()).toBeVisible({ timeout: 30_000 });
    },
  },
];

test("axe has nothing to object to while the list arrives and when it is there @both", async ({
  demo,
  page,
}) => {
  const first = closedGate();
  const later = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await (isLaterPage(new URL(route.request().url())) ? later : first).pass();
    await route.continue();
  });
  await page.goto(demo.url);
  await expect(dataStatus(page)).toHaveAccessibleName(/Loading/);
  await judge(page, "loading the first page");
  first.open();
  await expect(page.getByText(/200 markets so far/).first()).toBeVisible();
  await judge(page, "loading more");
  later.open();
  await complete(page);
  await judge(page, "complete");
});

for (const { name, noisy, reach } of states)
  test(`axe has nothing to object to: ${name} @both`, async ({ demo, isMobile, noise, page }) => {
    if (noisy === true) noise.expect(/Failed to load resource/);
    // Fewer rows in the window are fewer elements to walk; the first list is judged at full height.
    if (!isMobile) await page.setViewportSize({ width: 1440, height: 560 });
    await reach(page, demo);
    await judgeOpened(page, name);
  });

test("axe has nothing to object to: what opens over the list, and a refresh that fails @both", async ({
  demo,
  isMobile,
  noise,
  page,
}) => {
  noise.expect(/Failed to load resource/);
  if (!isMobile) await page.setViewportSize({ width: 1440, height: 560 });
  await openComplete(page, few(demo));
  if (!isMobile) {
    await page.keyboard.press("j");
    await expect(rowAt(page, 1).and(page.locator(":focus-within"))).toBeVisible();
    await judge(page, "keyboard focus");
  }
  for (const { name, open, shown, covers } of [
    ...openedAnywhere,
    ...(isMobile ? openedOnPhone : openedOnDesktop),
  ]) {
    await open(page);
    await expect(shown(page)).toBeVisible();
    await judge(page, name, covers);
    await page.keyboard.press("Escape");
    await expect(shown(page)).toBeHidden();
  }
  await page.route("**/api/v0/markets?**", unavailable);
  await dataStatus(page).click();
  await page
    .getByRole("dialog", { name: "Data status" })
    .getByRole("button", { name: /Refresh/ })
    .click();
  await expect(dataStatus(page)).toHaveAccessibleName(/Stale|Failed/);
  await judge(page, "upstream down with old data");
});

test("the table says its size and each row its place, also for rows that are not drawn", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  await complete(page);
  const places = await page
    .getByRole("table", { name: "Markets" })
    .getByRole("row")
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-rowindex"))));
  expect(places.filter((place) => place > 0)).toEqual(places);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
});
