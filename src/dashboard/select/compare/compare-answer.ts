// Ranks the compared markets, then names one caveat for each.
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatUsd, inWords } from "../../../domain/format/number.ts";
import { blockedBy, fitsSize } from "../../../domain/market/assess/capacity.ts";
import { assess, isContradictory } from "../../../domain/market/assess/assess.ts";
import type { AssessContext } from "../../../domain/market/assess/assessment.ts";
import { sentence } from "../../../domain/market/assess/words.ts";
import { isUnsecurable } from "../../../domain/market/loan-terms.ts";
import { hasOnlyNetRate } from "../../../domain/market/row-values.ts";
import { ownYieldText } from "../../../domain/market/loops/own-yield.ts";
import { aboutTheSame, differenceInWords, gainOf, rankGains, type Gain, type GainContext } from "./gains.ts";

/** A number is the index of a market, which is shown as its letter and name. */
export type AnswerSentence = readonly (string | number)[];

/** The ranking comes first. With one rate, says only why the others are left out; empty without a rate. */
export function compareAnswer(rows: readonly MarketRow[], context: GainContext): readonly AnswerSentence[] {
  const { size, side } = context;
  const borrows = side === "borrow";
  const gains = rows.map((row) => gainOf(row, context));
  const known = gains.flatMap((gain, index) => (gain === undefined ? [] : [index]));
  const verb = borrows ? "cost" : size === undefined ? "pay" : "earn";
  const leftOut = rows.flatMap((row, index): AnswerSentence[] => {
    if (gains[index] !== undefined) return [];
    const isUntakeable = borrows && isUnsecurable(row, context.loans);
    if (isUntakeable || isContradictory(row, context) || blockedBy(row, context) !== undefined)
      return [[index, [" is left out.", ...caveats(row, context, false)].join(" ")]];
    if (size === undefined) return [[index, " publishes no rate."]];
    return fitsSize(row, context) === false
      ? [[index, ` is left out: it ${borrows ? "lends" : "takes"} less than your size.`]]
      : [[index, ` is left out: what it ${verb}s at your size is unknown.`]];
  });
  if (known.length < 2) return known.length === 0 ? [] : leftOut;
  const { order, behind, isUnsure } = rankGains(gains, size);
  const [best] = order;
  const level = order.filter((index) => behind[index] === 0);
  const next = order.find((index) => behind[index] !== 0);
  const start = size === undefined ? "Today " : `At ${inWords(formatUsd(size, "short"))}, `;
  const difference = (index: number, word: "more" | "less"): string => {
    return ` ${verb}s ${differenceInWords(behind[index] ?? 0, size)} ${word} than `;
  };
  const [more, less] = borrows ? (["less", "more"] as const) : (["more", "less"] as const);
  const unsure = (index: number | undefined): string => (isUnsure(index) ? " at today's rates" : "");
  const lead: AnswerSentence =
    best === undefined || order.length < 2
      ? [start, ...listed(known), ` can't be ranked: ${unknownOwn(gains).join(", ")}.`]
      : level.length > 1 || next === undefined
        ? [start, ...listed(level), ` ${verb} ${aboutTheSame}.`]
        : [start, best, difference(next, more), next, `${unsure(next)}.`];
  // Next to a single best market, the first sentence already names the second.
  const isNamed = (index: number): boolean => level.length === 1 && (index === best || index === next);
  const lines = (order.length < 2 ? known : order).flatMap((index): AnswerSentence[] => {
    const row = rows[index];
    if (row === undefined) return [];
    const caveat = caveats(row, context, index === best && level.length === 1 && isUnsure(next));
    const ranked = best !== undefined && (behind[index] ?? 0) > 0 && !isNamed(index);
    if (ranked) return [[index, difference(index, less), best, [`${unsure(index)}.`, ...caveat].join(" ")]];
    return caveat.length === 0 ? [] : [[index, `: ${caveat.join(" ")}`]];
  });
  const net = known.flatMap((index): AnswerSentence[] => {
    const row = rows[index];
    return row === undefined || !hasOnlyNetRate(row, context.basis)
      ? []
      : [[index, " has only a net rate, which includes rewards."]];
  });
  return [lead, ...lines, ...net, ...ownYieldLines(gains, order), ...leftOut];
}

/** The worst finding and a loop's leverage, or else what is unknown. */
function caveats(row: MarketRow, context: AssessContext, mayCostMore: boolean): readonly string[] {
  const assessments = assess(row, context);
  const worst = assessments.find(({ tone }) => tone === "bad" || tone === "warning");
  const leverage = assessments.find(({ id }) => id === "leverage");
  const unknown = worst === undefined ? assessments.find(({ id }) => id === "unknown") : undefined;
  const found = [worst, leverage, unknown].filter((one) => one !== undefined).map(sentence);
  const costMore =
    row.kind === "loop"
      ? "Your size may raise its borrow rate until it earns no more than the next."
      : "Your loan may raise its rate until it costs as much as the next.";
  return mayCostMore ? [costMore, ...found] : found;
}

function ownYieldLines(
  gains: readonly (Gain | undefined)[],
  order: readonly number[],
): readonly AnswerSentence[] {
  const known = gains.filter((gain) => gain !== undefined);
  if (known.every(({ own }) => own?.mint === known[0]?.own?.mint)) return [];
  return gains.flatMap((gain, index): AnswerSentence[] => {
    if (gain === undefined) return [];
    if (order.length >= 2 && !order.includes(index)) {
      // What is unknown about this market, or else about the ranked ones.
      const [why = ""] = unknownOwn([gain, ...order.map((at) => gains[at])]);
      return [[index, ` is left out: ${why}.`]];
    }
    return gain.own?.apy === undefined ? [] : [[index, `: ${ownYieldText(gain.own)}, which is counted.`]];
  });
}

function unknownOwn(gains: readonly (Gain | undefined)[]): readonly string[] {
  const own = gains.flatMap((gain) => gain?.own ?? []).filter(({ apy }) => apy === undefined);
  return [...new Set(own.map(ownYieldText))];
}

/** "A, B and C". */
function listed(all: readonly number[]): AnswerSentence {
  return all.flatMap((index, at) => (at === 0 ? [index] : [at === all.length - 1 ? " and " : ", ", index]));
}
