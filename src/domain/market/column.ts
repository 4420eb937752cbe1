// What a column is: how it is called and laid out, what it measures, and how it is read from a row. `read` sees only those
// inputs that `needs` names, so what a column depends on cannot be forgotten: the list would not compile.
import type { MarketType } from "../../contract/market.ts";
import type { Millis, Ratio, Usd } from "../../contract/units.ts";
import type { MarketRow } from "./market-row.ts";
import type { AverageField, RecordFigures } from "./record-figures.ts";
import type { PeerPrices } from "./assess/checks.ts";
import type { Trends } from "./market-trends.ts";

/** Which rate leads and sorts: the total, rewards included, or the base alone. */
export type ApyBasis = "total" | "base";

/** How much of one's own money a loop takes now. */
export interface LoopRoom {
  /** Undefined where a leg or the leverage is unknown; never while a leg has no capacity. */
  readonly left: Usd | undefined;
  /** The leg that leaves nothing. */
  readonly closed: "supplied" | "borrowed" | undefined;
}

/** The room of every loop of a list. */
export interface LoopRooms {
  readonly byLoop: ReadonlyMap<string, LoopRoom>;
  /** The markets its legs were looked for in. */
  readonly rows: readonly MarketRow[];
  /** All that the legs say of the loops. */
  readonly text: string;
}

/** The collateral of the loans in a list. Only the Borrow view has it. */
export interface Loans {
  /** The token chosen as collateral; undefined: any. */
  readonly mint: string | undefined;
  readonly symbol: string | undefined;
  /**
   * The market that takes the collateral, by the place of the loan. While no collateral is chosen: the one that lends most, and
   * the one that lends most against another token.
   */
  readonly byPlace: ReadonlyMap<string, readonly MarketRow[]>;
  /** The markets it was looked for in, which say what is one place. */
  readonly rows: readonly MarketRow[];
  /** Everything these markets say about it, as a cache key. */
  readonly text: string;
}

/** What the value of a column can depend on besides its row. */
export interface ColumnInputs {
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  /** What every deposit rate is measured against. */
  readonly benchmark: { readonly rate: Ratio | undefined } | undefined;
  /** What tokens cost by the markets loaded; without it no market's price is judged. */
  readonly prices?: PeerPrices | undefined;
  /** What the legs of the loops leave room for; without it no loop's room is known. */
  readonly loops?: LoopRooms | undefined;
  readonly loans?: Loans | undefined;
  /** What the service has recorded; there once it is asked for and read. */
  readonly record?: RecordFigures | undefined;
  /** The last 90 days of the markets, once they are read. */
  readonly trends?: Trends | undefined;
}
export type ColumnInput = keyof ColumnInputs;

/** The market that every deposit rate is measured against. */
export interface Benchmark {
  readonly id: string;
  /** "USDC · Main Market"; undefined while it is not among the markets loaded. */
  readonly name: string | undefined;
  /** Its leading rate now; undefined where the market or that rate is unknown. */
  readonly rate: Ratio | undefined;
}

/** The inputs of the columns as a list knows them. */
export interface SelectContext extends ColumnInputs {
  readonly benchmark: Benchmark | undefined;
}

/** What a column measures, and in which form its value is kept. How it is written follows from it: column-text.ts. */
export interface UnitValues {
  readonly text: string;
  /** A fraction per year. */
  readonly rate: Ratio;
  /** The difference of two rates. */
  readonly points: Ratio;
  readonly share: Ratio;
  /** A relative change. */
  readonly change: Ratio;
  readonly usd: Usd;
  /** Of what pays one dollar. */
  readonly price: Ratio;
  readonly multiple: number;
  readonly count: number;
  readonly days: number;
  readonly time: Millis;
}
export type Unit = keyof UnitValues;

/** What a column is about. Comparisons and market pages group facts by it. */
export type ColumnGroup =
  | "identity"
  | "now"
  | "time"
  | "mySize"
  | "pool"
  | "risk"
  | "perpetual"
  | "prediction";

interface ColumnFacts<Of extends Unit> {
  /** What the figure is called wherever there is room. */
  readonly name: string;
  /** The short form for the header of a column; absent where the name is short. */
  readonly header?: string;
  /** In pixels, padding included. The market column takes what is left, but never less than this. */
  readonly width: number;
  /** Text at the start and figures at the end, unless this says otherwise. */
  readonly align?: "start" | "end";
  /** The types whose markets can have a value. A column without any of the types asked for is not shown. */
  readonly types: readonly MarketType[];
  /** What it measures: how it is written, aligned and named in an export. */
  readonly unit: Of;
  /** Which end is better for the user; absent where neither is. */
  readonly good?: "high" | "low";
  /** Absent for what is said apart from other facts, such as a market's name. */
  readonly group?: ColumnGroup;
}

/** A column: a plain record. */
export interface Column<
  Needs extends ColumnInput = ColumnInput,
  Of extends Unit = Unit,
  Row = MarketRow,
> extends ColumnFacts<Of> {
  /** The field of the service's answer; absent for what is worked out. */
  readonly field?: string;
  readonly needs: readonly Needs[];
  /** The value, in the form of the unit. Undefined is missing; a number is always finite. */
  readonly read: (row: Row, inputs: Pick<ColumnInputs, Needs>) => UnitValues[Of] | undefined;
  /** The average that the value is or rests on: the record stands in where none was sent. */
  readonly average?: (row: Row) => AverageField;
  /** Of which rows the value is of no use, whatever it is: an order by it has them after the others, in both directions. */
  readonly isIdle?: (row: Row, inputs: Pick<ColumnInputs, Needs>) => boolean;
}

/** A column whose value is worked out of a row and the inputs it names. */
export function column<const Needs extends ColumnInput, Of extends Unit>(
  needs: readonly Needs[],
  record: Omit<Column<Needs, Of>, "needs">,
): Column<Needs, Of> {
  return { ...record, needs };
}

/** A row that has a field for what a unit measures, as the list of columns must show. */
type RowWith<Field extends string, Of extends Unit> = MarketRow &
  Readonly<Record<Field, UnitValues[Of] | undefined>>;

/** A column that shows a field of the row as it was sent. `field` of the facts is its name in the answer, where it is another. */
export function sent<const Field extends string, Of extends Unit>(
  field: Field,
  facts: ColumnFacts<Of> & { readonly field?: string },
): Column<never, Of, RowWith<Field, Of>> {
  return { field, ...facts, needs: [], read: (row) => row[field] };
}

const inputTexts: { readonly [Input in ColumnInput]-?: (inputs: ColumnInputs) => string } = {
  size: ({ size }) => String(size),
  basis: ({ basis }) => basis,
  benchmark: ({ benchmark }) => String(benchmark?.rate),
  prices: ({ prices }) => prices?.offText ?? "",
  loans: ({ loans }) => loans?.text ?? "",
  loops: ({ loops }) => loops?.text ?? "",
  record: ({ record }) => record?.text ?? "",
  trends: ({ trends }) => trends?.text ?? "",
};

/** The inputs named, as a text: with the same text, what was read of the same rows still holds. */
export function inputsText(needs: readonly ColumnInput[], inputs: ColumnInputs): string {
  return needs.map((input) => inputTexts[input](inputs)).join("/");
}
