import { expect, test } from "vitest";
import { suggestedAsset } from "./asset-suggestion.tsx";

const tokens = ["SOL", "JitoSOL", "mSOL", "USDC"].map((symbol) => ({
  mint: `${symbol}mint`,
  symbol,
  name: undefined,
  tags: [],
}));
const meant = (query: string): string | undefined => suggestedAsset(query, tokens)?.symbol;

test("a search means the token called just so, or the only one that is found, and of several none", () => {
  expect([meant("sol"), meant("jito"), meant("jitosl"), meant("USDC ")]).toEqual([
    "SOL",
    "JitoSOL",
    "JitoSOL",
    "USDC",
  ]);
  expect([meant("so"), meant("qqqq"), meant("  "), meant("")]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
