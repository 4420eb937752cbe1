import type { LoopMarket, PerpetualMarket } from "../../../../contract/market.ts";
import { averagedDays } from "../../../../contract/record/record-parts.ts";
import { kaminoFacts, known } from "../facts.ts";
import { ratePath } from "../hourly-rates.ts";
import { streamOf, unit } from "../noise.ts";
import { borrowChannel, supplyChannel } from "../pool.ts";
import { roundUsd } from "../rounding.ts";
import { tokenBody } from "../tokens.ts";
import type { KaminoReserve, ProductContext } from "./pools.ts";
import { addressOf, identityOf, productNamed, providerBody, type Product } from "./product.ts";
import { createRatedSide } from "./rated-product.ts";
import { variantName } from "./variant.ts";

type Pair<Type extends string> = ReturnType<typeof pairsOf<Type>>[number];

export function createLoopProducts(context: ProductContext): Product[] {
  return pairsOf(context, "multiply", "loop").map((pair, index) => loopProduct(context, pair, index));
}

export function createPerpetualProducts(context: ProductContext): Product[] {
  return pairsOf(context, "leverage", "perpetual").map((pair) => perpetualProduct(context, pair));
}

function pairsOf<Type extends string>(
  { reserves }: ProductContext,
  product: "multiply" | "leverage",
  type: Type,
) {
  const facts = productNamed(`kamino/${product}`);
  const pairs = kaminoFacts.pairs.filter((pair) => pair.product === product);
  return pairs.map(({ market, collateral, debt, leverage, maxLtv, liquidationLtv }, index) => {
    const supplied = known(reserves.get(`${market}:${collateral}`), collateral);
    const owed = known(reserves.get(`${market}:${debt}`), debt);
    const [token, borrowToken] = [tokenBody(supplied.token), tokenBody(owed.token)];
    const mints = [supplied.token.mint, owed.token.mint] as const;
    const identity = (variant: number) =>
      identityOf(facts, variant, {
        market: addressOf(variant, supplied.marketAddress, "market", market),
        collateral: mints[0],
        debt: mints[1],
        reserve: supplied.address,
        debtReserve: owed.address,
      });
    return {
      supplied,
      owed,
      leverage,
      maxLtv,
      liquidationLtv,
      /** 1/(1 − LTV), rounded down to one decimal. */
      maxLeverage: Math.floor(10 / (1 - maxLtv) + 1e-9) / 10,
      shared: {
        key: `kamino/${product}/${supplied.key}/${debt}`,
        type,
        provider: "kamino",
        mints,
        idOf: (variant: number) => identity(variant).id,
        legs: { supplied: supplied.productKey, owed: owed.productKey },
      },
      bodyOf: (variant: number) => {
        const { id, websiteUrl, actions } = identity(variant);
        const productName = variantName(facts.name.replace("{symbols}", `${collateral}/${debt}`), variant);
        const tokens = index % 9 === 4 ? { token, borrowToken } : { tokenA: token, tokenB: borrowToken };
        return { id, type, productName, provider: providerBody("kamino"), ...tokens, websiteUrl, actions };
      },
    };
  });
}

// Rate: L · (staking yield + lending) − (L − 1) · borrowing, with the average leverage L and the rewards of both
// reserves. May be negative.
function loopProduct({ seed, book }: ProductContext, pair: Pair<"loop">, index: number): Product {
  const { supplied, owed, maxLtv, liquidationLtv, maxLeverage, leverage, shared, bodyOf } = pair;
  const side = createRatedSide(seed, book, {
    key: shared.key,
    deposit: ratePath(
      { rates: supplied.pool.rates, channel: supplyChannel, coefficient: leverage },
      { rates: owed.pool.rates, channel: borrowChannel, coefficient: 1 - leverage },
      { rates: book.nativeYield(supplied.token), channel: 0, coefficient: leverage },
      { rates: supplied.rewards, channel: supplyChannel, coefficient: leverage },
      { rates: owed.rewards, channel: borrowChannel, coefficient: leverage - 1 },
    ),
    windows: index % 12 === 7 ? [] : averagedDays,
  });
  return {
    ...shared,
    past: side,
    marketAt(variant, time): LoopMarket {
      const { actions, ...body } = bodyOf(variant.index);
      const fields = side.fieldsAt(variant, time);
      return {
        ...body,
        depositApy: fields.depositApy,
        depositApy30d: fields.baseDepositApy30d,
        depositApy90d: fields.baseDepositApy90d,
        depositApy180d: fields.baseDepositApy180d,
        maxLeverage,
        maxLtv,
        liquidationLtv,
        // Real sources do not always send the leverage, so every third loop omits it.
        additionalData: { marketName: supplied.facts.market, ...(index % 3 === 2 ? {} : { leverage }) },
        actions,
      };
    },
  };
}

/** Longs borrow the second token, shorts the first. The liquidity of a side is what its reserve can still lend. */
function perpetualProduct({ book }: ProductContext, pair: Pair<"perpetual">): Product {
  const { supplied, owed, maxLeverage, shared, bodyOf } = pair;
  const availableUsd = ({ pool, token }: KaminoReserve, time: number): number =>
    (Math.min(pool.depositsAt(time), pool.maxBorrow) - pool.borrowsAt(time)) * book.price(token, time);
  const isBare = unit(streamOf(0, "bare", shared.key), 0) < 0.15;
  return {
    ...shared,
    marketAt(variant, time): PerpetualMarket {
      const { actions, ...body } = bodyOf(variant.index);
      return {
        ...body,
        websiteUrl: isBare ? undefined : body.websiteUrl,
        liquidity: {
          longUsd: roundUsd(availableUsd(owed, time) * variant.size),
          shortUsd: roundUsd(availableUsd(supplied, time) * variant.size),
        },
        maxLeverage,
        additionalData: isBare ? undefined : { marketName: supplied.facts.market },
        actions,
      };
    },
  };
}
