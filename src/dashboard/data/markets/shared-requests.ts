import { ratedMarketTypes } from "../../../contract/market.ts";
import { maximumLimit } from "../../../contract/markets-request.ts";

export const allMarketsRequest = { limit: maximumLimit } as const;
export const allRatesRequest = { types: ratedMarketTypes, limit: maximumLimit } as const;
export const allDepositsRequest = { types: ["lending", "yield"], limit: maximumLimit } as const;
export const allLoansRequest = { types: ["lending"], limit: maximumLimit } as const;
export const allLoopsRequest = { types: ["loop"], limit: maximumLimit } as const;
