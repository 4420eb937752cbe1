import { z } from "../zod.ts";
import { positionHistoryBodySchema } from "../positions/position-history.ts";
import { pnlBodySchema, positionSchema, positionTypes } from "../positions/position.ts";
import {
  defaultPositionResolution,
  maxPositionIds,
  positionResolutions,
  type PnlRequest,
  type PositionHistoryRequest,
  type PositionsRequest,
} from "../positions/positions-request.ts";
import { anyMarketSchema } from "./market-operations.ts";
import { parameterNotes, tagged, pastWeight, type Operation } from "./operation.ts";
import { resolutionMs } from "../units.ts";
import { optionalIds, sourceErrors, span, spanRule, wallet, word } from "./parameters.ts";

/** Describes `market`, which `positionSchema` leaves open because it is parsed separately. */
export const describedPositionSchema = z.extend(positionSchema, { market: z.optional(anyMarketSchema) });
const positionsSchema = z.looseObject({ positions: z.array(describedPositionSchema) });

const positionsParameters = z.object({
  walletAddresses: wallet,
  bundleIds: optionalIds(
    "Bundle ids (a prediction bundle is an event, a lending bundle one loan and its collateral)",
    maxPositionIds,
    "all positions",
  ),
  type: z.optional(word(positionTypes)).register(parameterNotes, {
    description: "One type of position. Absent: all types, including unknown ones.",
  }),
});

export const listPositions: Operation<PositionsRequest> = {
  path: "/v0/positions/owners",
  summary: "Positions of a wallet",
  description:
    "Positions of every type with their markets. ltv is a percentage for lending (46.2 is 46.2 %) and a fraction for loops (0.462). An unknown wallet has none.",
  parameters: positionsParameters,
  request: z.pipe(
    positionsParameters,
    z.transform(({ walletAddresses, ...rest }) => ({ wallet: walletAddresses, ...rest })),
  ),
  response: tagged(positionsSchema, "The positions of the wallet."),
  errors: sourceErrors,
};

/** Number of positions assumed if a request names none. */
const ordinaryPositions = 10;

const historyParameters = z.object({
  walletAddress: wallet,
  ...span(positionResolutions, defaultPositionResolution),
  positionIds: optionalIds("Position ids", maxPositionIds, "all positions"),
});

export const positionsHistory: Operation<PositionHistoryRequest> = {
  path: "/v0/positions/history",
  summary: "Value history of a wallet's positions",
  description: "Amounts in whole tokens and in USD over time. An unknown value is null.",
  parameters: historyParameters,
  request: z.pipe(
    historyParameters.check(spanRule),
    z.transform(({ walletAddress, ...rest }) => ({ wallet: walletAddress, ...rest })),
  ),
  response: tagged(positionHistoryBodySchema, "The history of each known position."),
  errors: sourceErrors,
  weight: (request) => {
    const { positionIds, resolution = defaultPositionResolution } = request;
    return pastWeight(positionIds?.length ?? ordinaryPositions, request, resolutionMs[resolution]);
  },
};

const pnlParameters = z.object({ walletAddresses: wallet });

export const positionsPnl: Operation<PnlRequest> = {
  path: "/v0/positions/pnl",
  summary: "Profit and loss of a wallet",
  description: "In USD, realized and unrealized, closed positions included.",
  parameters: pnlParameters,
  request: z.pipe(
    pnlParameters,
    z.transform(({ walletAddresses }) => ({ wallet: walletAddresses })),
  ),
  response: tagged(pnlBodySchema, "The totals and their parts."),
  errors: sourceErrors,
};
