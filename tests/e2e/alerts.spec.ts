// Alerts: a rule made from a bell, a crossing that rings it, and the inbox that tells.
import type { Page } from "@playwright/test";
import { frozenDemo } from "../fixtures/program.ts";
import { askApi } from "./api.ts";
import { judge } from "./axe.ts";
import { cards, complete, few, openComplete, overflow, raiseRates, rowAt, visit } from "./markets.ts";
import { expect, test } from "./story.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "New rule" });

/** Until this page has looked once at the rules there are: what rings later is a crossing. */
async function looked(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("yieldboard.alerts.states") ?? ""))
    .toContain('"beyond":false');
}

test("a rule made from the bell of a row rings once its figure crosses, and the inbox tells what it was", async ({
  demo,
  page,
}) => {
  await openComplete(page, few(demo));
  const row = rowAt(page, 1);
  const market = (await row.getByRole("rowheader").getByRole("link").textContent()) ?? "";
  await row.hover();
  await page.keyboard.press("a");
  await expect(dialog(page)).toContainText(/Now \d+\.\d\d %/);
  await expect(dialog(page)).toContainText(/In the last 90 d it would have fired/);
  await judge(dialog(page), "the form of a rule");

  await test.step("what cannot be a rule is said before it is made", async () => {
    await dialog(page).getByRole("combobox", { name: "Over or under" }).selectOption("over");
    const value = dialog(page).getByRole("textbox", { name: "Value" });
    await value.fill("much");
    await dialog(page).getByRole("button", { name: "Create rule" }).click();
    await expect(value).toHaveAccessibleDescription("Write percent as 5 or 2.5.");
    const now = Number(/Now (\d+\.\d\d) %/.exec((await dialog(page).textContent()) ?? "")?.[1]);
    await value.fill(String(now + 1));
    const reset = dialog(page).getByRole("textbox", { name: /^Fire again only after it was back under/ });
    await reset.fill(String(now + 2));
    await expect(reset).toHaveAccessibleDescription(/or less: else it would fire at every reading/);
    await reset.fill(String(now + 0.5));
    await dialog(page).getByRole("button", { name: "Create rule" }).click();
    await expect(dialog(page)).toHaveCount(0);
  });
  await looked(page);
  const bell = page.getByRole("link", { name: /^Alerts/ });
  await expect(bell).toHaveAccessibleName("Alerts");

  await raiseRates(page);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(bell).toHaveAccessibleName("Alerts, 1 new");
  await expect(page.getByTestId("announcements")).toContainText(/Deposit APY over/);
  await bell.click();
  const inbox = page.getByRole("region", { name: "Inbox" });
  await expect(inbox.getByRole("listitem")).toHaveCount(1);
  await expect(inbox).toContainText(/Deposit APY over \d+\.\d\d %/);
  await expect(inbox).toContainText(/was \d+\.\d\d % at/);
  await expect(inbox.getByText("New", { exact: true }).first()).toBeAttached();
  await judge(page, "alerts");

  await test.step("the same figure does not ring again", async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await complete(page);
    await expect(inbox.getByRole("listitem")).toHaveCount(1);
  });

  await test.step("a rule is paused, deleted and put back", async () => {
    const rules = page.getByRole("region", { name: "Rules" });
    const watch = rules.getByRole("switch", { name: /^Watch: Deposit APY over/ });
    await watch.click();
    await expect(rules).toContainText("paused by you");
    await rules.getByRole("button", { name: /^Delete the rule/ }).click();
    await expect(rules).toContainText("0 of 50");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(watch).not.toBeChecked();
  });

  await test.step("a loan is watched from its bell in the portfolio", async () => {
    const inboxAddress = page.url();
    await visit(page, "/portfolio");
    await page.getByRole("button", { name: /^Near liquidation/ }).click();
    await page.getByRole("button", { name: /^New alert rule for JitoSOL loan/ }).click();
    await expect(dialog(page)).toContainText(/Now 1\.\d\d/);
    await dialog(page).getByRole("button", { name: "Create rule" }).click();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("yieldboard.alerts.states") ?? ""))
      .toContain('\\"health\\"');
    await visit(page, new URL(inboxAddress).pathname);
    await expect(page.getByRole("region", { name: "Rules" })).toContainText(/Health under 1\.\d\d/);
  });

  await page.getByRole("button", { name: "Mark all read" }).click();
  await expect(bell).toHaveAccessibleName("Alerts");
  const shown = page.getByRole("radiogroup", { name: "Events shown" });
  await shown.getByText("New", { exact: true }).click();
  await expect(inbox).toContainText("Everything has been read.");
  await shown.getByText("Rates", { exact: true }).click();
  await inbox.getByRole("listitem").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(market.slice(0, 3));
});

