// Markets whose figures contradict each other on purpose, so that the dashboard's checks have something to find. They are
// small, pay next to nothing, stand at the end of the list, and their names say what they are.
import type { LendingMarket } from "../../../../contract/market.ts";
import { kaminoStableCurve } from "../facts/curves.ts";
import { madeUpAddress, streamOf } from "../noise.ts";
import { Pool } from "../pool.ts";
import type { RateCurve } from "../rate-curve.ts";
import { roundAmount, roundRate, roundUsd } from "../rounding.ts";
import { tokenOf } from "../token-prices.ts";
import type { KaminoReserve } from "./kamino-reserves.ts";
import { kaminoProduct } from "./lending-products.ts";
import type { Product } from "./product.ts";
import type { ProductContext } from "./product-context.ts";

const times = (value: number | null | undefined, factor: number): number => (value ?? 0) * factor;

/** What each fault puts in the place of the true figures. */
const faults: readonly (readonly [name: string, spoil: (market: LendingMarket) => Partial<LendingMarket>])[] =
  [
    [
      "parts of a rate",
      ({ baseDepositApy }) => ({ depositApy: roundRate((baseDepositApy ?? 0) + 0.004), rewards: [] }),
    ],
    [
      "price of a dollar",
      ({ totalDepositUsd, totalBorrowUsd }) => ({
        totalDepositUsd: roundUsd(times(totalDepositUsd, 1.2)),
        totalBorrowUsd: roundUsd(times(totalBorrowUsd, 1.2)),
      }),
    ],
    [
      "more borrowed than deposited",
      ({ totalDeposit, totalDepositUsd }) => ({
        totalBorrow: roundAmount(times(totalDeposit, 1.25), 6),
        totalBorrowUsd: roundUsd(times(totalDepositUsd, 1.25)),
      }),
    ],
    ["liquidated before the limit", () => ({ maxLtv: 0.85, liquidationLtv: 0.8 })],
    [
      "averages that never move",
      ({ baseDepositApy, baseBorrowApy }) => ({
        baseDepositApy30d: baseDepositApy,
        baseDepositApy90d: baseDepositApy,
        baseDepositApy180d: baseDepositApy,
        baseBorrowApy30d: baseBorrowApy,
        baseBorrowApy90d: baseBorrowApy,
        baseBorrowApy180d: baseBorrowApy,
      }),
    ],
    [
      "depositors get more than borrowers pay",
      ({ baseBorrowApy }) => {
        const rate = roundRate(times(baseBorrowApy, 1.4));
        return { depositApy: rate, baseDepositApy: rate };
      },
    ],
  ];

export function createFaultyProducts(context: ProductContext): Product[] {
  return faults.map((fault, index) => faultyProduct(context, fault, 900 + 250 * index));
}

function faultyProduct(
  context: ProductContext,
  [name, spoil]: (typeof faults)[number],
  supplyUsd: number,
): Product {
  const token = tokenOf("USDC");
  const market = `Faulty on purpose: ${name}`;
  const key = `${market}:${token.symbol}`;
  const curve: RateCurve = {
    points: kaminoStableCurve,
    compounding: "continuous",
    take: 0.1,
    hostFixed: 0,
    borrowFactor: 1,
    borrowFixed: 0,
  };
  const reserve: KaminoReserve = {
    key,
    market,
    marketAddress: madeUpAddress(streamOf(0, "kamino-market", market)),
    address: madeUpAddress(streamOf(0, "kamino-reserve", key)),
    token,
    maxLtv: 0.75,
    pool: new Pool(context.seed, { key: `kamino/${key}`, token, supplyUsd, utilization: 0.08, curve }),
  };
  const product = kaminoProduct(context, reserve, undefined);
  return {
    ...product,
    marketAt: (variant, time): LendingMarket => {
      const sound = product.marketAt(variant, time);
      return { ...sound, ...spoil(sound), websiteUrl: "https://kamino.com/borrow" };
    },
  };
}
