import type { LoopMarket, PerpetualMarket } from "../../../../contract/market.ts";
import { kaminoFacts } from "../facts.ts";
import { averageWindows, RatePath, type RateTerm } from "../hourly-rates.ts";
import { madeUpAddress, streamOf, unit } from "../noise.ts";
import { borrowChannel, supplyChannel } from "../pool.ts";
import { roundShare, roundUsd } from "../rounding.ts";
import type { DemoToken } from "../tokens.ts";
import { liquidationLtvOf, productKey, type KaminoReserve, type ProductContext } from "./pools.ts";
import { actionLinks, actionPaths, providerBody, tokenBody, variantName, type Product } from "./product.ts";
import { RatedSide } from "./rated-product.ts";

type PairFacts = (typeof kaminoFacts.pairs)[number];
interface Pair {
  readonly supplied: KaminoReserve;
  readonly owed: KaminoReserve;
  readonly maxLtv: number;
  readonly leverage: number;
}

const kind = ({ family }: DemoToken): string => (family === "lst" ? "sol" : family);

function pairLtv(supplied: KaminoReserve, owed: KaminoReserve): number {
  if (kind(supplied.token) === "sol" && kind(owed.token) === "sol") return 0.9;
  if (supplied.token.family === "usd" && owed.token.family === "usd") return 0.85;
  return supplied.facts.maxLtv ?? 0.5;
}

function pairOf(
  { reserves }: ProductContext,
  { market, collateral, debt, maxLtv, leverage }: PairFacts,
): Pair {
  const supplied = reserves.get(`${market}:${collateral}`);
  const owed = reserves.get(`${market}:${debt}`);
  if (supplied === undefined || owed === undefined)
    throw new Error(`${market} has no reserves for ${collateral} and ${debt}.`);
  return { supplied, owed, maxLtv: maxLtv ?? pairLtv(supplied, owed), leverage: leverage ?? 1 };
}

export function createLoopProducts(context: ProductContext): Product[] {
  return pairsOf("multiply").map((facts, index) => loopProduct(context, pairOf(context, facts), index));
}

export function createPerpetualProducts(context: ProductContext): Product[] {
  return pairsOf("leverage").map((facts, index) => perpetualProduct(context, pairOf(context, facts), index));
}

function pairsOf(product: PairFacts["product"]): readonly PairFacts[] {
  return kaminoFacts.pairs.filter((pair) => pair.product === product);
}

function pairProduct({ supplied, owed, maxLtv }: Pair, product: PairFacts["product"], index: number) {
  const { market } = supplied.facts;
  const [token, borrowToken] = [tokenBody(supplied.token), tokenBody(owed.token)];
  const mints = [supplied.token.mint, owed.token.mint] as const;
  const name = `${supplied.token.symbol}/${owed.token.symbol} ${product === "multiply" ? "Multiply" : "Leverage"}`;
  const marketOf = (variant: number): string =>
    variant === 0 ? supplied.marketAddress : madeUpAddress(streamOf(0, "market", market, String(variant)));
  const idOf = (variant: number): string => [`kamino.${product}`, marketOf(variant), ...mints].join(".");
  return {
    marketOf,
    shared: {
      key: `kamino/${product}/${supplied.key}/${owed.token.symbol}`,
      provider: "kamino",
      mints,
      idOf,
      legs: { supplied: productKey(supplied), owed: productKey(owed) },
    },
    bodyOf: (variant: number) => ({
      productName: variantName(name, variant),
      provider: providerBody("kamino"),
      ...(index % 9 === 4 ? { token, borrowToken } : { tokenA: token, tokenB: borrowToken }),
    }),
    /** 1/(1 − LTV), rounded down to one decimal. */
    maxLeverage: Math.floor(10 / (1 - maxLtv) + 1e-9) / 10,
    actionsOf: (variant: number, names: readonly string[]) => {
      const query = `?collTokenMint=${mints[0]}&debtTokenMint=${mints[1]}`;
      return actionLinks("kamino", actionPaths(`/${product}/${marketOf(variant)}`, names, query));
    },
  };
}

// L · (staking yield + lending) − (L − 1) · borrowing, with L the average leverage and both reserves' rewards. May be
// negative.
function loopProduct({ seed, book }: ProductContext, pair: Pair, index: number): Product {
  const { supplied, owed, maxLtv, leverage } = pair;
  const { shared, marketOf, bodyOf, maxLeverage, actionsOf } = pairProduct(pair, "multiply", index);
  const native = book.nativeYield(supplied.token);
  const terms: RateTerm[] = [
    { rates: supplied.pool.rates, channel: supplyChannel, coefficient: leverage },
    { rates: owed.pool.rates, channel: borrowChannel, coefficient: 1 - leverage },
  ];
  if (native !== undefined) terms.push({ rates: native, channel: 0, coefficient: leverage });
  if (supplied.rewards !== undefined)
    terms.push({ rates: supplied.rewards, channel: supplyChannel, coefficient: leverage });
  if (owed.rewards !== undefined)
    terms.push({ rates: owed.rewards, channel: borrowChannel, coefficient: leverage - 1 });
  const side = new RatedSide(seed, book, {
    key: shared.key,
    deposit: new RatePath(...terms),
    windows: index % 12 === 7 ? [] : averageWindows,
  });
  return {
    ...shared,
    type: "loop",
    past: side,
    marketAt(variant, time): LoopMarket {
      const fields = side.fieldsAt(variant, time);
      const path = `/${marketOf(variant.index)}/${supplied.address}/${owed.address}`;
      return {
        id: shared.idOf(variant.index),
        type: "loop",
        ...bodyOf(variant.index),
        websiteUrl: `https://kamino.com/multiply${variant.index === 0 ? path : ""}`,
        depositApy: fields.depositApy,
        depositApy30d: fields.baseDepositApy30d,
        depositApy90d: fields.baseDepositApy90d,
        depositApy180d: fields.baseDepositApy180d,
        maxLeverage,
        maxLtv,
        liquidationLtv: roundShare(liquidationLtvOf(maxLtv, supplied.token)),
        // Sources do not always send the leverage; every third loop omits it.
        additionalData: { marketName: supplied.facts.market, ...(index % 3 === 2 ? {} : { leverage }) },
        actions: actionsOf(variant.index, ["setup", "deposit", "withdraw"]),
      };
    },
  };
}

/** Longs borrow the second token, shorts the first: a side's liquidity is what its reserve can still lend. */
function perpetualProduct({ book }: ProductContext, pair: Pair, index: number): Product {
  const { supplied, owed } = pair;
  const { shared, bodyOf, maxLeverage, actionsOf } = pairProduct(pair, "leverage", index);
  const availableUsd = ({ pool, token }: KaminoReserve, time: number): number =>
    (Math.min(pool.depositsAt(time), pool.maxBorrow) - pool.borrowsAt(time)) * book.price(token, time);
  const bare = unit(streamOf(0, "bare", shared.key), 0) < 0.15;
  return {
    ...shared,
    type: "perpetual",
    marketAt: (variant, time): PerpetualMarket => ({
      id: shared.idOf(variant.index),
      type: "perpetual",
      ...bodyOf(variant.index),
      websiteUrl: bare ? undefined : "https://kamino.com",
      liquidity: {
        longUsd: roundUsd(availableUsd(owed, time) * variant.size),
        shortUsd: roundUsd(availableUsd(supplied, time) * variant.size),
      },
      maxLeverage,
      additionalData: bare ? undefined : { marketName: supplied.facts.market },
      actions: actionsOf(variant.index, ["setup", "openPosition", "closePosition"]),
    }),
  };
}
