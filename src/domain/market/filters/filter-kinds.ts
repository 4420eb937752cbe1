// A kind defines URL form, default, chip and control; a filter adds its words and its judge.
import type { MarketType } from "../../../contract/market.ts";
import type { Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../market-row.ts";
import type { RecordFigures } from "../record-figures.ts";
import { formatRate, formatUsd } from "../../format/number.ts";
import { formatDays } from "../../format/time.ts";
import type { ApyBasis, Loans, LoopRooms, UnitValues } from "../column.ts";
import type { PeerPrices } from "../assess/checks.ts";
import { amount, dayCount, mint, onOff, option, percent, words, type Parameter } from "./parameters.ts";

/** Rows that cannot be judged are hidden too, and counted separately. */
export type Verdict = "pass" | "fail" | "unknown";
export type Judge = (row: MarketRow) => Verdict;

export type AssetSide = "deposit" | "borrow";

/** The user's side, any side, one token for each choice, or no other tokens. */
export const assetMatches = ["side", "any", "all", "only"] as const;
export type AssetMatch = (typeof assetMatches)[number];

export interface FilterInputs {
  readonly types: readonly MarketType[];
  readonly assetMatch: AssetMatch;
  readonly side: AssetSide;
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  readonly starred: ReadonlySet<string>;
  readonly prices: PeerPrices | undefined;
  readonly loops: LoopRooms | undefined;
  readonly loans: Loans | undefined;
  /** Undefined while loading and without a record. */
  readonly record: RecordFigures | undefined;
}
export type FilterInput = keyof FilterInputs;

export interface ChipNames {
  readonly provider: (id: string) => string;
  readonly token: (mint: string) => string;
}

interface FilterWords {
  readonly label: string;
  /** Shorter than the label, where "Deposits ≥ $1M" is clear. */
  readonly field?: string;
  /** "18 with unknown deposits hidden". */
  readonly unknown: string;
}

export interface Filter<Value> extends Parameter<Value>, Required<FilterWords> {
  /** `flow` is dollars of either sign. */
  readonly control: "flag" | "usd" | "flow" | "percent" | "days" | "own";
  /** Shown in an empty field. */
  readonly placeholder: string;
  readonly folded: boolean;
  readonly hint: string | undefined;
  readonly needs: readonly FilterInput[];
  readonly types: readonly MarketType[] | undefined;
  /** Set where the filter is ignored when it alone would leave no market: what its chip then says. */
  readonly givesWay: string | undefined;
  readonly lifted: Value;
  key(value: Value): string | number | boolean | undefined;
  judge(value: Value, inputs: FilterInputs): Judge | undefined;
  /** Empty where the field name is enough, undefined for no chip. */
  says(value: Value, names: ChipNames): string | undefined;
}

export function verdict(passes: boolean): Verdict {
  return passes ? "pass" : "fail";
}

export function judged<Value>(value: Value | undefined, passes: (value: Value) => boolean): Verdict {
  return value === undefined ? "unknown" : verdict(passes(value));
}

const plain = {
  control: "own",
  placeholder: "",
  folded: false,
  hint: undefined,
  needs: [],
  types: undefined,
  givesWay: undefined,
} as const;

/** One that needs a size does nothing without one. */
export function flag<const Need extends FilterInput = never>(
  name: string,
  spec: FilterWords & {
    readonly needs?: readonly Need[];
    readonly judge: (row: MarketRow, inputs: Pick<FilterInputs, NoInfer<Need>>) => Verdict;
    readonly hint?: string;
    readonly givesWay?: string;
    readonly types?: readonly MarketType[];
    /** On by default, without a chip. */
    readonly initial?: true;
  },
): Filter<boolean> {
  const needs: readonly FilterInput[] = spec.needs ?? [];
  return {
    ...plain,
    field: spec.label,
    ...spec,
    ...onOff(name, spec.initial),
    control: "flag",
    needs,
    lifted: false,
    key: (on) => on,
    judge: (_on, inputs) =>
      needs.includes("size") && inputs.size === undefined ? undefined : (row) => spec.judge(row, inputs),
    says: (on) => (on ? "" : undefined),
  };
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

type Range = <const Need extends FilterInput, Unit extends RangeUnit>(
  name: string,
  figure: Figure<Need, Unit>,
  spec: FilterWords & { readonly folded?: true },
) => Filter<UnitValues[Unit] | undefined>;

const boundParameters: {
  readonly [Unit in RangeUnit]: (name: string) => Parameter<UnitValues[Unit] | undefined>;
} = { usd: amount, rate: percent, share: percent, days: dayCount };

const boundTexts: { readonly [Unit in RangeUnit]: (bound: UnitValues[Unit]) => string } = {
  usd: (bound) => formatUsd(bound, "short").text,
  rate: (bound) => formatRate(bound, "short").text,
  share: (bound) => formatRate(bound, "short").text,
  days: (bound) => formatDays(bound),
};

function range(passes: (value: number, bound: number) => boolean, sign: string, placeholder: string): Range {
  return (name, { unit, needs, read }, spec) => ({
    ...boundParameters[unit](name),
    ...plain,
    field: spec.label,
    ...spec,
    control: controls[unit],
    placeholder,
    needs,
    lifted: undefined,
    key: (bound) => bound,
    judge: (bound, inputs) =>
      bound === undefined ? undefined : (row) => judged(read(row, inputs), (value) => passes(value, bound)),
    says: (bound) => (bound === undefined ? undefined : `${sign} ${boundTexts[unit](bound)}`),
  });
}

export const least = range((value, bound) => value >= bound, "≥", "0");
export const most = range((value, bound) => value <= bound, "≤", "any");

export function ids<Item extends string, const Need extends FilterInput = never>(
  parameter: Parameter<readonly Item[]>,
  spec: FilterWords & {
    readonly needs?: readonly Need[];
    readonly types?: readonly MarketType[];
    readonly judge: (
      chosen: ReadonlySet<string>,
      inputs: Pick<FilterInputs, NoInfer<Need>>,
    ) => Judge | undefined;
    readonly lifted?: readonly Item[];
    readonly names?: (chosen: readonly Item[], names: ChipNames) => readonly string[];
  },
): Filter<readonly Item[]> {
  return {
    ...parameter,
    ...plain,
    field: spec.label,
    lifted: [],
    ...spec,
    key: (chosen) => chosen.join(),
    judge: (chosen, inputs) => spec.judge(new Set(chosen), inputs),
    says: (chosen, names) => (spec.names === undefined ? "" : listNames(spec.names(chosen, names))),
  };
}

/** How another filter judges; the first option is the default. */
export function way<Option extends string>(
  name: string,
  options: readonly [Option, ...(readonly Option[])],
  spec: FilterWords & { readonly names: Readonly<Record<Option, string>> },
): Filter<Option> {
  return {
    ...option(name, options),
    ...plain,
    field: spec.label,
    ...spec,
    lifted: options[0],
    key: (chosen) => chosen,
    judge: () => undefined,
    says: (chosen) => spec.names[chosen],
  };
}

export function oneToken<const Need extends FilterInput = never>(
  name: string,
  spec: FilterWords & {
    readonly needs?: readonly Need[];
    readonly judge: (inputs: Pick<FilterInputs, NoInfer<Need>>) => Judge | undefined;
  },
): Filter<string | undefined> {
  return {
    ...mint(name),
    ...plain,
    field: spec.label,
    ...spec,
    lifted: undefined,
    key: (chosen) => chosen,
    judge: (_chosen, inputs) => spec.judge(inputs),
    says: (chosen, names) => (chosen === undefined ? undefined : names.token(chosen)),
  };
}

export function leftOut<const Need extends FilterInput = never>(
  name: string,
  spec: FilterWords & {
    readonly needs?: readonly Need[];
    readonly judge: (inputs: Pick<FilterInputs, NoInfer<Need>>) => Judge | undefined;
  },
): Filter<boolean> {
  return {
    ...onOff(name),
    ...plain,
    field: spec.label,
    ...spec,
    lifted: true,
    key: (shown) => shown,
    judge: (_shown, inputs) => spec.judge(inputs),
    says: () => "shown",
  };
}

/** Whitespace alone counts as empty. */
export function text(
  name: string,
  spec: FilterWords & { readonly judge: (typed: string) => Judge | undefined },
): Filter<string> {
  return {
    ...words(name),
    ...plain,
    field: spec.label,
    ...spec,
    lifted: "",
    key: (typed) => typed.trim(),
    says: (typed) => (typed.trim() === "" ? undefined : `“${typed.trim()}”`),
  };
}

/** More names are counted: "A, B, C and 2 more". */
const listedNames = 3;

export function listNames(names: readonly string[]): string {
  const rest = names.length - listedNames;
  return rest > 1 ? `${names.slice(0, listedNames).join(", ")} and ${rest} more` : names.join(", ");
}
