// The demo's wallets and assets: none yet.
import { tagOf } from "../../../tag.ts";
import type { Companions } from "../../companions.ts";
import { SourceError } from "../../market-source.ts";
import { nothingSetAside, type SourceAnswer } from "../../source-answer.ts";

/** Answers every question with an empty list, and knows no asset. */
export function createDemoCompanions(): Companions {
  const positions = answer({ positions: [] });
  const assets = answer({ assets: [] });
  return {
    positions: () => positions,
    positionHistory: () => answer({ data: { positions: [] } }),
    pnl: () => answer({ currency: "USD", positions: [] }),
    marketsByType: () => answer({ lending: [], yield: [], loop: [], perpetual: [] }),
    assets: () => assets,
    search: () => assets,
    asset: refuseAsset,
    assetHistory: refuseAsset,
  };
}

function refuseAsset(): Promise<never> {
  return Promise.reject(new SourceError(404, "The demo has no asset of this id."));
}

function answer(body: unknown): SourceAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  return { tag: tagOf(bytes), bytes: () => bytes, ageSeconds: 0, stale: false, setAside: nothingSetAside };
}
