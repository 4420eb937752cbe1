import { expect, test } from "vitest";
import { dashboardConfigSchema } from "../../src/contract/dashboard-config.ts";
import { createService } from "../../src/service/create-service.ts";
import { askApp } from "./gateway.ts";

async function publishedSource(environment: Readonly<Record<string, string>>): Promise<unknown> {
  const service = createService({ DEMO_MARKETS: "1", LOG_LEVEL: "silent", STORE: "off", ...environment });
  const { body } = await askApp(service.app, "/api/dashboard");
  await service.close();
  return dashboardConfigSchema.parse(body).source;
}

test("a demo with a frozen clock says when, so that charts end there", async () => {
  expect(await publishedSource({ DEMO_TIME: "2026-10-01T00:00:00Z" })).toMatchObject({
    frozenAt: "2026-10-01T00:00:00.000Z",
  });
});

test("a demo whose clock runs does not", async () => {
  expect(await publishedSource({})).not.toHaveProperty("frozenAt");
});
