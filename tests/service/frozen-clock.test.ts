import { expect, test } from "vitest";
import { dashboardConfigSchema } from "../../src/contract/dashboard-config.ts";
import { createService } from "../../src/service/create-service.ts";
import { askApp } from "./gateway.ts";

async function sourceTold(environment: Readonly<Record<string, string>>): Promise<unknown> {
  const service = createService({ DEMO_MARKETS: "1", LOG_LEVEL: "silent", STORE: "off", ...environment });
  const { body } = await askApp(service.app, "/api/dashboard");
  await service.close();
  return dashboardConfigSchema.parse(body).source;
}

test("a demo whose clock stands still says where, so that charts end there", async () => {
  expect(await sourceTold({ DEMO_TIME: "2026-10-01T00:00:00Z" })).toMatchObject({
    frozenAt: "2026-10-01T00:00:00.000Z",
  });
});

test("a demo whose clock runs says nothing of it", async () => {
  expect(await sourceTold({})).not.toHaveProperty("frozenAt");
});
