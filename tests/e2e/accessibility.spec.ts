// axe over every state a person can meet, light and dark, at both sizes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { readAllMarkets } from "./api.ts";
import { closedGate, complete, dataStatus, isLaterPage, openComplete, rowAt } from "./markets.ts";
import { expect, test } from "./story.ts";
import type { Program } from "../fixtures/program.ts";

const axe = readFileSync(
  join(import.meta.dirname, "..", "..", "node_modules", "axe-core", "axe.min.js"),
  "utf8",
);

const everyRule = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Still an experiment of axe: it takes the count beside a name for a part of the name.
  rules: { "label-content-name-mismatch": { enabled: false } },
};
/** The rules that read colours: all that another theme can change. */
const colourRules = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/** What axe objects to now: rule, count and the first offender. */
async function objections(page: Page, rules: object = everyRule): Promise<string[]> {
  // Evaluated, not added as a script: the page's policy forbids that, which is as it should be.
  await page.evaluate(axe);
  const found: unknown = await page.evaluate(async (chosen) => {
    const runner: unknown = Reflect.get(globalThis, "axe");
    const run: unknown = Reflect.get(Object(runner), "run");
    if (typeof run !== "function") return ["axe is not there"];
    const results: unknown = await Reflect.apply(run, runner, [
      document,
      // What is right need not be listed.
      { ...chosen, resultTypes: ["violations"] },
    ]);
    const violations: unknown = Reflect.get(Object(results), "violations");
    return Array.isArray(violations)
      ? violations.map(
          ({ id, nodes }) =>
            `${id} × ${nodes.length}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`,
        )
      : ["axe gave no result"];
  }, rules);
  return Array.isArray(found) ? found.map(String) : ["axe gave no result"];
}

/** Until colours have arrived: what axe reads in between is neither light nor dark. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}

const held = async (page: Page, demo: Program): Promise<void> => {
  const gate = closedGate();
  await page.route(isLaterPage, async (route) => {
    await gate.pass();
    await route.abort();
  });
  await page.goto(demo.url);
  await expect(page.getByText(/200 markets so far/).first()).toBeVisible();
};

const failing =
  (status: number, message: string) =>
  async (page: Page, demo: Program): Promise<void> => {
    await page.route("**/api/v0/markets?**", async (route) =>
      route.fulfill({ status, json: { statusCode: status, message, error: "Error" } }),
    );
    await page.goto(demo.url);
    await expect(page.getByRole("alert")).toBeVisible();
  };

/** A list of a few rows: what floats over it is the same, and axe walks every element. */
const few = (demo: Program): string => `${demo.url}/?provider=lulo`;

interface State {
  readonly name: string;
  readonly noisy?: boolean;
  readonly desktopOnly?: boolean;
  readonly reach: (page: Page, demo: Program, isMobile: boolean) => Promise<void>;
}

