// The owner checks the health every hour. Outside the band the first debt is repaid or raised to reach the target, so
// no demo loan is liquidated.
import { hourMs } from "../../../../contract/units.ts";
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

export class Loan {
  readonly #parts: LoanParts;
  readonly #liquidationLtvs = new Map<Holding, number>();
  #nextHour: number;

  constructor(parts: LoanParts) {
    this.#parts = parts;
    this.#nextHour = parts.opened / hourMs;
  }

  /** Adjusts the debts up to `time`. Call it before reading them. */
  keepUntil(time: number): void {
    for (; this.#nextHour * hourMs <= time; this.#nextHour += 1) this.#keep(this.#nextHour * hourMs);
  }

  /** In USD. `limitUsd` is Σ collateral · liquidation LTV. */
  figuresAt(time: number) {
    this.keepUntil(time);
    return this.#figures(time);
  }

  liquidationPriceAt(time: number, of: Holding): number | undefined {
    const { debtUsd, limitUsd } = this.figuresAt(time);
    const tokens = of.amountAt(time) * (this.#liquidationLtvs.get(of) ?? 0);
    const missing = debtUsd - (limitUsd - tokens * this.#parts.book.price(of.token, time));
    return debtUsd > 0 && missing > 0 && tokens > 0 ? missing / tokens : undefined;
  }

  #figures(time: number) {
    const { book, opened, collateral, debts } = this.#parts;
    const usdOf = (holding: Holding): number => holding.amountAt(time) * book.price(holding.token, time);
    // Computed on first use, because building a market is slow.
    if (this.#liquidationLtvs.size === 0)
      for (const { market, holding } of collateral)
        this.#liquidationLtvs.set(holding, liquidationLtvOf(market, opened));
    const figures = { collateralUsd: 0, limitUsd: 0, debtUsd: 0 };
    for (const { holding } of collateral) {
      const usd = usdOf(holding);
      figures.collateralUsd += usd;
      figures.limitUsd += usd * (this.#liquidationLtvs.get(holding) ?? 0);
    }
    for (const { holding } of debts) figures.debtUsd += usdOf(holding);
    return figures;
  }

  #keep(time: number): void {
    const { book, opened, debts } = this.#parts;
    const band = walletFacts.bands[this.#parts.band];
    const { debtUsd, limitUsd } = this.#figures(time);
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
  }
}

function liquidationLtvOf({ product, variant }: CapturedMarket, opened: number): number {
  const market = product.marketAt(variant, opened);
  const limit = "liquidationLtv" in market ? market.liquidationLtv : undefined;
  if (typeof limit !== "number") throw new Error(`${product.key} has no liquidation LTV.`);
  return limit;
}
