// A kind defines the URL form, default, chip and control. A filter adds its words and how it judges a row.
import type { MarketType } from "../../../contract/market.ts";
import type { MarketRow } from "../market-row.ts";
import { formatUsd } from "../../format/number.ts";
import { writePercent } from "../../format/read-amount.ts";
import { formatDays } from "../../format/time.ts";
import type { ColumnInputs, UnitValues } from "../column.ts";
import type { Side } from "../assess/assessment.ts";
import { toVerdict, type Verdict } from "../assess/checks.ts";
import { amount, dayCount, onOff, percent, type Parameter } from "./parameters.ts";

/** "unknown" rows are hidden too, and counted separately. */
export type Judge = (row: MarketRow) => Verdict;

/** Which of the market's tokens must match: the one on the user's side, any, one for each choice, or all. */
export const assetMatches = ["side", "any", "all", "only"] as const;
export type AssetMatch = (typeof assetMatches)[number];

/** `record` is undefined while loading, and where nothing is recorded. */
export interface FilterInputs extends Required<Omit<ColumnInputs, "benchmark" | "trends">> {
  readonly types: readonly MarketType[];
  readonly assetMatch: AssetMatch;
  readonly side: Side;
  readonly starred: ReadonlySet<string>;
}
export type FilterInput = keyof FilterInputs;

export interface ChipNames {
  readonly provider: (id: string) => string;
  readonly token: (mint: string) => string;
}

interface FilterWords {
  readonly label: string;
  /** Shorter name for the chip, where a value follows: "Deposits ≥ $1M". */
  readonly field?: string;
  /** What a row lacks that cannot be judged: "18 with unknown deposits hidden". */
  readonly unknown: string;
}

export interface Filter<Value> extends Parameter<Value>, Required<FilterWords> {
  /** "flow" is dollars of either sign. */
  readonly control: "flag" | "usd" | "flow" | "percent" | "days" | "own";
  /** Shown in an empty field. */
  readonly placeholder: string;
  readonly collapsed: boolean;
  readonly hint: string | undefined;
  readonly needs: readonly FilterInput[];
  readonly types: readonly MarketType[] | undefined;
  /** If set, the filter is ignored if it alone would leave no market. The chip then says this. */
  readonly ignoredText: string | undefined;
  readonly offValue: Value;
  /** Equal for values that filter the same. */
  key(value: Value): string;
  judge(value: Value, inputs: FilterInputs): Judge | undefined;
  /** Text of the chip after the field name: empty if the name is enough, undefined for no chip. */
  chipText(value: Value, names: ChipNames): string | undefined;
}

export function check<Value>(value: Value | undefined, passes: (value: Value) => boolean): Verdict {
  return toVerdict(value === undefined ? undefined : passes(value));
}

interface Spec<Value, Need extends FilterInput>
  extends
    FilterWords,
    Partial<
      Pick<
        Filter<Value>,
        "control" | "placeholder" | "collapsed" | "hint" | "types" | "ignoredText" | "key" | "offValue"
      >
    >,
    Pick<Filter<Value>, "chipText"> {
  readonly needs?: readonly Need[];
  readonly judge: (value: Value, inputs: Pick<FilterInputs, NoInfer<Need>>) => Judge | undefined;
}

export function filter<Value, const Need extends FilterInput = never>(
  parameter: Parameter<Value>,
  spec: Spec<Value, Need>,
): Filter<Value> {
  return {
    ...parameter,
    control: "own",
    placeholder: "",
    collapsed: false,
    hint: undefined,
    needs: [],
    types: undefined,
    ignoredText: undefined,
    field: spec.label,
    offValue: parameter.initial,
    key: String,
    ...spec,
  };
}

