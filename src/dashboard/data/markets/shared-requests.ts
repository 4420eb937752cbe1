import { ratedMarketTypes } from "../../../contract/market.ts";
import { maxLimit } from "../../../contract/markets-request.ts";

export const allMarketsRequest = { limit: maxLimit } as const;
export const allRatesRequest = { types: ratedMarketTypes, limit: maxLimit } as const;
export const allDepositsRequest = { types: ["lending", "yield"], limit: maxLimit } as const;
export const allLoansRequest = { types: ["lending"], limit: maxLimit } as const;
export const allLoopsRequest = { types: ["loop"], limit: maxLimit } as const;
