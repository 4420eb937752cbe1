import { expect, test } from "vitest";
import { suggestedAsset } from "./asset-suggestion.tsx";

const tokens = ["SOL", "JitoSOL", "mSOL", "USDC"].map((symbol) => ({
  mint: `${symbol}mint`,
  symbol,
  name: undefined,
  tags: [],
}));
const meant = (query: string): string | undefined => suggestedAsset(query, tokens)?.symbol;

test("suggests the token with that exact symbol or the only match, and none of several", () => {
  expect(["sol", "jito", "jitosl", "USDC "].map(meant)).toEqual(["SOL", "JitoSOL", "JitoSOL", "USDC"]);
  for (const query of ["so", "qqqq", "  ", ""]) expect(meant(query)).toBeUndefined();
  expect(["jitosl", "jito"].map((query) => suggestedAsset(query, tokens, true)?.symbol)).toEqual([
    undefined,
    "JitoSOL",
  ]);
});
