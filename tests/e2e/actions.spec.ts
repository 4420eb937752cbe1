// Every row leads to its actions, through links that cannot lead anywhere else.
import { plainTypes, readAllMarkets } from "./api.ts";
import { judge } from "./axe.ts";
import { cards, complete, openComplete, rowAt, visitComplete } from "./markets.ts";
import { expect, test } from "./story.ts";

test("Deposit and Borrow are plain links that say where they lead; More actions holds the others, and only what is offered", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const market = markets.find(
    ({ type, actions }) =>
      type === "lending" && actions?.["borrow"] !== undefined && actions["repayWithCollateral"] !== undefined,
  );
  await openComplete(page, `${demo.url}/?q=${encodeURIComponent(market?.id ?? "")}`);
  const row = rowAt(page, 1);
  for (const [key, name] of [
    ["deposit", "Deposit"],
    ["borrow", "Borrow"],
  ] as const) {
    const blink = market?.actions?.[key]?.blinkUrl ?? "";
    const host = new URL(blink.replace(/^blink:/, "")).hostname;
    // Named after the market, because every row has one; its target is in its description.
    const link = row.getByRole("link", { name: new RegExp(`^${name}, .*${market?.provider.name ?? ""}`) });
    await link.focus();
    await expect(link).toHaveAccessibleDescription(`${host}, opens in a new tab`);
    // The demo's own page replaces the wallet's: its address has the market and the list to return to.
    const [action, id, q] = [blink.replace(/^blink:/, "solana-action:"), market?.id ?? "", market?.id ?? ""];
    const href = new URL((await link.getAttribute("href")) ?? "", page.url());
    expect(href.pathname).toBe("/action");
    expect(Object.fromEntries(href.searchParams)).toEqual({ action, market: id, q });
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect(link).toHaveAttribute("referrerpolicy", "no-referrer");
  }

  const more = row.getByRole("button", { name: /^More actions/ });
  await more.click();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  for (const name of ["Withdraw", "Repay", "Repay with collateral"])
    await expect(menu.getByRole("menuitem", { name: new RegExp(`^${name},`) })).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: /^Open on / })).toBeVisible();
  await expect(menu.getByRole("menuitem", { name: /^Open position/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(more).toBeFocused();

  // Vaults do not lend.
  await visitComplete(page, "/?type=yield&provider=kamino");
  await expect(rowAt(page, 1).getByRole("link", { name: /^Deposit,/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Borrow,/ })).toHaveCount(0);
});

test("four taps lead from landing to the deposit of $250k of USDC, whose page in the demo says what it would open, and nothing else @phone", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  const held = page.getByRole("combobox", { name: "I hold" });
  await held.tap();
  await page.getByRole("option", { name: /^USDC/ }).tap();
  await expect(held).toHaveValue("USDC");
  const size = page.getByRole("textbox", { name: "My size" });
  await size.tap();
  await size.pressSequentially("250k");
  await complete(page);
  await expect(cards(page).first()).toContainText("At $250k");
  const deposit = page
    .getByRole("region", { name: "Answer" })
    .getByRole("article")
    .first()
    .getByRole("link", { name: /^Deposit/ });
  await expect(deposit).toBeInViewport({ ratio: 1 });
  await judge(page, "what a phone holds");
  const opened = page.context().waitForEvent("page");
  await deposit.tap();
  const action = await opened;
  await expect(action.getByText(/\$250,000|\$250k|250,000/).first()).toBeVisible();
  await expect(action.getByRole("heading", { name: /^Deposit .+ into / })).toBeVisible();
  await expect(action.getByText(/actions\.example\.org/).first()).toBeVisible();
  await expect(action.getByText("No wallet was opened and none is connected.")).toBeVisible();
  await expect(action.getByRole("region", { name: "Demo data" })).toBeVisible();
});
