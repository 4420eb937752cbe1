// The keyboard map: everything the pointer can do.
import { idOf, openComplete, rowAt, search, table } from "./markets.ts";
import { expect, test } from "./story.ts";

test("arrows and j/k walk the rows, s stars, x picks, ? explains", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await page.keyboard.press("j");
  const focused = (): Promise<string | undefined> =>
    page.evaluate(
      () => document.activeElement?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex") ?? undefined,
    );
  await expect.poll(focused).toBe("2");
  await page.keyboard.press("j");
  await expect.poll(focused).toBe("3");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused).toBe("4");
  await page.keyboard.press("k");
  await expect.poll(focused).toBe("3");
  await page.keyboard.press("s");
  await expect(rowAt(page, 2).getByRole("button", { name: /^Star / })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("x");
  await expect(rowAt(page, 2).getByRole("checkbox", { name: /^Compare / })).toBeChecked();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: /Help|Keyboard/ });
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect.poll(focused).toBe("3");
});

test("keys typed into a field stay there", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await search(page).focus();
  await page.keyboard.type("js?x/");
  await expect(search(page)).toHaveValue("js?x/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("walking past the window's edge keeps the focus in sight", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  for (let step = 0; step < 60; step += 1) await page.keyboard.press("j");
  const row = rowAt(page, 60);
  await expect(row).toBeInViewport();
  expect(await row.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test("Tab reaches search, filters, tabs, headers and rows in reading order without a trap", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  const met = new Set<string>();
  for (let step = 0; step < 120 && !met.has("row"); step += 1) {
    await page.keyboard.press("Tab");
    const where = await page.evaluate(() => {
      const active = document.activeElement;
      if (active === null || active === document.body) return "body";
      if (active.closest("tbody") !== null) return "row";
      if (active.closest("thead") !== null) return "header";
      return active.getAttribute("role") ?? active.tagName.toLowerCase();
    });
    met.add(where);
  }
  expect([...met]).toEqual(expect.arrayContaining(["a", "input", "tab", "header", "row"]));
  await expect(table(page)).toBeVisible();
  expect(await idOf(rowAt(page, 1))).not.toBe("");
});
