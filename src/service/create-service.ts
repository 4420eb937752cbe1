// Environment → the whole service, not yet listening. The program and the development server both start here.
import type { Hono } from "hono";
import { createApp } from "./app.ts";
import { readConfig, type Config, type Environment } from "./config.ts";
import { createSource } from "./sources/choose-source.ts";
import type { MarketSource } from "./sources/market-source.ts";

export interface Service {
  readonly config: Config;
  readonly source: MarketSource;
  readonly app: Hono;
}

/**
 * @param dashboardDirectory where the built dashboard lies; absent in development, where Vite serves it
 * @throws ConfigError
 */
export function createService(environment: Environment, dashboardDirectory?: string): Service {
  const config = readConfig(environment);
  const source = createSource(config.source);
  const app = createApp({
    config,
    source,
    ...(dashboardDirectory === undefined ? {} : { dashboardDirectory }),
  });
  return { config, source, app };
}
