// Loops (Kamino Multiply) and perpetuals (Kamino Leverage): both supply one reserve and borrow another.
import type { LoopMarket, PerpetualMarket } from "../../../../contract/market.ts";
import { isolatedLeverage, isolatedLoops } from "../facts/isolated-markets.ts";
import { kaminoPairs } from "../facts/kamino.ts";
import { averageWindows, RatePath, type RateTerm } from "../hourly-rates.ts";
import { madeUpAddress, streamOf, unit } from "../noise.ts";
import { borrowChannel, supplyChannel } from "../pool.ts";
import { roundShare, roundUsd } from "../rounding.ts";
import type { DemoToken } from "../token-prices.ts";
import { liquidationLtvOf, productKey, type KaminoReserve } from "./kamino-reserves.ts";
import {
  actionLinks,
  providerBody,
  tokenBody,
  variantName,
  withoutMissing,
  type Product,
  type Variant,
} from "./product.ts";
import { reserveOf, type ProductContext } from "./product-context.ts";
import { RatedSide } from "./rated-product.ts";

interface Pair {
  readonly supplied: KaminoReserve;
  readonly owed: KaminoReserve;
  readonly maxLtv: number;
}

function kind(token: DemoToken): string {
  return token.family === "lst" ? "sol" : token.family;
}

/** The highest loan-to-value of a pair: tokens of one kind may be borrowed against each other almost in full. */
function pairLtv(supplied: KaminoReserve, owed: KaminoReserve): number {
  if (kind(supplied.token) === "sol" && kind(owed.token) === "sol") return 0.9;
  if (supplied.token.family === "usd" && owed.token.family === "usd") return 0.85;
  return supplied.maxLtv ?? 0.5;
}

/** The highest leverage a loan-to-value allows, 1/(1 − LTV), cut to one decimal so that it is never above. */
function highestLeverage(maxLtv: number): number {
  return Math.floor(10 / (1 - maxLtv) + 1e-9) / 10;
}

/** Every ninth market is in the flat shape: token and borrowToken instead of tokenA and tokenB. */
function pairTokens(
  { supplied, owed }: Pair,
  flat: boolean,
): Pick<LoopMarket, "tokenA" | "tokenB" | "token" | "borrowToken"> {
  return flat
    ? { token: tokenBody(supplied.token), borrowToken: tokenBody(owed.token) }
    : { tokenA: tokenBody(supplied.token), tokenB: tokenBody(owed.token) };
}

function marketAddress(pair: Pair, variant: number): string {
  return variant === 0
    ? pair.supplied.marketAddress
    : madeUpAddress(streamOf(0, "market", pair.supplied.market, String(variant)));
}

export function createLoopProducts(context: ProductContext): Product[] {
  const main = kaminoPairs
    .filter(([tag]) => tag === "Multiply")
    .map(([, collateral, debt, leverage]): readonly [Pair, number] => {
      const supplied = reserveOf(context, `Main Market:${collateral}`);
      const owed = reserveOf(context, `Main Market:${debt}`);
      return [{ supplied, owed, maxLtv: pairLtv(supplied, owed) }, leverage];
    });
  const others = isolatedLoops.map(
    ([market, collateral, debt, leverage, maxLtv]): readonly [Pair, number] => [
      {
        supplied: reserveOf(context, `${market}:${collateral}`),
        owed: reserveOf(context, `${market}:${debt}`),
        maxLtv,
      },
      leverage,
    ],
  );
  return [...main, ...others].map(([pair, leverage], index) => loopProduct(context, pair, leverage, index));
}

/**
 * A loop earns L · (what the supplied token earns by itself and lent) − (L − 1) · what the borrowed one costs, with L the
 * leverage its depositors have on average, and the rewards of both reserves included. It may be negative.
 */
