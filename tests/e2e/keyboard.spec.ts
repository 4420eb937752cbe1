// The keyboard can do everything that the pointer can.
import type { Locator, Page } from "@playwright/test";
import { few, idOf, openComplete, rowAt, search, visit } from "./markets.ts";
import { expect, test } from "./story.ts";

const focusedRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () => document.activeElement?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex") ?? undefined,
  );

test("keys move through the rows, and the focus is never lost", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  for (const key of ["j", "j", "k", "j"]) await page.keyboard.press(key);
  await expect.poll(() => focusedRow(page)).toBe("3");
  await page.keyboard.press("x");
  await expect(rowAt(page, 2).getByRole("checkbox", { name: /^Compare / })).toBeChecked();
  await test.step("the focused row scrolls into view", async () => {
    for (let step = 2; step < 60; step += 1) await page.keyboard.press("j");
    await expect.poll(() => focusedRow(page)).toBe("61");
    await expect(rowAt(page, 60)).toBeInViewport();
  });

  await test.step("the note about find in page leads to the search", async () => {
    await page.keyboard.press("Control+f");
    await page.getByRole("button", { name: "Search all" }).click();
    await expect(search(page)).toBeFocused();
  });

  await test.step("a skip link keeps the URL and the keys, and Back restores focus to the opened row", async () => {
    await visit(page, "/?type=lending&minDeposits=1000000");
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    expect(new URL(page.url()).hash).toBe("");
    await page.keyboard.press("Home");
    await page.keyboard.press("j");
    await expect.poll(() => focusedRow(page)).toBe("3");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.goBack();
    await expect.poll(() => focusedRow(page)).toBe("3");
    await page.getByRole("link", { name: "Skip to markets" }).press("Enter");
    await expect.poll(() => focusedRow(page)).toBeDefined();
    await page.getByRole("link", { name: "Skip to what you hold" }).press("Enter");
    await expect(page.getByRole("combobox", { name: "I hold" })).toBeFocused();
  });

  await test.step("a control that disappears when pressed moves the focus to the next one", async () => {
    const lost = (): Promise<boolean> => page.evaluate(() => document.activeElement === document.body);
    const chip = (name: string): Locator =>
      page.getByRole("button", { name: new RegExp(`^Remove filter ${name}`) });
    await chip("Deposits").press("Enter");
    await expect(chip("Type Lending")).toBeFocused();
    await chip("Type Lending").press("Enter");
    await expect(search(page)).toBeFocused();
    await page.getByRole("region", { name: "Compare" }).getByRole("button", { name: "Clear" }).press("Enter");
    await expect(page.getByRole("region", { name: "Compare" })).toHaveCount(0);
    await expect.poll(() => lost()).toBe(false);
  });
});

test("Tab moves through the page in reading order", async ({ demo, page }) => {
  await openComplete(page, few(demo));
  const first = await idOf(rowAt(page, 1));
  const stops: { readonly part: string; readonly market: string | undefined }[] = [];
  // After the last stop comes the first.
  const left = (): boolean => stops.at(-1)?.part === "head" && stops.some(({ part }) => part === "rows");
  for (let step = 0; step < 400 && !left(); step += 1) {
    await page.keyboard.press("Tab");
    stops.push(
      await page.evaluate(() => {
        const active = document.activeElement;
        const within = (selector: string): boolean => (active ?? document.body).closest(selector) !== null;
        const parts = [
          ["search", "[type=search]"],
          ["head", "header"],
          ["filters", "[aria-label=Filters]"],
          ["tabs", "[role=tablist]"],
          ["headers", ".markets-head"],
          ["rows", ".markets-body"],
        ] as const;
        const part = parts.find(([, selector]) => within(selector))?.[0] ?? "other";
        const link = active?.closest("[role=row]")?.querySelector("a[href^='/markets/']");
        return { part, market: link?.getAttribute("href") ?? undefined };
      }),
    );
  }
  const parts = stops.map(({ part }) => part).filter((part) => part !== "other");
  // Each part is visited once: after leaving a part, Tab does not return to it.
  expect(parts.filter((part, at) => part !== parts[at - 1])).toEqual([
    "head",
    "search",
    "filters",
    "tabs",
    "headers",
    "rows",
    "head",
  ]);
  const rows = stops.filter(({ part }) => part === "rows").map(({ market }) => market ?? "");
  expect(rows[0]).toContain(encodeURIComponent(first));
  const met = rows.filter((market, at) => market !== rows[at - 1]);
  expect(met).toEqual([...new Set(rows)]);
});

test("fourteen keys lead from landing to the deposit of $250k of USDC", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  const keys = ["h", "u", "Tab", "2", "5", "0", "k", "Enter"];
  for (const key of keys) await page.keyboard.press(key);
  // The focus stays where the user may continue to type. The answer comes next.
  await expect(page.getByRole("textbox", { name: "My size" })).toBeFocused();
  await expect(page).toHaveURL(/[?&]size=250000(&|$)/);
  const best = page
    .getByRole("region", { name: "Answer" })
    .getByRole("article", { name: "Highest with full exit" });
  const deposit = best.getByRole("link", { name: /^Deposit,/ });
  await expect(deposit).toBeVisible();
  const isReached = (): Promise<boolean> => deposit.evaluate((element) => element === document.activeElement);
  while (keys.length < 14 && !(await isReached())) {
    keys.push("Tab");
    await page.keyboard.press("Tab");
  }
  expect(await isReached(), keys.join(" ")).toBe(true);
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("Enter");
  const action = await opened;
  await expect(action.getByRole("heading", { name: /^Deposit .+ into / })).toBeVisible();

  await test.step("Back returns focus to the suggestion that was opened, and a link to the list sets it", async () => {
    await page.bringToFront();
    const pick = best.getByRole("link").first();
    await pick.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.goBack();
    await expect(pick).toBeFocused();
    await page.getByRole("link", { name: "Compare", exact: true }).press("Enter");
    await page.getByRole("link", { name: "Browse markets" }).press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });
});
