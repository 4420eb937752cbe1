// Lending: Kamino reserves, marginfi banks and Jupiter's borrow vaults.
import type { LendingMarket } from "../../../../contract/market.ts";
import { dayMs } from "../../../../contract/units.ts";
import { marginfiCurves } from "../facts/curves.ts";
import { jupiterVaults } from "../facts/jupiter.ts";
import { marginfiBanks, marginfiPenalty } from "../facts/marginfi.ts";
import { jupUsdDebtProgramme, reserveProgrammes } from "../facts/reward-programmes.ts";
import { averageWindows, RatePath, type AverageWindow } from "../hourly-rates.ts";
import { madeUpAddress, noise, streamOf, unit } from "../noise.ts";
import { borrowChannel, Pool, supplyChannel } from "../pool.ts";
import { roundAmount, roundShare } from "../rounding.ts";
import { tokenOf } from "../token-prices.ts";
import { liquidationLtvOf, productKey, type KaminoReserve } from "./kamino-reserves.ts";
import {
  actionLinks,
  providerBody,
  termId,
  tokenBody,
  variantName,
  withoutMissing,
  type Product,
  type Variant,
} from "./product.ts";
import { seasonOf, type ProductContext } from "./product-context.ts";
import { RatedSide, type Season } from "./rated-product.ts";

/** Which averages a reserve sends: most all, some fewer, some none; fixed per reserve, not per seed. */
function sentWindows(key: string): readonly AverageWindow[] {
  if (reserveProgrammes.has(key)) return averageWindows;
  const draw = unit(streamOf(0, "averages", key), 0);
  if (draw < 0.07) return [];
  if (draw < 0.12) return [30];
  return draw < 0.17 ? [30, 90] : averageWindows;
}

/** Sizes in USD are missing for a few, as they are where an oracle has no price. */
const withoutUsd = new Set(["Altcoins Market:FWOG", "Solstice Market:eUSX", "Main Market:picoSOL"]);
/** Listed with neither a page nor actions: the one says that it offers none, the other says nothing of them. */
const withoutPage = new Set(["Main Market:UXD", "Superstate Opening Bell Market:USDC"]);
const withoutActions = "Superstate Opening Bell Market:USDC";
/** The smallest banks send no averages, and hours are missing from their past. */
const banksWithoutAverages = new Set(["CLOUD", "META", "PYTH"]);
/** The one bank that does not tell its limit on borrows. */
const withoutBorrowLimit = "META";

export function createLendingProducts(context: ProductContext): Product[] {
  return [...kaminoProducts(context), ...marginfiProducts(context), ...jupiterProducts(context)];
}

function kaminoProducts(context: ProductContext): Product[] {
  const seasons = new Map(
    ["Jupiter Market:JUP", "Bonk Market:BONK", "PUMP Market:PUMP", "Flash Trade Market:USDC"].map(
      (key, index, all) => [key, seasonOf(context.seed, index, all.length)],
    ),
  );
  return [...context.reserves.values()].map((reserve) =>
    kaminoProduct(context, reserve, seasons.get(reserve.key)),
  );
}

interface LendingProduct extends Product {
  marketAt(variant: Variant, time: number): LendingMarket;
}

