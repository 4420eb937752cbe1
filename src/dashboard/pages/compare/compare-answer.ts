// The answer a comparison gives first, in a sentence for each market: what it earns more than the next, or what a loan there costs
// less, and what stands against it. Made of the same facts as the chips; nothing here says which to take.
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatPoints, formatUsd, inWords } from "../../format/number.ts";
import type { SelectContext } from "../../market/column.ts";
import { leadingRate, lendsTooLittle, loanRate, mayPassKink, sizeEffect } from "../../market/row-values.ts";
import type { FactChip } from "../../ui/marks/fact-chips.tsx";
import { loanFacts, verdictFacts, type VerdictFact } from "../../market/verdict-chips.ts";
import { leverageText, namedLeverage } from "../../market/loops/leverage.ts";

/** One sentence; numbers are places of markets, drawn as their letter and name. */
export type AnswerSentence = readonly (string | number)[];

interface Earning {
  readonly place: number;
  /** USD a year at my size, or the rate where no size is given; what a loan costs is below 0. */
  readonly value: number;
}

/** What a market does with my money, or takes for its own: said of one market, and of two. */
interface Verb {
  readonly quoted: readonly [one: string, two: string];
  readonly yearly: readonly [one: string, two: string];
  readonly ahead: "more" | "less";
  readonly after: "more" | "less";
}
const earns: Verb = { quoted: ["pays", "pay"], yearly: ["earns", "earn"], ahead: "more", after: "less" };
const costs: Verb = { quoted: ["costs", "cost"], yearly: ["costs", "cost"], ahead: "less", after: "more" };

/**
 * @param rows the compared markets, in their order
 * @param legs the markets among which a loop finds its legs
 * @param borrows whether my size is a loan
 * @returns the best first. Empty for less than two markets that can be held against each other
 */
export function compareAnswer(
  rows: readonly MarketRow[],
  { size, basis }: Pick<SelectContext, "size" | "basis">,
  legs: readonly MarketRow[],
  borrows = false,
): readonly AnswerSentence[] {
  const verb = borrows ? costs : earns;
  const [ofOne, ofTwo] = size === undefined ? verb.quoted : verb.yearly;
  const about = size === undefined ? "" : " about";
  const gains = `${ofOne}${about}`;
  const held = rows
    .flatMap((row, place): Earning[] => {
      const value = borrows
        ? costOf(row, size, basis)
        : size === undefined
          ? leadingRate(row, basis)
          : perYear(row, size, basis);
      return value === undefined ? [] : [{ place, value }];
    })
    .toSorted((a, b) => b.value - a.value);
  const [best, next, ...rest] = held;
  if (best === undefined || next === undefined) return [];
  const against = (place: number): string => {
    const row = rows[place];
    if (row === undefined) return "";
    return borrows
      ? objections(loanWords(row, size), loanFacts(row, { size }))
      : objections(leverageWords(row), verdictFacts(row, { size, basis }, legs));
  };
  const difference = (one: Earning, other: Earning): string => apart(one.value - other.value, size);
  const start = size === undefined ? "Today " : `At ${inWords(formatUsd(size, "short"))}, `;
  const gap = difference(best, next);
  const lead: AnswerSentence =
    gap === ""
      ? [start, best.place, " and ", next.place, ` ${ofTwo}${about} the same.`]
      : [
          start,
          best.place,
          ` ${gains} ${gap}${size === undefined ? "" : " a year"} ${verb.ahead} than `,
          next.place,
          behind(", but ", against(best.place)),
        ];
  const others = [...(gap === "" ? [best, next] : [next]), ...rest].flatMap((one): AnswerSentence[] => {
    const less = one === best || one === next ? "" : difference(best, one);
    const said = against(one.place);
    if (less !== "")
      return [[one.place, ` ${gains} ${less} ${verb.after} than `, best.place, behind("; ", said)]];
    return said === "" ? [] : [[one.place, `: ${said}.`]];
  });
  const unknown = rows.flatMap((row, place): AnswerSentence[] =>
    held.some((one) => one.place === place)
      ? []
      : [
          [
            place,
            size === undefined
              ? " publishes no rate."
              : borrows && row.borrowApy !== undefined
                ? " is left out: it lends less than my size."
                : ` is left out: what it ${ofOne} at a size is not known.`,
          ],
        ],
  );
  return [lead, ...others, ...unknown];
}

/** The middle of what a size earns in a year, in USD. */
function perYear(row: MarketRow, size: Usd, basis: SelectContext["basis"]): number | undefined {
  const effect = sizeEffect(row, size, basis);
  const { usdPerYearLow: low, usdPerYearHigh: high } = effect ?? {};
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** What a loan costs in a year at least, in USD, or its rate where no size is given: below 0. */
function costOf(row: MarketRow, size: Usd | undefined, basis: SelectContext["basis"]): number | undefined {
  const quoted = basis === "base" ? row.baseBorrowApy : row.borrowApy;
  if (lendsTooLittle(row, size)) return undefined;
  const cost: number | undefined =
    size === undefined ? quoted : earnings({ size, apy: loanRate(row, size, basis)?.low });
  return cost === undefined ? undefined : -cost;
}

/**
 * "$6k", "$14k", "0.35 pp"; nothing where the two would read the same. Money is rounded to one figure, for brackets are no
 * sharper; after a leading 1 to two, or $14k would be said to be $10k.
 */
function apart(value: number, size: Usd | undefined): string {
  if (size === undefined) return value < 0.000_05 ? "" : inWords(formatPoints(ratio(value), "distance"));
  if (value < 1) return "";
  const tens = 10 ** Math.floor(Math.log10(value / 2));
  const rounded = Math.round(value / tens) * tens;
  return rounded < size / 10_000 ? "" : inWords(formatUsd(usd(rounded), "short"));
}

const unknownNames: Readonly<Record<string, string>> = {
  "what can leave": "exit",
  "what is left to borrow": "figure of what is left to borrow",
};

/** A judged fact in the middle of a sentence. */
function phrase({ id, word }: FactChip): string {
  if (id === "rewards") return `${word.replace("Rewards ", "")} of it is rewards`;
  if (id === "steady") return `its rate is ${word.toLowerCase()}`;
  if (id === "leaves")
    return word === "Nothing can leave" ? "nothing can leave now" : "not all could leave now";
  if (id === "losing") return "its leverage loses";
  if (id === "left")
    return word === "Nothing left to borrow" ? "nothing is left to borrow" : "not enough is left to borrow";
  return word === "Full"
    ? "it is full"
    : word === "Cannot be opened"
      ? "it cannot be opened"
      : "not all of it fits";
}

/** A loop's rate is of more than own money. That nobody tells of how much is among what it does not publish. */
function leverageWords(row: MarketRow): readonly string[] {
  const leverage = namedLeverage(row) === undefined ? undefined : leverageText(row);
  return leverage === undefined ? [] : [`its rate is quoted ${leverage}`];
}

/** Where the kink is unknown, a rate may jump with the next loan. */
function loanWords(row: MarketRow, size: Usd | undefined): readonly string[] {
  return mayPassKink(row, size ?? usd(0)) ? ["it may be past its kink, where the rate can jump"] : [];
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

function behind(between: string, text: string): string {
  return text === "" ? "." : `${between}${text}.`;
}

/** "a, b and c" */
function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}
