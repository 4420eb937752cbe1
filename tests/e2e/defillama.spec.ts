// Real rates without a key: the dashboard on a service whose source is DefiLlama, here a local server of the same shapes.
import {
  manyPools,
  poolId,
  startDefillamaServer,
  type DefillamaServer,
} from "../fixtures/defillama-server.ts";
import { judge } from "./axe.ts";
import { dataStatus, openComplete } from "./markets.ts";
import { expect, test } from "./story.ts";

let server: DefillamaServer;
test.beforeAll(async () => {
  server = await startDefillamaServer(manyPools(3000));
});
test.afterAll(() => server.close());

test("the source is named, unknown figures stay unknown, and a deposit leads to the provider's site", async ({
  programs,
  page,
}) => {
  const program = await programs.with({
    SOURCE: "defillama",
    DEFILLAMA_YIELDS_URL: server.baseUrl,
    DEFILLAMA_COINS_URL: server.baseUrl,
    STORE: "off",
  });
  await openComplete(page, `${program.url}/`);
  await expect(page.getByRole("banner")).toContainText("DefiLlama");
  await expect(dataStatus(page)).toContainText("200 markets");
  await judge(page, "a list of DefiLlama's pools");

  await page.goto(`${program.url}/markets/defillama.${poolId(20)}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("USDC");
  await expect(page.getByRole("link", { name: /^Open on Save/ })).toHaveAttribute(
    "href",
    "https://save.finance/",
  );
  await expect(page.getByRole("main")).toContainText("66.7 %");
  await judge(page, "a market of DefiLlama");

  const ids = [20, 40, 10].map((index) => `defillama.${poolId(index)}`);
  await page.goto(`${program.url}/compare?ids=${ids.join(",")}`);
  await expect(page.getByRole("main")).toContainText("averages are unknown");
  await expect(page.getByRole("table").first()).toContainText("100.0 %");
  await judge(page, "DefiLlama's pools compared");
  expect(server.requests.filter(({ path }) => path === "/pools")).toHaveLength(1);
});

test("on a phone the data status names the source, and the portfolio says that it publishes no positions", async ({
  programs,
  page,
}) => {
  const program = await programs.with({
    SOURCE: "defillama",
    DEFILLAMA_YIELDS_URL: server.baseUrl,
    DEFILLAMA_COINS_URL: server.baseUrl,
    STORE: "off",
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${program.url}/portfolio?wallet=So11111111111111111111111111111111111111112`);
  await expect(page.getByRole("heading", { name: "DefiLlama publishes no positions" })).toBeVisible();
  await expect(dataStatus(page)).toHaveAccessibleName(/Complete/);
  await dataStatus(page).click();
  await expect(page.getByText("DefiLlama through this server")).toBeVisible();
  await judge(page, "a portfolio without positions");
});
