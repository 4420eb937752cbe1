// The answer a comparison gives first, in a sentence for each market: what it earns more than the next, and what stands against
// it. Made of the same facts as the chips; nothing here says which to take.
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatPoints, formatUsd, inWords } from "../../format/number.ts";
import type { SelectContext } from "../../market/column.ts";
import { leadingRate, sizeEffect } from "../../market/row-values.ts";
import type { FactChip } from "../../ui/marks/fact-chips.tsx";
import { verdictFacts } from "../../market/verdict-chips.ts";
import { leverageText, namedLeverage } from "../../market/loops/leverage.ts";

/** One sentence; numbers are places of markets, drawn as their letter and name. */
export type AnswerSentence = readonly (string | number)[];

interface Earning {
  readonly place: number;
  /** USD a year at my size, or the rate where no size is given. */
  readonly value: number;
}

/**
 * @param rows the compared markets, in their order
 * @param legs the markets among which a loop finds its legs
 * @returns the best first. Empty for less than two markets that can be held against each other
 */
export function compareAnswer(
  rows: readonly MarketRow[],
  { size, basis }: Pick<SelectContext, "size" | "basis">,
  legs: readonly MarketRow[],
): readonly AnswerSentence[] {
  const earnings = rows
    .flatMap((row, place): Earning[] => {
      const value = size === undefined ? leadingRate(row, basis) : perYear(row, size, basis);
      return value === undefined ? [] : [{ place, value }];
    })
    .toSorted((a, b) => b.value - a.value);
  const [best, next, ...rest] = earnings;
  if (best === undefined || next === undefined) return [];
  const against = (place: number): string => {
    const row = rows[place];
    return row === undefined ? "" : caveats(row, { size, basis }, legs);
  };
  const difference = (one: Earning, other: Earning): string => apart(one.value - other.value, size);
  const start = size === undefined ? "Today " : `At ${inWords(formatUsd(size, "short"))}, `;
  const gap = difference(best, next);
  const lead: AnswerSentence =
    gap === ""
      ? [
          start,
          best.place,
          " and ",
          next.place,
          size === undefined ? " pay the same." : " earn about the same.",
        ]
      : [
          start,
          best.place,
          size === undefined ? ` pays ${gap} more than ` : ` earns about ${gap} a year more than `,
          next.place,
          behind(", but ", against(best.place)),
        ];
  const others = [...(gap === "" ? [best, next] : [next]), ...rest].flatMap((one): AnswerSentence[] => {
    const less = one === best || one === next ? "" : difference(best, one);
    const said = against(one.place);
    if (less !== "")
      return [
        [
          one.place,
          ` ${size === undefined ? "pays" : "earns about"} ${less} less than `,
          best.place,
          behind("; ", said),
        ],
      ];
    return said === "" ? [] : [[one.place, `: ${said}.`]];
  });
  const unknown = rows.flatMap((_, place): AnswerSentence[] =>
    earnings.some((one) => one.place === place)
      ? []
      : [
          [
            place,
            size === undefined
              ? " publishes no rate."
              : " is left out: what it earns at a size is not known.",
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

const unknownNames: Readonly<Record<string, string>> = { "what can leave": "exit" };

/** A judged fact in the middle of a sentence. */
function phrase({ id, word }: FactChip): string {
  if (id === "rewards") return `${word.replace("Rewards ", "")} of it is rewards`;
  if (id === "steady") return `its rate is ${word.toLowerCase()}`;
  if (id === "leaves")
    return word === "Nothing can leave" ? "nothing can leave now" : "not all could leave now";
  if (id === "losing") return "its leverage loses";
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

/** What stands against a market: "60 % of it is rewards, and it publishes no averages and no exit"; empty where nothing does. */
function caveats(
  row: MarketRow,
  context: Pick<SelectContext, "size" | "basis">,
  legs: readonly MarketRow[],
): string {
  const facts = verdictFacts(row, context, legs);
  const bad = [
    ...leverageWords(row),
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
