// The routes of the service as a function from Request to Response: tests call it without a port.
import { Hono, type MiddlewareHandler } from "hono";
import { clientKeyHeader } from "../contract/api-error.ts";
import type { DashboardConfig } from "../contract/dashboard-config.ts";
import type { Config } from "./config.ts";
import { createKeyHolder } from "./http/client-key.ts";
import { EncodedBodies } from "./http/encoded-bodies.ts";
import { RequestRefused, errorAnswer } from "./http/error-answer.ts";
import { createHistoryRoute, createMarketsRoute } from "./http/markets-routes.ts";
import { createStaticFiles } from "./http/static-files.ts";
import type { MarketSource } from "./sources/market-source.ts";

export interface AppParts {
  readonly config: Config;
  readonly source: MarketSource;
  /** Where the built dashboard lies; without it only the API answers. */
  readonly dashboardDirectory?: string;
}

const apiPaths = ["/api/dashboard", "/api/v0/markets", "/api/v0/markets/history"] as const;

const encodedBytes = 64 * 1024 * 1024;

/** The whole service behind one address. */
export function createApp({ config, source, dashboardDirectory }: AppParts): Hono {
  const app = new Hono();
  const holderOf = createKeyHolder(config.clientKeys, config.dashboardKey);
  const bodies = new EncodedBodies(encodedBytes);
  const files = createStaticFiles(dashboardDirectory);

  app.onError((error) => errorAnswer(error));

  app.get("/api/dashboard", (c) =>
    c.json(
      {
        source: {
          kind: source.kind,
          label: source.label,
          ...(source.capturedAt === undefined ? {} : { capturedAt: source.capturedAt }),
        },
        clientKey: config.dashboardKey,
        interstitialUrl: config.interstitialUrl,
      } satisfies DashboardConfig,
      200,
      { "cache-control": "no-store" },
    ),
  );

  const needsKey: MiddlewareHandler = async (c, next) => {
    const given = c.req.header(clientKeyHeader);
    if (holderOf(given) !== undefined) return next();
    throw new RequestRefused(
      401,
      "key-refused",
      given === undefined
        ? `The header ${clientKeyHeader} is missing. Send the key the operator gave you.`
        : `The key in ${clientKeyHeader} is not known here. Check it, or ask the operator for one.`,
    );
  };
  app.get("/api/v0/markets", needsKey, createMarketsRoute(source, bodies));
  app.get("/api/v0/markets/history", needsKey, createHistoryRoute(source, bodies));

  for (const path of apiPaths)
    app.all(path, (c) => {
      throw new RequestRefused(
        405,
        "method-not-allowed",
        `${c.req.method} is not supported here. The service is read only: use GET or HEAD.`,
        { allow: "GET, HEAD" },
      );
    });
  app.all("/api/*", () => {
    throw new RequestRefused(
      404,
      "not-found",
      "There is nothing at this address. The API is described at /api/docs.",
    );
  });
  app.all("/api", (c) => c.redirect("/api/docs", 302));

  app.get("*", async (c) => {
    const answer = await files.answer(c.req.raw, c.req.path);
    if (answer !== undefined) return answer;
    return c.text("There is nothing at this address.\n", 404, { "cache-control": "no-store" });
  });
  app.all("*", (c) => c.text("Only GET and HEAD are supported.\n", 405, { allow: "GET, HEAD" }));

  return app;
}
