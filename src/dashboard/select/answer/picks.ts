// The rules for suggested markets. Each is a function of the displayed markets.
import { poolAvailable, effectiveRate, fitShortfall } from "../../../domain/market/row-values.ts";
import { isContradictory } from "../../../domain/market/assess/assess.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { compareSize, type MarketRow } from "../../../domain/market/market-row.ts";
import { minSteadyRate } from "../preset-views.ts";

const pickIds = ["highest", "steadiest", "largest"] as const;
export type PickId = (typeof pickIds)[number];

export const steadyDepositsUsd = 20_000_000;
/** Lower rates read as zero or "< 0.01 %". */
export const minPickRate = 0.0001;

export type AnswerPick = ReturnType<typeof answerPicks>[number];

interface Rule {
  /** Among markets that meet all conditions, the highest score wins. Undefined never wins. */
  readonly score: (row: MarketRow, context: SelectContext) => number | undefined;
  readonly fallbackScore: (row: MarketRow, context: SelectContext) => number | undefined;
}

const rules: Readonly<Record<PickId, Rule>> = {
  highest: {
    score: lowRate,
    fallbackScore: (row, { size }) => {
      const available = poolAvailable(row);
      const short = fitShortfall(row, size, undefined);
      return available === undefined || short === undefined || size === undefined
        ? undefined
        : Math.min(available, size - short);
    },
  },
  steadiest: {
    score: steadiness90d,
    fallbackScore: (row, context) =>
      steadiness90d(row, context) === undefined ? undefined : row.totalDepositUsd,
  },
  largest: {
    score: (row) => row.totalDepositUsd,
    fallbackScore: (row) => row.totalDepositUsd,
  },
};

/** The first condition of the pick that the market does not meet, in the order of the text of an empty card. */
export function unmetCondition(id: PickId, row: MarketRow, context: SelectContext) {
  const { size } = context;
  const isHighest = id === "highest";
  if (id === "steadiest" && (row.totalDepositUsd ?? 0) <= steadyDepositsUsd) return "deposits";
  const short = fitShortfall(row, size, undefined) ?? (isHighest ? Infinity : 0);
  if (short > 0) return "capacity";
  if (isHighest && (poolAvailable(row) ?? -1) < (size ?? 0)) return "exit";
  return paysAtLeast(id === "steadiest" ? minSteadyRate : minPickRate, row, context) ? undefined : "rate";
}

function lowRate(row: MarketRow, { size, basis }: SelectContext): number | undefined {
  return effectiveRate(row, size, basis)?.low;
}

/** Compares the rate as shown, so that no text contradicts the result. */
function paysAtLeast(rate: number, row: MarketRow, context: SelectContext): boolean {
  return Math.round((lowRate(row, context) ?? 0) * 10_000) >= rate * 10_000;
}

export function paysEnough(row: MarketRow, context: SelectContext): boolean {
  return paysAtLeast(minSteadyRate, row, context);
}

function steadiness90d({ id }: MarketRow, { trends }: Pick<SelectContext, "trends">): number | undefined {
  const { low90d, high90d, average } = trends?.get(id) ?? {};
  if (low90d === undefined || high90d === undefined || average === undefined || average <= 0)
    return undefined;
  return (low90d - high90d) / average;
}

/** Whether the market is an open pool with consistent figures. Its cap may be below the user's size. */
function isSound(row: MarketRow, context: SelectContext, blocked: ReadonlySet<string>): boolean {
  return (
    (row.kind === "lending" || row.kind === "yield") &&
    !blocked.has(row.id) &&
    !isContradictory(row, context) &&
    lowRate(row, context) !== undefined
  );
}

/** If one market is best under two rules, the second shows its next best. Ties by deposits, then by id. */
export function answerPicks(
  rows: readonly MarketRow[],
  context: SelectContext,
  blocked: ReadonlySet<string>,
) {
  const sound = rows.filter((row) => isSound(row, context, blocked));
  const taken = new Set<string>();
  return pickIds.map((id) => {
    const { score, fallbackScore } = rules[id];
    const met = sound.filter((row) => unmetCondition(id, row, context) === undefined);
    const ranked = bestFirst(met, context, score);
    const row = ranked.find((candidate) => !taken.has(candidate.id));
    const isNext = ranked[0] !== undefined && ranked[0] !== row;
    if (row !== undefined) taken.add(row.id);
    const others = sound.filter((candidate) => !met.includes(candidate));
    const paying = others.filter((candidate) => paysAtLeast(minPickRate, candidate, context));
    const [closest] =
      row === undefined
        ? [paying, others].flatMap((candidates) => bestFirst(candidates, context, fallbackScore))
        : [];
    return { id, row, isNext, closest };
  });
}

function bestFirst(
  rows: readonly MarketRow[],
  context: SelectContext,
  score: Rule["score"],
): readonly MarketRow[] {
  const scored = rows.flatMap((row) => {
    const own = score(row, context);
    return own === undefined ? [] : [{ row, own }];
  });
  return scored
    .toSorted((one, other) => other.own - one.own || compareSize(one.row, other.row))
    .map(({ row }) => row);
}