test("on a phone a rule is made from a card's menu, and the menu of the page leads to the inbox @phone", async ({
  demo,
  page,
}) => {
  await openComplete(page, few(demo));
  await cards(page).first().getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "New alert rule" }).click();
  await expect(dialog(page)).toContainText(/Now \d+\.\d\d %/);
  await dialog(page).getByRole("button", { name: "Create rule" }).click();
  await expect(dialog(page)).toHaveCount(0);

  await test.step("the page shows that it was made, and so does the bell of its market", async () => {
    const note = page.getByRole("complementary", { name: "Rule made" });
    await expect(note).toBeInViewport({ ratio: 1 });
    await judge(note, "the note about a rule");
    await cards(page).first().getByRole("link").first().click();
    await expect(page.getByRole("button", { name: "New alert rule, 1 here" })).toBeVisible();
    await expect(note).toHaveCount(0);
    await page.goBack();
  });
  await cards(page)
    .nth(1)
    .getByRole("button", { name: /^More actions/ })
    .click();
  await page.getByRole("menuitem", { name: "New alert rule" }).click();
  await dialog(page).getByRole("button", { name: "Create rule" }).click();
  await page.getByRole("link", { name: "See rules" }).click();
  await expect(page.getByRole("region", { name: "Rules" })).toContainText("2 of 50");
  await expect(page.getByRole("region", { name: "Inbox" })).toContainText("Nothing has fired yet.");
  expect(await overflow(page, 390)).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page, 320)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });

  await test.step("a deleted rule hands the focus to the next, the last to what is near", async () => {
    const remove = page.getByRole("button", { name: /^Delete the rule/ });
    await remove.first().click();
    await expect(remove).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(remove).toHaveCount(2);
  });
  await judge(page, "alerts on a phone");
  await visit(page, "/?provider=lulo");
  await expect(cards(page).first()).toBeVisible();
});

test("where the service sends, a rule is sent to the wallet that it names, and to the same as all others", async ({
  page,
  programs,
}) => {
  const sending = await programs.with({
    ...frozenDemo,
    DEMO_MARKETS: "60",
    STORE: `file:${test.info().outputPath("record.db")}`,
    SEND_BASE_URL: "http://127.0.0.1:9/api",
    SEND_APP_ID: "0b7b3c1e-4a52-4f9d-9d0e-6a1f6c7d8e9f",
    SEND_KEY: "send-key-71c0aa",
  });
  const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
  // The list asks the record as well, which is there once the store is open and holds the first poll.
  await expect.poll(async () => (await askApi(sending, "/v0/record/summary")).status).toBe(200);
  await openComplete(page, sending.url);
  await rowAt(page, 1).hover();
  await page.keyboard.press("a");
  await dialog(page).getByRole("checkbox", { name: "Send to wallet" }).check();
  const address = dialog(page).getByRole("textbox", { name: "Wallet address" });
  await address.fill("0x12");
  await dialog(page).getByRole("button", { name: "Create rule" }).click();
  await expect(address).toHaveAccessibleDescription(/no Solana address holds it/);
  await judge(dialog(page), "the form of a rule that is sent");
  await address.fill(wallet);
  await expect(dialog(page)).toContainText("keeps the rule and the wallet's address");
  const put = page.waitForRequest((request) => request.method() === "PUT");
  await dialog(page).getByRole("button", { name: "Create rule" }).click();
  const answer = await (await put).response();
  expect(answer?.status()).toBe(200);
  expect(await answer?.text()).toContain(wallet);
  await rowAt(page, 2).hover();
  await page.keyboard.press("a");
  await dialog(page).getByRole("checkbox", { name: "Send to wallet" }).check();
  await expect(address).toHaveValue(wallet);
});