const states: readonly State[] = [
  { name: "complete", reach: async (page, demo) => openComplete(page, demo.url) },
  { name: "loading more", reach: held },
  {
    name: "loading the first page",
    reach: async (page, demo) => {
      const gate = closedGate();
      await page.route("**/api/v0/markets?**", async (route) => {
        await gate.pass();
        await route.abort();
      });
      await page.goto(demo.url);
      await expect(dataStatus(page)).toHaveAccessibleName(/Loading/);
    },
  },
  {
    name: "all columns of my size",
    reach: async (page, demo) => openComplete(page, `${few(demo)}&size=250000`),
  },
  { name: "predictions", reach: async (page, demo) => openComplete(page, `${demo.url}/?view=prediction`) },
  {
    name: "all types, compact",
    reach: async (page, demo) => openComplete(page, `${demo.url}/?view=all&density=compact`),
  },
  {
    name: "nothing found",
    reach: async (page, demo) => openComplete(page, `${demo.url}/?minApy=900&provider=kamino`),
  },
  { name: "key refused", noisy: true, reach: failing(401, "The key is not accepted.") },
  { name: "unavailable", noisy: true, reach: failing(503, "The source is not available.") },
  {
    name: "one page failed",
    noisy: true,
    reach: async (page, demo) => {
      await page.route(isLaterPage, async (route) =>
        route.fulfill({
          status: 502,
          json: { statusCode: 502, message: "No answer.", error: "Bad Gateway" },
        }),
      );
      await page.goto(demo.url);
      await expect(page.getByRole("button", { name: "Retry page 2" })).toBeVisible();
    },
  },
  {
    name: "data status open",
    reach: async (page, demo) => {
      await openComplete(page, few(demo));
      await dataStatus(page).click();
      await expect(page.getByRole("dialog", { name: "Data status" })).toBeVisible();
    },
  },
  {
    name: "rate popover open",
    desktopOnly: true,
    reach: async (page, demo) => {
      await openComplete(page, few(demo));
      await rowAt(page, 1).getByRole("button", { name: /%/ }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "columns menu open",
    desktopOnly: true,
    reach: async (page, demo) => {
      await openComplete(page, few(demo));
      await page.getByRole("button", { name: "Columns" }).click();
      await expect(page.getByRole("checkbox", { name: "30d", exact: true })).toBeVisible();
    },
  },
  {
    name: "actions menu open",
    reach: async (page, demo) => {
      await openComplete(page, few(demo));
      await page
        .getByRole("button", { name: /^More actions/ })
        .first()
        .click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    name: "asset list open",
    desktopOnly: true,
    reach: async (page, demo) => {
      await openComplete(page, few(demo));
      await page.getByRole("combobox", { name: "Asset" }).click();
      await expect(page.getByRole("listbox")).toBeVisible();
    },
  },
  {
    name: "help open",
    desktopOnly: true,
    reach: async (page, demo) => {
      await openComplete(page, few(demo));
      await expect(rowAt(page, 1)).toBeVisible();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "the demo's action page",
    reach: async (page, demo) => {
      await page.goto(`${demo.url}/action?action=x`);
      await expect(page.getByRole("heading", { name: "This link was refused" })).toBeVisible();
    },
  },
  ...(["lending", "yield", "loop", "perpetual", "prediction"] as const).map((type): State => ({
    name: `the page of a ${type} market`,
    reach: async (page, demo) => {
      const market = (await readAllMarkets(demo, { type }))[0];
      await page.goto(`${demo.url}/markets/${encodeURIComponent(market?.id ?? "")}?size=250000&view=all`);
      await expect(page.getByRole("region", { name: "All facts" })).toBeVisible({ timeout: 30_000 });
      if (type !== "perpetual" && type !== "prediction")
        await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
      for (const summary of await page.locator("main summary").all()) await summary.click();
    },
  })),
  {
    name: "a market that is nowhere",
    reach: async (page, demo) => {
      await page.goto(`${demo.url}/markets/nowhere`);
      await expect(page.getByRole("heading", { name: "There is no such market" })).toBeVisible({
        timeout: 30_000,
      });
    },
  },
  {
    name: "markets of every type compared",
    reach: async (page, demo) => {
      const types = ["lending", "yield", "loop", "perpetual", "prediction"];
      const markets = await Promise.all(
        types.map(async (type) => (await readAllMarkets(demo, { type }))[0]?.id ?? ""),
      );
      await page.goto(`${demo.url}/compare?ids=${markets.join(",")}&size=250000&split=60,40,0,0,0`);
      await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(types.length);
      await page.getByText(/points as a table$/).click();
      await expect(page.getByRole("region", { name: "Points of the chart" })).toBeVisible();
      await page.getByRole("button", { name: "Add market" }).click();
      await expect(page.getByRole("combobox", { name: "Markets to compare" })).toBeVisible();
    },
  },
  {
    name: "nothing to compare",
    reach: async (page, demo) => {
      await page.goto(`${demo.url}/compare`);
      await expect(page.getByText("Nothing is picked yet.")).toBeVisible();
    },
  },
  {
    name: "the matrix",
    reach: async (page, demo) => {
      await openComplete(page, `${demo.url}/matrix`);
      await expect(page.getByRole("table", { name: "Matrix" })).toBeVisible();
    },
  },
  {
    name: "a page that is not there",
    noisy: true,
    reach: async (page, demo) => {
      await page.goto(`${demo.url}/nowhere`);
      await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    },
  },
];

for (const { name, noisy, desktopOnly, reach } of states)
  test(
    `axe has nothing to object to: ${name}`,
    { tag: desktopOnly === true ? [] : ["@both"] },
    async ({ demo, isMobile, noise, page }) => {
      if (noisy === true) noise.expect(/Failed to load resource/);
      // Fewer rows in the window are fewer elements to walk; the first state is judged at full height.
      if (!isMobile && name !== "complete") await page.setViewportSize({ width: 1440, height: 560 });
      await reach(page, demo, isMobile);
      for (const [colorScheme, rules] of [
        ["light", everyRule],
        ["dark", colourRules],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.evaluate((scheme) => {
          document.documentElement.dataset["theme"] = scheme;
        }, colorScheme);
        await painted(page);
        expect(await objections(page, rules), colorScheme).toEqual([]);
      }
    },
  );

test("axe has nothing to object to: filters in a sheet @phone", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await page.getByRole("button", { name: /^Filters/ }).click();
  await expect(page.getByRole("dialog", { name: "Filters" })).toBeVisible();
  expect(await objections(page)).toEqual([]);
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
