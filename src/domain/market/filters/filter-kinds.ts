// The kinds of filters. A kind knows how its filters stand in the URL, when they are off, what their chip says and which
// control they have; a filter adds its words and how it judges a row.
import type { MarketType } from "../../../contract/market.ts";
import type { Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../market-row.ts";
import type { RecordFigures } from "../record-figures.ts";
import { formatRate, formatUsd } from "../../format/number.ts";
import { formatDays } from "../../format/time.ts";
import type { ApyBasis, Loans, LoopRooms, UnitValues } from "../column.ts";
import type { PeerPrices } from "../assess/checks.ts";
import { amount, dayCount, mint, onOff, option, percent, words, type Parameter } from "./parameters.ts";

/** A row passes, fails, or cannot be judged. What cannot be judged is hidden like what fails, and counted apart. */
export type Verdict = "pass" | "fail" | "unknown";
export type Judge = (row: MarketRow) => Verdict;

/** Which side of a market the visitor is on: an asset is what they deposit, or what they borrow. */
export type AssetSide = "deposit" | "borrow";

/**
 * How a market's tokens must meet the assets chosen: the token of the visitor's side is one of them, any token is, there is
 * one of each, or no other token beside them.
 */
export const assetMatches = ["side", "any", "all", "only"] as const;
export type AssetMatch = (typeof assetMatches)[number];

/** What a judgement can depend on besides the row and the filter's own value. */
export interface FilterInputs {
  readonly types: readonly MarketType[];
  readonly assetMatch: AssetMatch;
  readonly side: AssetSide;
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  readonly starred: ReadonlySet<string>;
  /** What tokens cost by the markets loaded; without it no market's price is judged. */
  readonly prices: PeerPrices | undefined;
  /** What the legs of the loops leave room for; without it no loop's room is judged. */
  readonly loops: LoopRooms | undefined;
  /** The collateral of loans; undefined outside the Borrow view. */
  readonly loans: Loans | undefined;
  /** What the service has recorded; undefined while it is not read, and where nothing is. */
  readonly record: RecordFigures | undefined;
}
export type FilterInput = keyof FilterInputs;

/** How the chip of a filter calls what was chosen. */
export interface ChipNames {
  readonly provider: (id: string) => string;
  readonly token: (mint: string) => string;
}

interface FilterWords {
  /** The name of the control. */
  readonly label: string;
  /** The name in the chip, where "Deposits ≥ $1M" is shorter than the control's name and still clear. */
  readonly field?: string;
  /** What is unknown about a row that cannot be judged: "18 with unknown deposits hidden". */
  readonly unknown: string;
}

/** A filter as everything that shows, applies, counts, writes or lifts it sees it. */
export interface Filter<Value> extends Parameter<Value>, Required<FilterWords> {
  /** What the panel draws: a switch, a field for dollars, dollars above or below zero, percent or days, or a control like no other. */
  readonly control: "flag" | "usd" | "flow" | "percent" | "days" | "own";
  /** What holds while nothing is written in the field. */
  readonly placeholder: string;
  /** Whether the field waits under "More filters". */
  readonly folded: boolean;
  /** What the switch does, in a sentence. */
  readonly hint: string | undefined;
  readonly needs: readonly FilterInput[];
  /** The types it concerns, where others pass whatever they are. */
  readonly types: readonly MarketType[] | undefined;
  /** Set where the filter gives way when it alone would leave no market: what its chip says then. */
  readonly givesWay: string | undefined;
  /** The value that hides nothing. */
  readonly lifted: Value;
  /** Values of equal keys judge alike. */
  key(value: Value): string | number | boolean | undefined;
  /** Judges rows by a value that is not the lifted one; undefined where nothing is to be judged. */
  judge(value: Value, inputs: FilterInputs): Judge | undefined;
  /** What the chip of a value says beside the field: empty where the field says it all, undefined for no chip. */
  says(value: Value, names: ChipNames): string | undefined;
}

export function verdict(passes: boolean): Verdict {
  return passes ? "pass" : "fail";
}

/** Whether what is known of a row passes. */
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

/** A switch. One that needs my size does nothing without one. */
export function flag<const Need extends FilterInput = never>(
  name: string,
  spec: FilterWords & {
    readonly needs?: readonly Need[];
    readonly judge: (row: MarketRow, inputs: Pick<FilterInputs, NoInfer<Need>>) => Verdict;
    readonly hint?: string;
    readonly givesWay?: string;
    /** The types it can judge; others pass. */
    readonly types?: readonly MarketType[];
    /** On by default: its parameter turns it off, which has no chip. */
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

/** A figure that a bound can be set to: its unit, what it depends on, and how it is read of a row. */
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

/** Items that are wanted or unwanted. */
export function ids<Item extends string, const Need extends FilterInput = never>(
  parameter: Parameter<readonly Item[]>,
  spec: FilterWords & {
    readonly needs?: readonly Need[];
    readonly types?: readonly MarketType[];
    readonly judge: (
      chosen: ReadonlySet<string>,
      inputs: Pick<FilterInputs, NoInfer<Need>>,
    ) => Judge | undefined;
    /** The list that hides nothing; the empty one unless given. */
    readonly lifted?: readonly Item[];
    /** What the chip calls the items; without it the field says it all. */
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

/** One of several ways in which another filter judges; the first is the initial one. */
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

/** One token, or none. */
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

/** What is left out unless somebody asks to see it. */
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

/** What was typed; nothing but spaces is nothing. */
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

/** How many names a chip lists before it counts the rest. */
const listedNames = 3;

/** "A, B, C and 2 more". */
export function listNames(names: readonly string[]): string {
  const rest = names.length - listedNames;
  return rest > 1 ? `${names.slice(0, listedNames).join(", ")} and ${rest} more` : names.join(", ");
}
