// The owner checks every hour: outside the band the first debt is repaid or raised to the target, so no demo loan is
// liquidated.
import { hourMs } from "../../../../contract/units.ts";
import type { Band } from "../facts.ts";
import type { TokenBook } from "../tokens.ts";
import type { Holding } from "./holding.ts";

interface LoanParts {
  readonly book: TokenBook;
  readonly opened: number;
  readonly collateral: readonly { readonly holding: Holding; readonly liquidationLtv: number }[];
  /** `share` of the initial loan. The first debt is adjusted later. */
  readonly debts: readonly { readonly holding: Holding; readonly share: number }[];
  readonly band: Band;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export class Loan {
  readonly #prepare: () => LoanParts;
  #prepared: LoanParts | undefined;
  #nextHour: number | undefined;

  constructor(prepare: () => LoanParts) {
    this.#prepare = prepare;
  }

  /** Call before reading the debts. */
  keepUntil(time: number): void {
    let hour = this.#nextHour ?? this.#parts.opened;
    for (; hour * hourMs <= time; hour += 1) this.#keep(hour);
    this.#nextHour = hour;
  }

  /** USD; `limitUsd` is Σ collateral · liquidation LTV. */
  figuresAt(time: number) {
    this.keepUntil(time);
    return this.#figures(time);
  }

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

  #figures(time: number) {
    const { book, collateral, debts } = this.#parts;
    const usdOf = (holding: Holding): number => holding.amountAt(time) * book.price(holding.token, time);
    const worth = collateral.map(({ holding, liquidationLtv }) => ({ usd: usdOf(holding), liquidationLtv }));
    return {
      collateralUsd: sum(worth.map(({ usd }) => usd)),
      limitUsd: sum(worth.map(({ usd, liquidationLtv }) => usd * liquidationLtv)),
      debtUsd: sum(debts.map(({ holding }) => usdOf(holding))),
    };
  }

  #keep(hour: number): void {
    const { book, opened, debts, band } = this.#parts;
    const time = hour * hourMs;
    const { debtUsd, limitUsd } = this.#figures(time);
    const wanted = limitUsd / band.target;
    const borrow = (holding: Holding, usd: number): void =>
      holding.add([time, usd / book.price(holding.token, time)]);
    if (hour === opened) {
      for (const { holding, share } of debts) borrow(holding, wanted * share);
      return;
    }
    const health = limitUsd / debtUsd;
    const [first] = debts;
    if (first !== undefined && (health < band.low || health > band.high))
      borrow(first.holding, wanted - debtUsd);
  }
}
