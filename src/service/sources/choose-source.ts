import type { Config } from "../config.ts";
import { createDefillamaSource } from "./defillama/defillama-source.ts";
import { createDemoSource } from "./demo/demo-source.ts";
import type { MarketSource } from "./market-source.ts";
import type { UpstreamMeter } from "../metrics.ts";
import { createUpstreamSource } from "./upstream/upstream-source.ts";

export function createSource(config: Config["source"], meter: UpstreamMeter): MarketSource {
  if (config.kind === "demo") return createDemoSource(config);
  return config.kind === "upstream"
    ? createUpstreamSource({ ...config, meter })
    : createDefillamaSource({ ...config, meter });
}
