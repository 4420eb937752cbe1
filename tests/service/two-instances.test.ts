// Two instances behind one address share no state: paging may change instance on every page.
import { expect, test } from "vitest";
import { parseMarketsPage } from "../../src/contract/markets-page.ts";
import { createService } from "../../src/service/create-service.ts";
import { askApp } from "./gateway.ts";

test("paging across instances sees every market once, with a shared key", async () => {
  const environment = {
    DASHBOARD_SECRET: "shared-by-both-0123456789",
    DEMO_MARKETS: "120",
    STORE: "off",
    DEMO_TIME: "2026-10-01T00:00:00Z",
    LOG_LEVEL: "silent",
  };
  const instances = [createService(environment), createService(environment)] as const;
  const { clientKey } = (await askApp(instances[0].app, "/api/dashboard")).body;
  const ids: string[] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null; page += 1) {
    const { app } = instances[page % 2 === 0 ? 0 : 1];
    const query = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const headers = { "x-service-client-key": String(clientKey) };
    const { body } = await askApp(app, `/api/v0/markets?limit=15${query}`, headers);
    const read = parseMarketsPage(body);
    ids.push(...read.markets.map(({ market }) => market.id));
    ({ cursor } = read);
  }
  expect([new Set(ids).size, ids.length > 60]).toEqual([ids.length, true]);
  for (const instance of instances) await instance.close();
});
