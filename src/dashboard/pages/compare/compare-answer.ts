// The answer a comparison gives first, in a sentence for each market: what it earns more than the next, or what a loan there costs
// less, and what stands against it. Made of the same facts as the chips; nothing here says which to take.
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatPoints, formatUsd, inWords } from "../../format/number.ts";
import type { SelectContext } from "../../market/column.ts";
import { mayPassKink, sizeEffect } from "../../market/row-values.ts";
import type { FactChip } from "../../ui/marks/fact-chips.tsx";
import { loanFacts, verdictFacts, type VerdictFact } from "../../market/verdict-chips.ts";
import { leverageText, namedLeverage } from "../../market/loops/leverage.ts";
import { noOwnYields, ownYieldText, type OwnYields } from "../../market/loops/own-yield.ts";
import { gainOf, rankGains, type Gain } from "./compare-difference.ts";

/** One sentence; numbers are places of markets, drawn as their letter and name. */
export type AnswerSentence = readonly (string | number)[];

/** What an answer depends on besides the compared markets. */
export interface AnswerContext extends Pick<SelectContext, "size" | "basis"> {
  /** Whether my size is a loan. */
  readonly borrows?: boolean;
  readonly ownYields?: OwnYields;
}

/**
 * @param rows the compared markets, in their order
 * @param legs the markets among which a loop finds its legs
 * @returns the best first. Empty for less than two markets with a rate
 */
export function compareAnswer(
  rows: readonly MarketRow[],
  context: AnswerContext,
  legs: readonly MarketRow[],
): readonly AnswerSentence[] {
  const { size, basis, borrows = false, ownYields = noOwnYields } = context;
  const verb = borrows ? "cost" : size === undefined ? "pay" : "earn";
  const [more, less] = borrows ? ["less", "more"] : ["more", "less"];
  const about = size === undefined ? "" : " about";
  const gains = rows.map((row) => gainOf(row, { size, basis, borrows, ownYields }));
  const known = gains.flatMap((gain, place) => (gain === undefined ? [] : [place]));
  if (known.length < 2) return [];
  const against = (place: number, unsure = false): string => {
    const row = rows[place];
    if (row === undefined) return "";
    return borrows
      ? objections(loanWords(row, size, unsure), loanFacts(row, { size }))
      : objections(depositWords(row, size), verdictFacts(row, { size, basis }, legs));
  };
  const start = size === undefined ? "Today " : `At ${inWords(formatUsd(size, "short"))}, `;
  const gap = (apart: number): string => `${verb}s${about} ${gapText(apart, size)}`;
  const { order, behind, isUnsure } = rankGains(gains, size);
  const todays = (place: number | undefined): string => (isUnsure(place) ? " at today's rates" : "");
  const [best] = order;
  const level = order.filter((place) => behind[place] === 0);
  const next = order.find((place) => behind[place] !== 0);
  const lead: AnswerSentence =
    best === undefined || order.length < 2
      ? [start, ...places(known), ` cannot be put in order: ${listed(unknownOwn(gains))}.`]
      : level.length > 1 || next === undefined
        ? [start, ...places(level), ` ${verb}${about} the same.`]
        : [
            start,
            best,
            ` ${gap(behind[next] ?? 0)}${size === undefined ? "" : " a year"} ${more} than `,
            next,
            `${todays(next)}${after(", but ", against(best, isUnsure(next)))}`,
          ];
  const others = (order.length < 2 ? known : order).flatMap((place): AnswerSentence[] => {
    if (level.length === 1 && place === best) return [];
    const said = against(place);
    const apart = behind[place];
    // The first sentence has named the one next to a single best.
    if (best !== undefined && apart !== undefined && apart > 0 && (level.length > 1 || place !== next))
      return [[place, ` ${gap(apart)} ${less} than `, best, `${todays(place)}${after("; ", said)}`]];
    return said === "" ? [] : [[place, `: ${said}.`]];
  });
  const unknown = gains.flatMap((gain, place): AnswerSentence[] => {
    if (gain !== undefined) return [];
    if (size === undefined) return [[place, " publishes no rate."]];
    return borrows && rows[place]?.borrowApy !== undefined
      ? [[place, " is left out: it lends less than my size."]]
      : [[place, ` is left out: what it ${verb}s at my size is unknown.`]];
  });
  return [lead, ...others, ...ownSentences(gains, order), ...unknown];
}

