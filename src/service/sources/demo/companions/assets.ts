import { assetIdOf, type Asset } from "../../../../contract/assets/asset.ts";
import { dayMs } from "../../../../contract/units.ts";
import { roundPrice } from "../rounding.ts";
import type { DemoToken, TokenBook } from "../tokens.ts";

export function assetAt(token: DemoToken, book: TokenBook, time: number): Asset {
  const { mint, symbol, name, decimals, icon, tags } = token;
  const price = book.price(token, time);
  return {
    id: assetIdOf(mint),
    address: mint,
    symbol,
    name,
    decimals,
    icon,
    tags,
    priceUsd: roundPrice(price),
    priceChange24h: roundPrice(price / book.price(token, time - dayMs) - 1),
  };
}
