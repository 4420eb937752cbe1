// Two instances behind one address share no state: paging may change instance on every page.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createService, type Service } from "../../src/service/create-service.ts";
import { askApp, type Answer } from "./gateway.ts";

const environment = {
  DASHBOARD_SECRET: "shared-by-both-0123456789",
  DEMO_MARKETS: "120",
  STORE: "off",
  DEMO_TIME: "2026-10-01T00:00:00Z",
  LOG_LEVEL: "silent",
};
let instances: readonly Service[];

beforeAll(() => {
  instances = [createService(environment), createService(environment)];
});
afterAll(async () => {
  for (const instance of instances) await instance.close();
});

async function readPages(choose: (page: number) => number): Promise<string[]> {
  const { clientKey } = (await ask(0, "/api/dashboard", "")).body;
  const ids: string[] = [];
  let cursor: unknown;
  let page = 0;
  do {
    const query = `limit=15${typeof cursor === "string" ? `&cursor=${encodeURIComponent(cursor)}` : ""}`;
    const { status, body } = await ask(choose(page), `/api/v0/markets?${query}`, String(clientKey));
    expect(status).toBe(200);
    const { markets } = body;
    if (Array.isArray(markets)) ids.push(...markets.map((market: unknown) => String(Object(market).id)));
    ({ cursor } = body);
    page += 1;
  } while (cursor !== null && page < 100);
  return ids;
}

async function ask(instance: number, path: string, key: string): Promise<Answer> {
  const service = instances[instance];
  if (service === undefined) throw new Error(`no instance ${instance}`);
  return askApp(service.app, path, { "x-service-client-key": key });
}

test(
  "paging that changes instance on every page sees every market once, as on one instance",
  { timeout: 30_000 },
  async () => {
    const changing = await readPages((page) => page % 2);
    const staying = await readPages(() => 1);
    expect(changing).toEqual(staying);
    expect(new Set(changing).size).toBe(changing.length);
    expect(changing.length).toBeGreaterThan(60);
  },
);