function loopProduct(context: ProductContext, pair: Pair, leverage: number, index: number): Product {
  const { supplied, owed, maxLtv } = pair;
  const native = context.book.nativeYield(supplied.token);
  const terms: RateTerm[] = [
    { rates: supplied.pool.rates, channel: supplyChannel, coefficient: leverage },
    { rates: owed.pool.rates, channel: borrowChannel, coefficient: 1 - leverage },
  ];
  if (native !== undefined) terms.push({ rates: native, channel: 0, coefficient: leverage });
  if (supplied.rewards !== undefined)
    terms.push({ rates: supplied.rewards, channel: supplyChannel, coefficient: leverage });
  if (owed.rewards !== undefined)
    terms.push({ rates: owed.rewards, channel: borrowChannel, coefficient: leverage - 1 });
  const key = `kamino/multiply/${supplied.key}/${owed.token.symbol}`;
  const side = new RatedSide(context.seed, context.book, {
    key,
    deposit: new RatePath(terms),
    windows: index % 12 === 7 ? [] : averageWindows,
  });
  const flat = index % 9 === 4;
  const liquidationLtv = roundShare(liquidationLtvOf(maxLtv, supplied.token));
  const idOf = (variant: number): string =>
    ["kamino.multiply", marketAddress(pair, variant), supplied.token.mint, owed.token.mint].join(".");
  return {
    key,
    type: "loop",
    provider: "kamino",
    mints: [supplied.token.mint, owed.token.mint],
    idOf,
    past: side,
    legs: { supplied: productKey(supplied), owed: productKey(owed) },
    marketAt(variant: Variant, time: number): LoopMarket {
      const market = marketAddress(pair, variant.index);
      const query = `?collTokenMint=${supplied.token.mint}&debtTokenMint=${owed.token.mint}`;
      const fields = side.fieldsAt(variant, time);
      return withoutMissing({
        id: idOf(variant.index),
        type: "loop",
        productName: variantName(`${supplied.token.symbol}/${owed.token.symbol} Multiply`, variant.index),
        provider: providerBody("kamino"),
        ...pairTokens(pair, flat),
        websiteUrl:
          variant.index === 0
            ? `https://kamino.com/multiply/${market}/${supplied.address}/${owed.address}`
            : "https://kamino.com/multiply",
        depositApy: fields.depositApy,
        depositApy30d: fields.baseDepositApy30d,
        depositApy90d: fields.baseDepositApy90d,
        depositApy180d: fields.baseDepositApy180d,
        maxLeverage: highestLeverage(maxLtv),
        maxLtv,
        liquidationLtv,
        // No reference names the leverage among what is sent, so every third loop does not tell it.
        additionalData: { marketName: supplied.market, ...(index % 3 === 2 ? {} : { leverage }) },
        actions: actionLinks("kamino", {
          setup: `/api/v0/multiply/${market}/setup${query}`,
          deposit: `/api/v0/multiply/${market}/deposit${query}`,
          withdraw: `/api/v0/multiply/${market}/withdraw${query}`,
        }),
      });
    },
  };
}

export function createPerpetualProducts(context: ProductContext): Product[] {
  const main = kaminoPairs
    .filter(([tag]) => tag === "Leverage")
    .map(([, collateral, debt]): Pair => {
      const supplied = reserveOf(context, `Main Market:${collateral}`);
      const owed = reserveOf(context, `Main Market:${debt}`);
      return { supplied, owed, maxLtv: pairLtv(supplied, owed) };
    });
  const others = isolatedLeverage.map(([market, base, quote, maxLtv]): Pair => ({
    supplied: reserveOf(context, `${market}:${base}`),
    owed: reserveOf(context, `${market}:${quote}`),
    maxLtv,
  }));
  return [...main, ...others].map((pair, index) => perpetualProduct(context, pair, index));
}

/** Longs borrow the second token, shorts the first: the liquidity of a side is what may still be borrowed from its reserve. */
function perpetualProduct({ book }: ProductContext, pair: Pair, index: number): Product {
  const { supplied, owed, maxLtv } = pair;
  const flat = index % 9 === 4;
  const idOf = (variant: number): string =>
    ["kamino.leverage", marketAddress(pair, variant), supplied.token.mint, owed.token.mint].join(".");
  const availableUsd = ({ pool, token }: KaminoReserve, time: number): number =>
    (Math.min(pool.depositsAt(time), pool.maxBorrow) - pool.borrowsAt(time)) * book.price(token, time);
  const key = `kamino/leverage/${supplied.key}/${owed.token.symbol}`;
  const bare = unit(streamOf(0, "bare", key), 0) < 0.15;
  return {
    key,
    type: "perpetual",
    provider: "kamino",
    mints: [supplied.token.mint, owed.token.mint],
    idOf,
    legs: { supplied: productKey(supplied), owed: productKey(owed) },
    marketAt(variant: Variant, time: number): PerpetualMarket {
      const market = marketAddress(pair, variant.index);
      const query = `?collTokenMint=${supplied.token.mint}&debtTokenMint=${owed.token.mint}`;
      return withoutMissing({
        id: idOf(variant.index),
        type: "perpetual",
        productName: variantName(`${supplied.token.symbol}/${owed.token.symbol} Leverage`, variant.index),
        provider: providerBody("kamino"),
        ...pairTokens(pair, flat),
        websiteUrl: bare ? undefined : "https://kamino.com",
        liquidity: {
          longUsd: roundUsd(availableUsd(owed, time) * variant.size),
          shortUsd: roundUsd(availableUsd(supplied, time) * variant.size),
        },
        maxLeverage: highestLeverage(maxLtv),
        additionalData: bare ? undefined : { marketName: supplied.market },
        actions: actionLinks("kamino", {
          setup: `/api/v0/leverage/${market}/setup${query}`,
          openPosition: `/api/v0/leverage/${market}/open-position${query}`,
          closePosition: `/api/v0/leverage/${market}/close-position${query}`,
        }),
      });
    },
  };
}