/** The market of one reserve; with a season, of one term after another. */
export function kaminoProduct(
  { seed, book }: ProductContext,
  reserve: KaminoReserve,
  season: Season | undefined,
): LendingProduct {
  const { key, token, pool } = reserve;
  const programmes = reserveProgrammes.get(key) ?? [];
  const side = new RatedSide(seed, book, {
    key: productKey(reserve),
    deposit: new RatePath([{ rates: pool.rates, channel: supplyChannel, coefficient: 1 }]),
    borrow: new RatePath([{ rates: pool.rates, channel: borrowChannel, coefficient: 1 }]),
    totals: {
      depositToken: token,
      borrowToken: token,
      depositsAt: (time) => pool.depositsAt(time),
      borrowsAt: (time) => pool.borrowsAt(time),
      growthAt: (time) => pool.growthAt(time),
    },
    programmes,
    windows: season === undefined ? sentWindows(key) : averageWindows,
    ...(season === undefined ? {} : { season }),
  });
  const addresses = (variant: number): readonly [market: string, reserve: string] =>
    variant === 0
      ? [reserve.marketAddress, reserve.address]
      : [
          madeUpAddress(streamOf(0, "market", reserve.market, String(variant))),
          madeUpAddress(streamOf(0, "reserve", key, String(variant))),
        ];
  const { maxLtv } = reserve;
  const liquidationLtv = maxLtv === undefined || maxLtv === 0 ? undefined : liquidationLtvOf(maxLtv, token);
  const penalty =
    liquidationLtv === undefined || token.family === "meme"
      ? undefined
      : token.family === "usd"
        ? 0.01
        : 0.05;
  return {
    key: productKey(reserve),
    type: "lending",
    provider: "kamino",
    mints: [token.mint],
    idOf: (variant) => `kamino.lending.${addresses(variant).join(".")}`,
    ...(season === undefined ? {} : { termAt: (_variant: number, time: number) => side.termAt(time) ?? 0 }),
    past: side,
    marketAt(variant: Variant, time: number): LendingMarket {
      const [market, address] = addresses(variant.index);
      const fields = side.fieldsAt(variant, time);
      const path = `/api/v0/lending/reserve/${market}/${address}`;
      const term = side.termAt(time);
      return withoutMissing({
        id: termId(`kamino.lending.${market}.${address}`, term),
        type: "lending",
        productName: variantName(
          term === undefined ? reserve.market : `${reserve.market} Season ${term}`,
          variant.index,
        ),
        provider: providerBody("kamino"),
        token: tokenBody(token),
        websiteUrl:
          withoutPage.has(key) || reserve.market === "Altcoins Market"
            ? undefined
            : variant.index === 0
              ? `https://kamino.com/borrow/reserve/${market}/${address}`
              : "https://kamino.com/borrow",
        ...fields,
        totalDepositUsd: withoutUsd.has(key) ? undefined : fields.totalDepositUsd,
        totalBorrowUsd: withoutUsd.has(key) ? undefined : fields.totalBorrowUsd,
        maxDeposit: roundAmount(pool.maxDeposit * variant.size, token.decimals),
        maxBorrow: roundAmount(pool.maxBorrow * variant.size, token.decimals),
        maxLtv,
        liquidationLtv: liquidationLtv === undefined ? undefined : roundShare(liquidationLtv),
        liquidationPenalty: penalty,
        additionalData: { marketName: reserve.market, marketAddress: market, reserveAddress: address },
        actions: withoutPage.has(key)
          ? key === withoutActions
            ? undefined
            : {}
          : actionLinks("kamino", {
              deposit: `${path}/deposit`,
              withdraw: `${path}/withdraw`,
              borrow: `${path}/borrow`,
              repay: `${path}/repay`,
              repayWithCollateral: `${path}/repay-with-collateral`,
              ...(programmes.length === 0 ? {} : { claimRewards: `${path}/claim-rewards` }),
            }),
      });
    },
  };
}

function marginfiProducts({ seed, book }: ProductContext): Product[] {
  return marginfiBanks.map(
    ([symbol, kind, supplyUsd, utilization, maxLtv, liquidationLtv, bank]): Product => {
      const token = tokenOf(symbol);
      const key = `marginfi/${symbol}`;
      const pool = new Pool(seed, {
        key,
        token,
        supplyUsd,
        utilization,
        // The curve is steep above its plateau, so borrowers stay below it.
        swing: 0.5,
        curve: {
          points: marginfiCurves[kind],
          compounding: "hourly",
          take: 0,
          hostFixed: 0,
          borrowFactor: kind === "volatile" ? 1.135 : 1.05,
          borrowFixed: 0.01,
        },
        ...(symbol === "PYUSD" ? { limits: "full" as const } : {}),
      });
      const side = new RatedSide(seed, book, {
        key,
        deposit: new RatePath([{ rates: pool.rates, channel: supplyChannel, coefficient: 1 }]),
        borrow: new RatePath([{ rates: pool.rates, channel: borrowChannel, coefficient: 1 }]),
        totals: {
          depositToken: token,
          borrowToken: token,
          depositsAt: (time) => pool.depositsAt(time),
          borrowsAt: (time) => pool.borrowsAt(time),
          growthAt: (time) => pool.growthAt(time),
        },
        windows: banksWithoutAverages.has(symbol) ? [] : averageWindows,
        gaps: banksWithoutAverages.has(symbol),
      });
      const address = (variant: number): string =>
        variant === 0 && bank !== undefined
          ? bank
          : madeUpAddress(streamOf(0, "bank", symbol, String(variant)));
      return {
        key,
        type: "lending",
        provider: "marginfi",
        mints: [token.mint],
        idOf: (variant) => `marginfi.lending.${address(variant)}`,
        past: side,
        marketAt: (variant: Variant, time: number): LendingMarket =>
          withoutMissing({
            id: `marginfi.lending.${address(variant.index)}`,
            type: "lending",
            productName: variantName("MarginFi Lend", variant.index),
            provider: providerBody("marginfi"),
            token: tokenBody(token),
            websiteUrl: `https://app.0.xyz/markets/${token.mint}`,
            ...side.fieldsAt(variant, time),
            maxDeposit: roundAmount(pool.maxDeposit * variant.size, token.decimals),
            maxBorrow:
              symbol === withoutBorrowLimit
                ? undefined
                : roundAmount(pool.maxBorrow * variant.size, token.decimals),
            maxLtv,
            liquidationLtv,
            liquidationPenalty: maxLtv === undefined ? undefined : marginfiPenalty,
            actions: actionLinks("marginfi", {
              deposit: `/api/v0/lend/${symbol}/deposit`,
              withdraw: `/api/v0/lend/${symbol}/withdraw`,
            }),
          }),
      };
    },
  );
}

