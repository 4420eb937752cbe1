// Real rates without a key: the dashboard with DefiLlama as source, replaced by a local server with its schemas.
import { manyPools, poolId, startDefillamaServer } from "../fixtures/defillama-server.ts";
import { judge } from "./axe.ts";
import { dataStatus, openComplete, visit } from "./markets.ts";
import { expect, test } from "./story.ts";

test("the source is named, and a deposit leads to the provider's site", async ({ programs, page }) => {
  const server = await startDefillamaServer(manyPools(3000));
  const program = await programs.with({
    SOURCE: "defillama",
    DEFILLAMA_YIELDS_URL: server.baseUrl,
    DEFILLAMA_COINS_URL: server.baseUrl,
    STORE: "off",
  });
  await openComplete(page, `${program.url}/`);
  await expect(page.getByRole("banner")).toContainText("DefiLlama");
  await expect(dataStatus(page)).toContainText("200 loaded");

  await visit(page, `/markets/defillama.${poolId(20)}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("USDC");
  await expect(page.getByRole("link", { name: /^Open on Save/ })).toHaveAttribute(
    "href",
    "https://save.finance/",
  );
  expect(server.requests.filter(({ url }) => url === "/pools")).toHaveLength(1);

  await test.step("the data status names the source, and the portfolio says that it publishes no positions", async () => {
    await visit(page, "/portfolio?wallet=So11111111111111111111111111111111111111112");
    await expect(page.getByRole("heading", { name: "DefiLlama publishes no positions" })).toBeVisible();
    await dataStatus(page).click();
    await expect(page.getByText("DefiLlama through this service")).toBeVisible();
    await judge(page, "a portfolio without positions");
  });
  await server.close();
});
