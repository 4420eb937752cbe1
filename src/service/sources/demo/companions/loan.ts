// The owner checks the health every hour. Outside the band the first debt is repaid or raised to reach the target, so
// no demo loan is liquidated.
import { sum } from "d3-array";
import { hourMs } from "../../../../contract/units.ts";
import { memoize } from "../../../../domain/memoize.ts";
import { walletFacts, type LineOf } from "../facts.ts";
import type { CapturedMarket } from "../simulation.ts";
import type { TokenBook } from "../tokens.ts";
import type { Holding } from "./holding.ts";

interface LoanParts {
  readonly book: TokenBook;
  readonly opened: number;
  readonly band: LineOf<"loan">["band"];
  readonly collateral: readonly { readonly market: CapturedMarket; readonly holding: Holding }[];
  /** `share` is the debt's part of the initial loan. Only the first debt is adjusted later. */
  readonly debts: readonly { readonly holding: Holding; readonly share: number }[];
}

export type DemoLoan = ReturnType<typeof createLoan>;

export function createLoan({ book, opened, band: bandName, collateral, debts }: LoanParts) {
  const band = walletFacts.bands[bandName];
  let nextHour = opened / hourMs;
  // Computed on first use, because building a market is slow.
  const liquidationLtvOf = memoize(({ market: { product, variant } }: LoanParts["collateral"][number]) => {
    const market = product.marketAt(variant, opened);
    const limit = "liquidationLtv" in market ? market.liquidationLtv : undefined;
    if (typeof limit !== "number") throw new Error(`${product.key} has no liquidation LTV.`);
    return limit;
  });

  const figures = (time: number) => {
    const usdOf = (holding: Holding): number => holding.amountAt(time) * book.price(holding.token, time);
    const held = collateral.map((each) => ({ usd: usdOf(each.holding), ltv: liquidationLtvOf(each) }));
    return {
      collateralUsd: sum(held, ({ usd }) => usd),
      limitUsd: sum(held, ({ usd, ltv }) => usd * ltv),
      debtUsd: sum(debts, ({ holding }) => usdOf(holding)),
    };
  };

  const keep = (time: number): void => {
    const { debtUsd, limitUsd } = figures(time);
    const wanted = limitUsd / band.target;
    const borrow = (holding: Holding, usd: number): void =>
      holding.add([time, usd / book.price(holding.token, time)]);
    if (time === opened) {
      for (const { holding, share } of debts) borrow(holding, wanted * share);
      return;
    }
    const health = limitUsd / debtUsd;
    const [first] = debts;
    if (first !== undefined && (health < band.low || health > band.high))
      borrow(first.holding, wanted - debtUsd);
  };

  /** Adjusts the debts up to `time`. Call it before reading them. */
  const keepUntil = (time: number): void => {
    for (; nextHour * hourMs <= time; nextHour += 1) keep(nextHour * hourMs);
  };

  /** In USD. `limitUsd` is Σ collateral · liquidation LTV. */
  const figuresAt = (time: number) => {
    keepUntil(time);
    return figures(time);
  };

  return {
    keepUntil,
    figuresAt,
    liquidationPriceAt(time: number, of: Holding): number | undefined {
      const { debtUsd, limitUsd } = figuresAt(time);
      const own = collateral.find(({ holding }) => holding === of);
      const tokens = own === undefined ? 0 : of.amountAt(time) * liquidationLtvOf(own);
      const missing = debtUsd - (limitUsd - tokens * book.price(of.token, time));
      return debtUsd > 0 && missing > 0 && tokens > 0 ? missing / tokens : undefined;
    },
  };
}
