// Alerts: a rule created from a bell, a crossing that the service judges, and the inbox that shows it.
import type { Page } from "@playwright/test";
import { frozenDemo, type Program } from "../fixtures/program.ts";
import { startReplayServer } from "../fixtures/replay-server.ts";
import { askApi } from "./api.ts";
import { judge } from "./axe.ts";
import { cards, dataStatus, openComplete, overflow, rowAt, visit } from "./markets.ts";
import { drawPictures, expect, test, type Programs } from "./story.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "New rule" });

/** The frozen demo with a store, so that the service keeps rules. */
async function startRecording(programs: Programs, settings: Readonly<Record<string, string>> = {}) {
  const program = await programs.with({
    ...frozenDemo,
    STORE: `file:${test.info().outputPath("record.db")}`,
    ...settings,
  });
  // The list requests the record, too, which is available once the first poll is stored.
  await recorded(program);
  return program;
}

/** Waits until a poll that ended after `moment` (in ms) is recorded. */
async function recorded(program: Program, moment = 0): Promise<void> {
  await expect
    .poll(
      async () => {
        const text = await (await askApi(program, "/v0/record/summary")).text();
        return Date.parse(/"until":"([^"]+)"/.exec(text)?.[1] ?? "1970-01-01");
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(moment);
}

/** An upstream with an additional market, whose rate the story changes. */
async function startRising(programs: Programs) {
  const market = {
    id: "rising",
    type: "lending",
    provider: { id: "kamino", name: "Kamino" },
    token: { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC", decimals: 6 },
    productName: "Rising Market",
    depositApy: 0.07,
    totalDeposit: 5_000_000,
    totalDepositUsd: 5_000_000,
  };
  const upstream = await startReplayServer({ added: [market] });
  const program = await programs.with({
    MARKETS_BASE_URL: upstream.baseUrl,
    MARKETS_CLIENT_KEY: upstream.key,
    MARKETS_FRESH_SECONDS: "0",
    STORE: `file:${test.info().outputPath("record.db")}`,
    RECORD_EVERY: "10s",
  });
  const setRate = (depositApy: number): void => void Object.assign(market, { depositApy });
  return { upstream, program, setRate };
}

test("a rule created in a row fires in the service and is in the inbox", async ({
  context,
  page,
  programs,
}) => {
  await drawPictures(context);
  const { upstream, program, setRate } = await startRising(programs);
  await recorded(program);
  await openComplete(page, `${program.url}/?q=rising`);
  await rowAt(page, 1).hover();
  await page.keyboard.press("a");
  await expect(dialog(page)).toContainText("Now 7.00 %");
  await judge(dialog(page), "the form of a rule");

  const kept = page.waitForResponse((response) => response.request().method() === "PUT");
  await dialog(page).getByRole("combobox", { name: "Over or under" }).selectOption("over");
  await dialog(page).getByRole("textbox", { name: "Value" }).fill("8");
  await dialog(page).getByRole("button", { name: "Create rule" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const bell = page.getByRole("link", { name: /^Alerts/ });
  await expect(bell).toHaveAccessibleName("Alerts");

  // The rule must first be judged below the threshold, or it cannot cross it.
  const key = (await (await kept).request().headerValue("x-alerts-key")) ?? "";
  await recorded(program, Date.now());
  setRate(0.09);
  const events = async (): Promise<string> =>
    (await askApi(program, "/v0/alerts/events", { "x-alerts-key": key })).text();
  await expect.poll(events, { timeout: 30_000 }).toContain("crossed");
  await page.reload();
  await expect(bell).toHaveAccessibleName("Alerts, 1 unread");
  await expect(page.getByTestId("announcements")).toContainText(/Deposit APY over 8\.00 %/);
  await bell.click();
  const inbox = page.getByRole("region", { name: "Inbox" });
  await expect(inbox.getByRole("listitem")).toHaveCount(1);
  await expect(inbox).toContainText(/Deposit APY over 8\.00 %/);
  await expect(inbox).toContainText(/was 7\.00 % at/);
  await expect(inbox.getByText("Unread", { exact: true }).first()).toBeAttached();
  await judge(page, "alerts");

  await test.step("a rule is paused, deleted and restored", async () => {
    const rules = page.getByRole("region", { name: "Rules" });
    const watch = rules.getByRole("switch", { name: /^Watch: Deposit APY over/ });
    await watch.click();
    await expect(rules).toContainText("paused");
    await rules.getByRole("button", { name: /^Delete rule/ }).click();
    await expect(rules).toContainText("0 of 50");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(watch).not.toBeChecked();
  });

  await test.step("a new rule can be started on the page, and nothing moves", async () => {
    const top = (await inbox.boundingBox())?.y;
    await page.getByRole("button", { name: "New rule" }).click();
    await page.getByRole("combobox", { name: "What to watch" }).fill("rising");
    expect((await inbox.boundingBox())?.y).toBe(top);
    await page.getByRole("option").first().click();
    await expect(dialog(page)).toContainText("Rising Market");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "New rule" })).toBeFocused();
  });

  await page.getByRole("button", { name: "Mark all read" }).click();
  await expect(bell).toHaveAccessibleName("Alerts");
  await inbox.getByRole("listitem").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("USDC");
  await upstream.close();
});

test("without a record, the alerts and changes pages say what is missing", async ({ demo, page }) => {
  const why = page.getByRole("heading", { name: "Nothing is recorded here" });
  await page.goto(`${demo.url}/alerts`);
  await expect(why).toBeVisible();
  await expect(page.getByRole("button", { name: "New rule" })).toHaveCount(0);
  await judge(page, "alerts without a record");
  await expect(page.getByRole("link", { name: "Changes" })).toHaveCount(0);
  await visit(page, "/changes");
  await expect(why).toBeVisible();
  await expect(dataStatus(page)).toContainText("Complete");
});

test("a rule is created from a card's menu, and leads to the inbox @phone", async ({ page, programs }) => {
  await openComplete(page, (await startRecording(programs, { DEMO_MARKETS: "60" })).url);
  await cards(page).first().getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "New alert rule" }).click();
  await expect(dialog(page)).toContainText(/Now \d+\.\d\d %/);
  await dialog(page).getByRole("textbox", { name: "Value" }).fill("5");
  const create = dialog(page).getByRole("button", { name: "Create rule" });
  // The keyboard leaves about half of the height. Closing it leaves the focus in the field.
  await page.setViewportSize({ width: 390, height: 420 });
  await expect(create).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await create.click();
  await expect(dialog(page)).toHaveCount(0);

  const note = page.getByRole("complementary", { name: "Rule created" });
  await expect(note).toBeInViewport({ ratio: 1 });
  await judge(note, "the note about a rule");
  await note.getByRole("link", { name: "See rules" }).click();
  await expect(page.getByRole("region", { name: "Rules" })).toContainText("1 of 50");
  await expect(page.getByRole("region", { name: "Inbox" })).toContainText("Nothing has fired yet.");
  expect(await overflow(page, 390)).toBe(0);
  await judge(page, "alerts on a phone");
});

