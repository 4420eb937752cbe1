// Every row leads to its actions, through links that cannot lead anywhere else.
import { ratedTypes, readAllMarkets } from "./api.ts";
import { cards, openComplete, rowAt, search } from "./markets.ts";
import { expect, test } from "./story.ts";

test("Deposit and Borrow are plain links to the interstitial with the action, and say where they lead", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const market = markets.find(
    (candidate) => candidate.type === "lending" && candidate.actions?.["borrow"] !== undefined,
  );
  const id = market?.id ?? "";
  await openComplete(page, `${demo.url}/?q=${encodeURIComponent(id)}`);
  const row = rowAt(page, 1);
  for (const [key, name] of [
    ["deposit", "Deposit"],
    ["borrow", "Borrow"],
  ] as const) {
    const blink = market?.actions?.[key]?.blinkUrl ?? "";
    const host = new URL(blink.replace(/^blink:/, "")).hostname;
    const link = row.getByRole("link", {
      name: new RegExp(`^${name}, ${host.replaceAll(".", "\\.")}, opens in a new tab`),
    });
    await expect(link).toHaveAttribute(
      "href",
      `/action?action=${encodeURIComponent(blink.replace(/^blink:/, "solana-action:"))}`,
    );
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect(link).toHaveAttribute("referrerpolicy", "no-referrer");
  }
});

test("in the demo a deposit opens a page that says what it would open, and nothing else @both", async ({
  demo,
  page,
  isMobile,
}) => {
  await openComplete(page, demo.url);
  const place = isMobile ? cards(page).first() : rowAt(page, 1);
  const opened = page.context().waitForEvent("page");
  await place.getByRole("link", { name: /^Deposit,/ }).click();
  const action = await opened;
  await expect(action.getByRole("heading", { name: /would open an action/ })).toBeVisible();
  await expect(action.getByText(/actions\.example\.org/).first()).toBeVisible();
  await expect(action.getByText("No wallet was opened and none is connected.")).toBeVisible();
  await expect(action.getByRole("region", { name: "Demo data" })).toBeVisible();
});

test("an action link that breaks a rule is refused by the demo's page", async ({ demo, page }) => {
  await page.goto(`${demo.url}/action?action=${encodeURIComponent("javascript:alert(1)")}`);
  await expect(page.getByRole("heading", { name: "This link was refused" })).toBeVisible();
});

test("More actions holds the others and the provider's page, and only what is offered", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const market = markets.find((candidate) => candidate.actions?.["repayWithCollateral"] !== undefined);
  await openComplete(page, `${demo.url}/?q=${encodeURIComponent(market?.id ?? "")}`);
  await rowAt(page, 1)
    .getByRole("button", { name: /^More actions/ })
    .click();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  for (const name of ["Withdraw", "Repay", "Repay with collateral"])
    await expect(menu.getByRole("menuitem", { name: new RegExp(`^${name},`) })).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: /^Open on / })).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: /^Open position/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(rowAt(page, 1).getByRole("button", { name: /^More actions/ })).toBeFocused();
});

test("a market without borrowing has no Borrow link", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?type=yield`);
  await expect(rowAt(page, 1).getByRole("link", { name: /^Deposit,/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Borrow,/ })).toHaveCount(0);
});

test("from the search to the deposit link with the keyboard alone", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await page.keyboard.press("/");
  await expect(search(page)).toBeFocused();
  await page.keyboard.type("usdc");
  await expect(rowAt(page, 1)).toContainText(/USDC/i);
  const deposit = page.getByRole("link", { name: /^Deposit,/ }).first();
  const isReached = (): Promise<boolean> => deposit.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 150 && !(await isReached()); step += 1) await page.keyboard.press("Tab");
  expect(await isReached()).toBe(true);
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("Enter");
  await expect((await opened).getByRole("heading", { name: /would open an action/ })).toBeVisible();
});
