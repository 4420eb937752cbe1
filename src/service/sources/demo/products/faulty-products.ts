// Small, clearly named markets with contradictory figures, which show the dashboard's checks at work.
import { curveNamed } from "../rate-curve.ts";
import { roundAmount, roundRate, roundUsd } from "../rounding.ts";
import { reserveProduct, type DepositMarket, type DepositProduct } from "./deposit-products.ts";
import { kaminoReserve, type ProductContext } from "./pools.ts";
import type { Product } from "./product.ts";

const times = (value: number | null | undefined, factor: number): number => (value ?? 0) * factor;

const faults: Readonly<Record<string, (market: DepositMarket) => object>> = {
  "parts of a rate": ({ baseDepositApy }) => ({
    depositApy: roundRate((baseDepositApy ?? 0) + 0.004),
    rewards: [],
  }),
  "price of a dollar": ({ totalDepositUsd, totalBorrowUsd }) => ({
    totalDepositUsd: roundUsd(times(totalDepositUsd, 1.2)),
    totalBorrowUsd: roundUsd(times(totalBorrowUsd, 1.2)),
  }),
  "more borrowed than deposited": ({ totalDeposit, totalDepositUsd }) => ({
    totalBorrow: roundAmount(times(totalDeposit, 1.25), 6),
    totalBorrowUsd: roundUsd(times(totalDepositUsd, 1.25)),
  }),
  "liquidated before the limit": () => ({ maxLtv: 0.85, liquidationLtv: 0.8 }),
  "averages that never move": ({ baseDepositApy, baseBorrowApy }) => ({
    baseDepositApy30d: baseDepositApy,
    baseDepositApy90d: baseDepositApy,
    baseDepositApy180d: baseDepositApy,
    baseBorrowApy30d: baseBorrowApy,
    baseBorrowApy90d: baseBorrowApy,
    baseBorrowApy180d: baseBorrowApy,
  }),
  "depositors get more than borrowers pay": ({ baseBorrowApy }) => {
    const rate = roundRate(times(baseBorrowApy, 1.4));
    return { depositApy: rate, baseDepositApy: rate };
  },
};

export function createFaultyProducts(context: ProductContext): Product[] {
  return Object.entries(faults).map(([name, addFault], index) => {
    const market = `Faulty on purpose: ${name}`;
    const supplyUsd = 900 + 250 * index;
    const terms = { maxLtv: 0.75, liquidationLtv: 0.81, liquidationPenalty: 0.01 };
    const facts = { market, symbol: "USDC", supplyUsd, utilization: 0.08, ...terms };
    const reserve = kaminoReserve(context.seed, `${market}:USDC`, facts, curveNamed("stable"));
    return withFault(reserveProduct(context, reserve), addFault);
  });
}

function withFault(product: DepositProduct, addFault: (market: DepositMarket) => object): Product {
  return {
    ...product,
    marketAt(variant, time): DepositMarket {
      const sound = product.marketAt(variant, time);
      return { ...sound, ...addFault(sound), websiteUrl: "https://kamino.com/borrow" };
    },
  };
}