/** A flag that needs a size has no effect without one. */
export function flag<const Need extends FilterInput = never>(
  name: string,
  {
    initial,
    judge,
    ...spec
  }: Omit<Spec<boolean, Need>, "judge" | "offValue" | "chipText"> & {
    readonly judge: (row: MarketRow, inputs: Pick<FilterInputs, NoInfer<Need>>) => Verdict;
    /** The filter is on by default and then has no chip. */
    readonly initial?: true;
  },
): Filter<boolean> {
  const needs: readonly FilterInput[] = spec.needs ?? [];
  return filter<boolean, FilterInput>(onOff(name, initial), {
    ...spec,
    needs,
    control: "flag",
    offValue: false,
    judge: (_on, inputs) =>
      needs.includes("size") && inputs.size === undefined ? undefined : (row) => judge(row, inputs),
    chipText: (on) => (on ? "" : undefined),
  });
}

type RangeUnit = "usd" | "rate" | "share" | "days";

const controls = { usd: "usd", rate: "percent", share: "percent", days: "days" } as const;

interface Figure<Need extends FilterInput, Unit extends RangeUnit> {
  readonly unit: Unit;
  readonly needs: readonly Need[];
  readonly read: (
    row: MarketRow,
    inputs: Pick<FilterInputs, NoInfer<Need>>,
  ) => UnitValues[NoInfer<Unit>] | undefined;
}

const boundParameters: {
  readonly [Unit in RangeUnit]: (name: string) => Parameter<UnitValues[Unit] | undefined>;
} = { usd: amount, rate: percent, share: percent, days: dayCount };

const boundTexts: { readonly [Unit in RangeUnit]: (bound: UnitValues[Unit]) => string } = {
  usd: (bound) => formatUsd(bound, "short").text,
  // Written as typed: a formatted rate may contain a bound itself, as in "≥ > 1,000 %".
  rate: (bound) => `${writePercent(bound)} %`,
  share: (bound) => `${writePercent(bound)} %`,
  days: (bound) => formatDays(bound),
};

/** The label is usually made from `unknown`: "Minimum deposits". */
function range(
  passes: (value: number, bound: number) => boolean,
  words: { readonly bound: string; readonly sign: string; readonly placeholder: string },
) {
  return <const Need extends FilterInput, Unit extends RangeUnit>(
    name: string,
    { unit, needs, read }: Figure<Need, Unit>,
    spec: Omit<FilterWords, "label"> & { readonly label?: string; readonly collapsed?: true },
  ): Filter<UnitValues[Unit] | undefined> =>
    filter(boundParameters[unit](name), {
      label: `${words.bound} ${spec.unknown}`,
      ...spec,
      control: controls[unit],
      placeholder: words.placeholder,
      needs,
      judge: (bound, inputs) =>
        bound === undefined ? undefined : (row) => check(read(row, inputs), (value) => passes(value, bound)),
      chipText: (bound) => (bound === undefined ? undefined : `${words.sign} ${boundTexts[unit](bound)}`),
    });
}

export const minimum = range((value, bound) => value >= bound, {
  bound: "Minimum",
  sign: "≥",
  placeholder: "0",
});
export const maximum = range((value, bound) => value <= bound, {
  bound: "Maximum",
  sign: "≤",
  placeholder: "any",
});

export function ids<Item extends string, const Need extends FilterInput = never>(
  parameter: Parameter<readonly Item[]>,
  {
    judge,
    names = () => [],
    ...spec
  }: Omit<Spec<readonly Item[], Need>, "judge" | "chipText"> & {
    readonly judge: (
      chosen: ReadonlySet<string>,
      inputs: Pick<FilterInputs, NoInfer<Need>>,
    ) => Judge | undefined;
    readonly names?: (chosen: readonly Item[], names: ChipNames) => readonly string[];
  },
): Filter<readonly Item[]> {
  return filter<readonly Item[], Need>(parameter, {
    ...spec,
    judge: (chosen, inputs) => judge(new Set(chosen), inputs),
    chipText: (chosen, chipNames) => listNames(names(chosen, chipNames)),
  });
}

/** Further names are counted: "A, B, C and 2 more". */
const listedNames = 3;

export function listNames(names: readonly string[]): string {
  const rest = names.length - listedNames;
  return rest > 1 ? `${names.slice(0, listedNames).join(", ")} and ${rest} more` : names.join(", ");
}
