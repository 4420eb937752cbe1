// The port for positions, profit and loss, and assets.
import type {
  AssetHistoryRequest,
  AssetSearchRequest,
  AssetsRequest,
} from "../../contract/assets/assets-request.ts";
import type {
  PnlRequest,
  PositionHistoryRequest,
  PositionsRequest,
} from "../../contract/positions/positions-request.ts";
import type { Call, SourceAnswer } from "./source-answer.ts";

type Answer = SourceAnswer | Promise<SourceAnswer>;

/** Bodies match the contract's parsers. Every method fails as `MarketSource` describes. */
export interface Companions {
  /** `parsePositions`. An unknown wallet has no positions. */
  positions(request: PositionsRequest, call: Call): Answer;
  /** `parsePositionHistory`. */
  positionHistory(request: PositionHistoryRequest, call: Call): Answer;
  /** `parsePnl`. */
  pnl(request: PnlRequest, call: Call): Answer;
  /** `{lending: […], yield: […], loop: […], perpetual: […]}`, without prediction. */
  marketsByType(call: Call): Answer;
  /** `parseAssets`: a page of the catalogue. */
  assets(request: AssetsRequest, call: Call): Answer;
  /** `parseAssets`: best match first. */
  search(request: AssetSearchRequest, call: Call): Answer;
  /** `parseAsset`; fails with 404 for an unknown id. */
  asset(id: string, call: Call): Answer;
  /** `parseAssetHistory`; fails with 404 for an unknown id. */
  assetHistory(request: AssetHistoryRequest, call: Call): Answer;
}