function jupiterProducts({ seed, book, jupiter }: ProductContext): Product[] {
  return jupiterVaults.map(
    ([vaultId, collateral, debt, collateralUsd, maxLtv, liquidationLtv, penalty, address]): Product => {
      const token = tokenOf(collateral);
      const borrowToken = tokenOf(debt);
      const key = `jupiter/vault/${vaultId}`;
      const collateralPool = jupiter.poolOf(collateral);
      const debtPool = jupiter.poolOf(debt);
      const level = collateralUsd / token.level;
      const size = streamOf(seed, key, "size");
      const loans = streamOf(seed, key, "loans");
      const growthAt = (time: number): number =>
        Math.exp(0.25 * noise(size, time / (40 * dayMs)) + 0.06 * noise(size + 1, time / (4 * dayMs)));
      const depositsAt = (time: number): number => level * growthAt(time);
      // Borrowers keep a distance: on average they owe a bit under half of what they may.
      const borrowsAt = (time: number): number =>
        (depositsAt(time) *
          book.price(token, time) *
          maxLtv *
          (0.47 + 0.18 * noise(loans, time / (21 * dayMs)))) /
        book.price(borrowToken, time);
      const programmes = debt === "JupUSD" ? jupUsdDebtProgramme : [];
      const side = new RatedSide(seed, book, {
        key,
        deposit: new RatePath([{ rates: collateralPool.rates, channel: supplyChannel, coefficient: 1 }]),
        borrow: new RatePath([{ rates: debtPool.rates, channel: borrowChannel, coefficient: 1 }]),
        totals: { depositToken: token, borrowToken, depositsAt, borrowsAt, growthAt },
        programmes,
        windows: averageWindows,
      });
      const idNumber = (variant: number): number => vaultId + 1000 * variant;
      const maxBorrow = (level * token.level * maxLtv * 0.9) / borrowToken.level;
      return {
        key,
        type: "lending",
        provider: "jupiter",
        mints: [token.mint, borrowToken.mint],
        idOf: (variant) => `jupiter.borrow.${idNumber(variant)}`,
        past: side,
        marketAt(variant: Variant, time: number): LendingMarket {
          const id = idNumber(variant.index);
          const path = `/api/v0/lend/borrow/${id}`;
          const fields = side.fieldsAt(variant, time);
          return withoutMissing({
            id: `jupiter.borrow.${id}`,
            type: "lending",
            productName: variantName("Jupiter Borrow", variant.index),
            provider: providerBody("jupiter"),
            token: tokenBody(token),
            borrowToken: tokenBody(borrowToken),
            websiteUrl: `https://jup.ag/lend/borrow/${id}`,
            ...fields,
            maxBorrow: Math.max(
              fields.totalBorrow ?? 0,
              roundAmount(maxBorrow * variant.size, borrowToken.decimals),
            ),
            maxLtv,
            liquidationLtv,
            liquidationPenalty: penalty,
            additionalData: withoutMissing({
              vaultId: id,
              vaultAddress: variant.index === 0 ? address : undefined,
            }),
            actions: actionLinks("jupiter", {
              deposit: `${path}/deposit?positionId=`,
              withdraw: `${path}/withdraw?positionId=`,
              borrow: `${path}/borrow?positionId=`,
              repay: `${path}/repay?positionId=`,
            }),
          });
        },
      };
    },
  );
}
