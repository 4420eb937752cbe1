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
  expect(server.requests.filter(({ path }) => path === "/pools")).toHaveLength(1);
});
