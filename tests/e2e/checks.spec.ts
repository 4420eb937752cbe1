// Markets whose own figures contradict each other: marked wherever they are shown, hidden on request, counted by provider.
import type { Locator, Page } from "@playwright/test";
import { doubtfulIds, doubtfulMarkets } from "../fixtures/doubtful-markets.ts";
import { judge } from "./axe.ts";
import {
  cell,
  complete,
  dataStatus,
  firstIds,
  openComplete,
  parameters,
  rowAt,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

test.use({ replayOptions: { added: doubtfulMarkets() } });

const quality = (page: Page): Locator => page.getByRole("table", { name: "Quality" });

const limits = "The max LTV of 90.0 % is not under the liquidation LTV of 80.0 %.";
const total = "The deposit APY is 50.00 %, but base 5.00 % plus rewards 0.00 % makes 5.00 %.";

test("failed checks are shown wherever the market is, and counted", async ({ replay: { program }, page }) => {
  await openComplete(page, `${program.url}/?cols=market,depositApy,doubts,actions`);
  expect(await firstIds(page, 2)).toEqual([doubtfulIds.limits, doubtfulIds.price]);
  await expect(rowAt(page, 1).getByRole("rowheader")).toContainText("Figures contradict.");
  await expect(rowAt(page, 3).getByRole("rowheader")).not.toContainText("contradict");
  await expect(await cell(page, rowAt(page, 1), "Checks")).toHaveAccessibleDescription(`${total} ${limits}`);
  await expect(await cell(page, rowAt(page, 3), "Checks")).toHaveText("passed");

  await rowAt(page, 1).getByText("50.00").click();
  const popover = page.getByRole("dialog", { name: /^Deposit APY of USDC/ });
  await expect(popover.getByRole("listitem")).toHaveText([total, limits]);
  await judge(popover, "the popover of a doubtful market");
  await page.keyboard.press("Escape");

  await rowAt(page, 1).getByRole("link").first().click();
  const checks = page.getByRole("region", { name: "Checks" });
  await expect(checks).toContainText("2 failed");
  await judge(checks, "the checks of a doubtful market");

  await visitComplete(page, "/?view=all");
  await dataStatus(page).click();
  await page.getByRole("link", { name: "Quality by provider" }).click();
  await expect(page.getByRole("dialog", { name: "Data status" })).toHaveCount(0);
  await complete(page);
  await expect(page.getByRole("heading", { name: "Quality by provider" })).toBeFocused();
  await judge(page, "the quality of providers");

  await quality(page).getByRole("link", { name: "Faulty, failed checks: 2 of 2 markets" }).click();
  await complete(page);
  expect(parameters(page)).toMatchObject({ provider: "faulty", sort: "-doubts" });
  await expect(page.getByText("Figures contradict.")).toHaveCount(2);
});
