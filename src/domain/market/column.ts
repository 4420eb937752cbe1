// `read` receives only the inputs listed in `needs`, so a forgotten dependency does not compile.
import type { MarketType } from "../../contract/market.ts";
import type { Millis, Ratio, TokenAmount, Usd } from "../../contract/units.ts";
import type { MarketRow } from "./market-row.ts";
import type { AverageField, RecordFigures } from "./record-figures.ts";
import type { PeerPrices } from "./assess/checks.ts";
import type { Trends } from "./market-trends.ts";

export type ApyBasis = "total" | "base";

/** The column with the rate of a deposit. */
export const rateOfBasis = { total: "depositApy", base: "baseDepositApy" } as const;
export const borrowRateOfBasis = { total: "borrowApy", base: "baseBorrowApy" } as const;

export interface LoopCapacity {
  /** Undefined if a leg or the leverage is unknown, except that a leg without capacity always gives 0. */
  readonly left: Usd | undefined;
  readonly closed: "supplied" | "borrowed" | undefined;
}

export interface LoopCapacities {
  readonly byLoop: ReadonlyMap<string, LoopCapacity>;
  readonly rows: readonly MarketRow[];
  readonly text: string;
}

/** The collateral for loans. Only the Borrow view has it. */
export interface LoanCollateral {
  readonly mint: string | undefined;
  /** Unknown until a market that accepts the token is loaded. */
  readonly symbol: string | undefined;
  /** The loan as a share of what the max LTV allows. */
  readonly share: number;
  /**
   * Markets that take the collateral, by place. Without a chosen token: the markets of the two tokens with the
   * highest LTV, at their deposit cap only if all are, because a token cannot back a loan of itself.
   */
  readonly byPlace: ReadonlyMap<string, readonly MarketRow[]>;
  readonly rows: readonly MarketRow[];
  readonly text: string;
}

export interface ColumnInputs {
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  readonly benchmark: { readonly rate: Ratio | undefined } | undefined;
  readonly prices?: PeerPrices | undefined;
  readonly loops?: LoopCapacities | undefined;
  readonly loans?: LoanCollateral | undefined;
  readonly record?: RecordFigures | undefined;
  readonly trends?: Trends | undefined;
}
export type ColumnInput = keyof ColumnInputs;

export interface Benchmark {
  readonly id: string;
  readonly name: string | undefined;
  readonly rate: Ratio | undefined;
  /** The rate includes rewards although the basis is base, because the benchmark is a loop. */
  readonly isNet?: boolean | undefined;
}

export interface SelectContext extends ColumnInputs {
  readonly benchmark: Benchmark | undefined;
  /** What the user has as collateral, if they entered it. */
  readonly collateralAmount?: TokenAmount | undefined;
}

export interface UnitValues {
  readonly text: string;
  readonly rate: Ratio;
  readonly points: Ratio;
  readonly share: Ratio;
  readonly change: Ratio;
  readonly usd: Usd;
  /** Price of a share that pays one dollar. */
  readonly price: Ratio;
  readonly multiple: number;
  readonly count: number;
  readonly days: number;
  readonly time: Millis;
}
export type Unit = keyof UnitValues;

export type ColumnGroup =
  | "identity"
  | "now"
  | "time"
  | "mySize"
  | "pool"
  | "risk"
  | "perpetual"
  | "prediction";

export interface ColumnFacts<Of extends Unit> {
  readonly name: string;
  readonly header?: string;
  /** Pixels, including padding. The market column takes the remaining width, and at least this. */
  readonly width: number;
  /** By default text aligns to the start and figures to the end. */
  readonly align?: "start" | "end";
  readonly types: readonly MarketType[];
  readonly unit: Of;
  readonly good?: "high" | "low";
  /** Missing for names, which are shown apart from other facts. */
  readonly group?: ColumnGroup;
}

export interface Column<
  Needs extends ColumnInput = ColumnInput,
  Of extends Unit = Unit,
  Row = MarketRow,
> extends ColumnFacts<Of> {
  readonly field?: string;
  readonly needs: readonly Needs[];
  readonly read: (row: Row, inputs: Pick<ColumnInputs, Needs>) => UnitValues[Of] | undefined;
  /** The average that the value is based on. The record can replace it. */
  readonly average?: (row: Row) => AverageField;
  /** Rows sorted last in both directions, because their value is not a real offer, or not for my size. */
  readonly isIdle?: (row: Row, inputs: Pick<ColumnInputs, Needs | "size">) => boolean;
}

export function column<const Needs extends ColumnInput, Of extends Unit>(
  needs: readonly Needs[],
  record: Omit<Column<Needs, Of>, "needs">,
): Column<Needs, Of> {
  return { ...record, needs };
}

type RowWith<Field extends string, Of extends Unit> = MarketRow &
  Readonly<Record<Field, UnitValues[Of] | undefined>>;

/** A column that shows a field as sent. `field` is its name in the answer, if that differs. */
export function sent<const Field extends string, Of extends Unit>(
  field: Field,
  facts: ColumnFacts<Of> & { readonly field?: string },
): Column<never, Of, RowWith<Field, Of>> {
  return { field, ...facts, needs: [], read: (row) => row[field] };
}
