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

/** Bodies match the parsers named below. Methods fail as `MarketSource` describes. */
export interface Companions {
  /** `parsePositions`; empty for unknown wallets. */
  readonly positions: (request: PositionsRequest, call: Call) => Answer;
  /** `parsePositionHistory` */
  readonly positionHistory: (request: PositionHistoryRequest, call: Call) => Answer;
  /** `parsePnl` */
  readonly pnl: (request: PnlRequest, call: Call) => Answer;
  /** `parseMarketsByType` */
  readonly marketsByType: (call: Call) => Answer;
  readonly assets: (request: AssetsRequest, call: Call) => Answer;
  /** `parseAssets` */
  readonly search: (request: AssetSearchRequest, call: Call) => Answer;
  /** `parseAsset`; 404 for an unknown id. */
  readonly asset: (id: string, call: Call) => Answer;
  /** `parseAssetHistory`; 404 for an unknown id. */
  readonly assetHistory: (request: AssetHistoryRequest, call: Call) => Answer;
}