test("alerts are sent to the wallet that the rule names, and a loan has a bell", async ({
  page,
  programs,
}) => {
  const sending = await startRecording(programs, {
    SEND_BASE_URL: "http://127.0.0.1:9/api",
    SEND_APP_ID: "0b7b3c1e-4a52-4f9d-9d0e-6a1f6c7d8e9f",
    SEND_KEY: "send-key-71c0aa",
  });
  const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
  await openComplete(page, sending.url);
  await rowAt(page, 1).hover();
  await page.keyboard.press("a");
  await dialog(page).getByRole("checkbox", { name: "Send to wallet" }).check();
  const address = dialog(page).getByRole("textbox", { name: "Wallet address" });
  await address.fill("0x12");
  await dialog(page).getByRole("button", { name: "Create rule" }).click();
  await expect(address).toHaveAccessibleDescription(/which Solana addresses never contain/);
  await judge(dialog(page), "the form of a rule that is sent");
  await address.fill(wallet);
  await expect(dialog(page)).toContainText("keeps the rule and the wallet's address");
  const put = page.waitForRequest((request) => request.method() === "PUT");
  await dialog(page).getByRole("button", { name: "Create rule" }).click();
  const response = await (await put).response();
  expect(response?.status()).toBe(200);
  expect(await response?.text()).toContain(wallet);
  await test.step("a loan is watched from its bell in the portfolio", async () => {
    await visit(page, "/portfolio");
    await page.getByRole("button", { name: /^Near liquidation/ }).click();
    await page.getByRole("button", { name: /^New alert rule for JitoSOL loan/ }).click();
    await expect(dialog(page)).toContainText(/Now 1\.\d\d/);
    await dialog(page).getByRole("button", { name: "Create rule" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await visit(page, "/alerts");
    await expect(page.getByRole("region", { name: "Rules" })).toContainText(/Health under 1\.\d\d/);
  });
});
