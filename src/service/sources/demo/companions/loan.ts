// A loan whose owner looks after it every hour: where its health leaves a band, the first debt is repaid or raised until the
// health is where the owner wants it. So no loan of the demo is ever liquidated, and each is at any hour what its name says.
import { hourMs } from "../../../../contract/units.ts";
import type { TokenBook } from "../token-prices.ts";
import type { Holding } from "./holding.ts";

/** Of a health: what it may fall and rise to, and what it is brought back to. */
export interface Band {
  readonly low: number;
  readonly target: number;
  readonly high: number;
}

interface LoanParts {
  readonly book: TokenBook;
  /** The whole hour of its beginning, counted from the epoch. */
  readonly opened: number;
  readonly collateral: readonly { readonly holding: Holding; readonly liquidationLtv: number }[];
  /** With the share of all that is borrowed at the beginning; the first one is what is repaid and raised later. */
  readonly debts: readonly { readonly holding: Holding; readonly share: number }[];
  readonly band: Band;
}

interface LoanFigures {
  readonly collateralUsd: number;
  readonly debtUsd: number;
  /** The debt at which it can be liquidated: Σ collateral · liquidation LTV, in USD. */
  readonly limitUsd: number;
}

export class Loan {
  readonly #prepare: () => LoanParts;
  #prepared: LoanParts | undefined;
  #nextHour: number | undefined;

  /** @param prepare called when the loan is first asked about */
  constructor(prepare: () => LoanParts) {
    this.#prepare = prepare;
  }

  /** Does what its owner has done until an instant; the debts know nothing later than that. */
  keepUntil(time: number): void {
    let hour = this.#nextHour ?? this.#parts.opened;
    for (; hour * hourMs <= time; hour += 1) this.#keep(hour);
    this.#nextHour = hour;
  }

  figuresAt(time: number): LoanFigures {
    this.keepUntil(time);
    return this.#figures(time);
  }

  /**
   * The USD price of one collateral at which the loan can be liquidated while all other prices stay; undefined where the others
   * alone suffice.
   */
  liquidationPriceAt(time: number, of: Holding): number | undefined {
    const { debtUsd, limitUsd } = this.figuresAt(time);
    const own = this.#parts.collateral.find(({ holding }) => holding === of);
    if (own === undefined || debtUsd === 0) return undefined;
    const tokens = own.holding.amountAt(time) * own.liquidationLtv;
    const missing = debtUsd - (limitUsd - tokens * this.#parts.book.price(of.token, time));
    return missing > 0 && tokens > 0 ? missing / tokens : undefined;
  }

  get #parts(): LoanParts {
    this.#prepared ??= this.#prepare();
    return this.#prepared;
  }

  #figures(time: number): LoanFigures {
    const { book, collateral, debts } = this.#parts;
    let collateralUsd = 0;
    let limitUsd = 0;
    for (const { holding, liquidationLtv } of collateral) {
      const usd = holding.amountAt(time) * book.price(holding.token, time);
      collateralUsd += usd;
      limitUsd += usd * liquidationLtv;
    }
    let debtUsd = 0;
    for (const { holding } of debts) debtUsd += holding.amountAt(time) * book.price(holding.token, time);
    return { collateralUsd, debtUsd, limitUsd };
  }

  #keep(hour: number): void {
    const { book, opened, debts, band } = this.#parts;
    const time = hour * hourMs;
    const { debtUsd, limitUsd } = this.#figures(time);
    const wanted = limitUsd / band.target;
    const borrow = (holding: Holding, usd: number): void =>
      holding.add({ time, tokens: usd / book.price(holding.token, time) });
    if (hour === opened) {
      for (const { holding, share } of debts) borrow(holding, wanted * share);
      return;
    }
    const health = limitUsd / debtUsd;
    const first = debts[0];
    if (first !== undefined && (health < band.low || health > band.high))
      borrow(first.holding, wanted - debtUsd);
  }
}