/** What the order says of yield that tokens earn by themselves, where not all markets are of one such token. */
function ownSentences(
  gains: readonly (Gain | undefined)[],
  order: readonly number[],
): readonly AnswerSentence[] {
  const known = gains.filter((gain) => gain !== undefined);
  if (known.every(({ own }) => own?.mint === known[0]?.own?.mint)) return [];
  return gains.flatMap((gain, place): AnswerSentence[] => {
    if (gain === undefined) return [];
    if (order.length >= 2 && !order.includes(place)) {
      // What is unknown of it, or else of those that are in order.
      const [why = ""] = unknownOwn([gain, ...order.map((at) => gains[at])]);
      return [[place, ` is left out: ${why}.`]];
    }
    return gain.own?.apy === undefined ? [] : [[place, `: ${ownYieldText(gain.own)}, which is counted.`]];
  });
}

/** "what JitoSOL earns by itself is unknown", for each token once. */
function unknownOwn(gains: readonly (Gain | undefined)[]): readonly string[] {
  const own = gains.flatMap((gain) => gain?.own ?? []).filter(({ apy }) => apy === undefined);
  return [...new Set(own.map(ownYieldText))];
}

/** Places with words between them: "A, B and C". */
function places(all: readonly number[]): AnswerSentence {
  return all.flatMap((place, at) => (at === 0 ? [place] : [at === all.length - 1 ? " and " : ", ", place]));
}

/**
 * A difference of two rates in words: "$6k", "$14k", "0.35 pp". Money is rounded to one figure, for brackets are no sharper;
 * after a leading 1 to two, or $14k would be said to be $10k.
 */
function gapText(difference: number, size: Usd | undefined): string {
  if (size === undefined) return inWords(formatPoints(ratio(difference), "distance"));
  const value = difference * size;
  const tens = 10 ** Math.floor(Math.log10(value / 2));
  return inWords(formatUsd(usd(Math.round(value / tens) * tens), "short"));
}

const unknownNames: Readonly<Record<string, string>> = {
  "what can leave": "exit",
  "what is left to borrow": "figure of what is left to borrow",
};

/** Judged facts in the middle of a sentence, by their word or else by their id. */
const phrases: Readonly<Record<string, string>> = {
  "Nothing can leave": "nothing can leave now",
  leaves: "not all could leave now",
  "Nothing left to borrow": "nothing is left to borrow",
  left: "not enough is left to borrow",
  losing: "its leverage loses",
  Full: "it is full",
  "Cannot be opened": "it cannot be opened",
};

function phrase({ id, word }: FactChip): string {
  if (id === "rewards") return `${word.replace("Rewards ", "")} of it is rewards`;
  if (id === "steady") return `its rate is ${word.toLowerCase()}`;
  return phrases[word] ?? phrases[id] ?? "not all of it fits";
}

/** What facts leave out: a loop's rate is of more than own money, and a rate may fall where its curve is steep. */
function depositWords(row: MarketRow, size: Usd | undefined): readonly string[] {
  const words: string[] = [];
  const leverage = namedLeverage(row) === undefined ? undefined : leverageText(row);
  if (leverage !== undefined) words.push(`its rate is quoted ${leverage}`);
  if (sizeEffect(row, size)?.kinkRisk === true) words.push("it has kink risk: its rate may fall further");
  return words;
}

/** Where the kink is unknown, a rate may jump with the next loan. @param unsure whether it may cost as much as the other */
function loanWords(row: MarketRow, size: Usd | undefined, unsure: boolean): readonly string[] {
  if (mayPassKink(row, size ?? usd(0))) return ["it may be past its kink, where the rate can jump"];
  return unsure ? ["with the loan it may cost as much"] : [];
}

/** What stands against a market: "60 % of it is rewards, and it publishes no averages and no exit"; empty where nothing does. */
function objections(words: readonly string[], facts: readonly VerdictFact[]): string {
  const bad = [
    ...words,
    ...facts.flatMap((fact) => ("unknown" in fact || fact.tone !== "bad" ? [] : [phrase(fact)])),
  ];
  const unknown = facts.flatMap((fact) =>
    "unknown" in fact ? [`no ${unknownNames[fact.unknown] ?? fact.unknown}`] : [],
  );
  if (unknown.length === 0) return listed(bad);
  const published = `publishes ${listed(unknown)}`;
  return bad.length === 0 ? published : `${bad.join(", ")}, and it ${published}`;
}

function after(between: string, text: string): string {
  return text === "" ? "." : `${between}${text}.`;
}

/** "a, b and c" */
function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}
