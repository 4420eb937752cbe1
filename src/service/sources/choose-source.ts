// Config → the source behind the port. Nothing else in the program asks which one it is.
import type { DemoConfig, UpstreamConfig } from "../config.ts";
import { createDemoSource } from "./demo/demo-source.ts";
import type { SharedAnswers } from "../store/shared-answers.ts";
import type { MarketSource } from "./market-source.ts";
import type { UpstreamMeter } from "./upstream/upstream-meter.ts";
import { createUpstreamSource } from "./upstream/upstream-source.ts";

/** @param sharedAnswers what instances with one store give to each other; only an upstream needs it */
export function createSource(
  config: DemoConfig | UpstreamConfig,
  meter: UpstreamMeter,
  sharedAnswers: () => SharedAnswers | undefined,
): MarketSource {
  return config.kind === "demo"
    ? createDemoSource(config)
    : createUpstreamSource({ ...config, meter, sharedAnswers });
}
