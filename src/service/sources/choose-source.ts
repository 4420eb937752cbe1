// Config → the source behind the port. Nothing else in the program asks which one it is.
import type { DemoConfig, UpstreamConfig } from "../config.ts";
import { createDemoSource } from "./demo/demo-source.ts";
import type { MarketSource } from "./market-source.ts";
import type { UpstreamMeter } from "./upstream/upstream-meter.ts";
import { createUpstreamSource } from "./upstream/upstream-source.ts";

export function createSource(config: DemoConfig | UpstreamConfig, meter: UpstreamMeter): MarketSource {
  return config.kind === "demo" ? createDemoSource(config) : createUpstreamSource({ ...config, meter });
}
