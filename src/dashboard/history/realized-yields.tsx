import type { ReactNode } from "react";
import { ratio } from "../../contract/units.ts";
import { enoughCoverage, enoughObservations } from "../../finance/realized.ts";
import { formatCount, formatGrowth, formatRate, formatShare, inWords } from "../../domain/format/number.ts";
import { joinNames } from "../../contract/names/join-names.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { rewardsInOtherTokens } from "../../domain/market/assess/reward-tokens.ts";
import { marketName, placeName } from "../../domain/market/market-text.ts";
import { bold, columnsOf } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { NumberText } from "../ui/marks/number-text.tsx";
import { measures } from "./history-lines.ts";
import type { HistoryEntry } from "./use-history-entries.ts";
import type { HistoryRangeId } from "../charts/chart-range.ts";
import { SeriesLetter } from "../charts/series-letter.tsx";

const realizedHelp = "The yearly yield that would have paid the same: growth^(1 / years observed) − 1.";
const tooLittle = `Not enough history: a result needs ${formatCount(enoughObservations).text} points and ${inWords(formatRate(ratio(enoughCoverage), "short"))} coverage.`;

/** Undefined for a loop, which multiplies a change of the price and owes another token. */
function inDollars({ row, paid, price }: HistoryEntry): number | undefined {
  return row.kind === "loop" || paid === undefined || price === undefined
    ? undefined
    : paid.growth * (1 + price);
}

const minChange = 0.01;

function growthSentence(entry: HistoryEntry): string | undefined {
  const { paid, price, row } = entry;
  const dollars = inDollars(entry);
  if (paid === undefined || price === undefined || dollars === undefined || Math.abs(price) < minChange)
    return undefined;
  const symbol = row.tokens[0]?.symbol ?? "token";
  return `1 ${symbol} became ${inWords(formatGrowth(paid.growth, ""))} ${symbol}; $1 in it became ${inWords(formatGrowth(dollars))}, because its price ${price < 0 ? "fell" : "rose"} by ${inWords(formatShare(ratio(Math.abs(price))))}.`;
}

/** Says that rates of markets treat rewards in other tokens as if paid in the deposited one. */
function rewardSentence(entries: readonly HistoryEntry[]): string | undefined {
  const symbols = new Set(entries.flatMap(({ row }) => rewardsInOtherTokens(row)));
  return symbols.size === 0
    ? undefined
    : `Rewards in ${joinNames([...symbols])} count as if paid in the deposited token and reinvested.`;
}

function priceSentence(entries: readonly HistoryEntry[]): string | undefined {
  const priced = entries.filter((entry) => inDollars(entry) !== undefined);
  const implied = priced.filter(({ priceFrom }) => priceFrom === "totals").map(({ row }) => row.label);
  if (priced.length === 0) return undefined;
  if (implied.length === 0) return "In USD at past prices.";
  if (implied.length === priced.length) return "In USD at prices implied by the market's totals.";
  return `In USD at past prices; ${implied.join(", ")} at the price implied by its totals.`;
}

/** Without enough history, has no value and says why. */
export function realizedFact(entry: HistoryEntry) {
  const { paid } = entry;
  const others = joinParts(
    [
      ["Mean APY", formatRate(paid?.meanApy)] as const,
      [measures.growth.label, formatGrowth(paid?.growth, "")] as const,
      ["Growth of $1", formatGrowth(inDollars(entry))] as const,
      ["Coverage", formatShare(paid?.coverage)] as const,
    ].map(([name, value]) => value && `${name} ${value.text}`),
  );
  const notes = [
    realizedHelp,
    others !== "" && `${others}.`,
    growthSentence(entry),
    rewardSentence([entry]),
    priceSentence([entry]),
    paid?.enough === false && tooLittle,
  ];
  return { value: paid?.enough === true ? formatRate(paid.apy) : undefined, help: joinParts(notes, " ") };
}

export function RealizedYields({
  entries,
  range,
}: {
  readonly entries: readonly HistoryEntry[];
  readonly range: HistoryRangeId;
}): ReactNode {
  const foreign = rewardSentence(entries);
  const weak = entries.some(({ paid }) => paid?.enough === false);
  return (
    <div className="border-t border-line px-4 py-2.5">
      <h3 className="text-small font-semibold">Earned over the last {range}</h3>
      <div className="max-w-4xl text-small [--edge:0px]">
        <DataTable
          label="Realized yields"
          columns={yieldColumns}
          rows={entries}
          rowKey={({ row }) => row.id}
          cards="never"
          csv={`realized-yields-${range}`}
          settings={[["range", range]]}
          rowHeight={32}
        />
      </div>
      {foreign === undefined ? null : <p className="mt-1 text-small text-text2">{foreign}</p>}
      {/* Always one line, with or without prices, so that nothing moves. */}
      <p className="mt-1 min-h-[1lh] text-small text-text3">{priceSentence(entries)}</p>
      {weak ? <p className="mt-1 text-small text-text2">* {tooLittle}</p> : null}
    </div>
  );
}

const { column, figure } = columnsOf<HistoryEntry>();
const yieldColumns = [
  column("Market", {
    align: "start",
    help: "Sorted by the letter in the chart.",
    // Sorts by letter, so that markets of the same name keep their order.
    value: ({ seriesIndex }) => seriesIndex,
    csv: ["market", ({ row }) => marketName(row)],
    csvMore: [["id", ({ row }) => row.id]],
    cell: ({ row, seriesIndex }) => (
      <span className="flex items-center gap-2">
        {seriesIndex === undefined ? null : <SeriesLetter index={seriesIndex} />}
        {/* On a phone, the letter is enough, because the card shows the whole name. */}
        <span title={marketName(row)}>
          {row.label}
          <span className="max-md:sr-only">, {placeName(row)}</span>
        </span>
      </span>
    ),
  }),
  figure(
    "Realized APY",
    "Realized APY (fraction per year)",
    realizedHelp,
    ({ paid }) => paid?.apy,
    formatRate,
    bold,
  ),
  figure(
    "Mean APY",
    "Mean APY (fraction per year)",
    "The simple average of the rates, including negative days. It gives a spike more weight than it pays.",
    ({ paid }) => paid?.meanApy,
    formatRate,
  ),
  figure(
    measures.growth.label,
    "Growth in tokens (tokens from 1 token)",
    "What one token has grown to over the steps with a known rate: each rate y pays (1 + y)^(step / year); below zero it costs |y| · step / year.",
    ({ paid }) => paid?.growth,
    (value) => formatGrowth(value, ""),
  ),
  figure(
    "Growth of $1",
    "Growth of $1 (USD)",
    "The same in dollars: growth in tokens times the change in the token's price. Unknown for a loop, which multiplies that change.",
    inDollars,
    (value) => formatGrowth(value),
  ),
  figure(
    "Coverage",
    "coverage (fraction)",
    "How much of the range has a known rate.",
    ({ paid }) => paid?.coverage,
    formatShare,
    {
      cell: ({ paid }) => (
        <>
          <NumberText value={formatShare(paid?.coverage)} />
          {paid?.enough === false ? " *" : ""}
        </>
      ),
    },
  ),
];
