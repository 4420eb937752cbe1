import { z } from "../zod.ts";
import { assetHistorySchema, assetSchema, assetsBodySchema } from "../assets/asset.ts";
import {
  defaultAssets,
  exampleAssetId,
  maxSearchLength,
  maxAssets,
  type AssetHistoryRequest,
  type AssetSearchRequest,
  type AssetsRequest,
} from "../assets/assets-request.ts";
import { historyResolutions } from "../history.ts";
import { parameterNotes, tagged, pastWeight, type Operation } from "./operation.ts";
import { cursor, limit, ours, parameter, quoted, sourceErrors, span, spanRule } from "./parameters.ts";

/** Excludes slashes and ids of dots only, which would change the path. */
const assetId = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,149}$/;

const id = parameter((text, fault) => {
  if (!assetId.test(text))
    fault(
      `in the path is ${quoted(text)}. Give a chain and a token's address, such as ${exampleAssetId}, percent-encoded once.`,
    );
  return text;
}).register(parameterNotes, {
  in: "path",
  description: "The chain and the token's address with a colon between them, percent-encoded.",
  example: exampleAssetId,
});

export const searchAssets: Operation<AssetSearchRequest> = {
  path: "/v0/search",
  summary: "Find assets by name, ticker or tag",
  description: `The best match comes first. ${ours}`,
  parameters: z.object({
    query: parameter((text, fault) => {
      const query = text.trim();
      if (query === "") fault("is required: a name, a ticker or a tag.");
      if (query.length > maxSearchLength)
        fault(`has ${query.length} characters. Give at most ${maxSearchLength}.`);
      return query;
    }, "is required: a name, a ticker or a tag.").register(parameterNotes, {
      description: "A name, a ticker or a tag.",
      schema: { type: "string", minLength: 1, maxLength: maxSearchLength },
      example: "usdc",
    }),
    limit: limit("assets", maxAssets, defaultAssets),
  }),
  response: tagged(assetsBodySchema, "The assets that match."),
  errors: sourceErrors,
};

export const listAssets: Operation<AssetsRequest> = {
  path: "/v0/assets",
  summary: "List assets, page by page",
  description: `Pass the cursor back until it is null or absent. ${ours}`,
  parameters: z.object({
    cursor: cursor("The cursor of the previous page."),
    limit: limit("assets", maxAssets, defaultAssets),
  }),
  response: tagged(assetsBodySchema, "A page of assets."),
  errors: sourceErrors,
};

export const getAsset: Operation<{ readonly id: string }> = {
  path: "/v0/assets/{id}",
  summary: "One asset and its price",
  description: ours,
  parameters: z.object({ id }),
  response: tagged(assetSchema, "The asset."),
  errors: sourceErrors,
};

export const assetHistory: Operation<AssetHistoryRequest> = {
  path: "/v0/assets/{id}/history",
  summary: "Price history of an asset",
  description: `Prices in USD over time. An unknown price is null. ${ours}`,
  parameters: z.object({ id, ...span(historyResolutions, "the source's own") }).check(spanRule),
  response: tagged(assetHistorySchema, "The prices of the asset."),
  errors: sourceErrors,
  weight: (request) => pastWeight(1, request),
};
