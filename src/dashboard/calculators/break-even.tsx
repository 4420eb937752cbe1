// Whether moving money from this market to another pays, and when: at today's rates, and at those of the last 90 days.
import { useMemo, useState, type ReactNode } from "react";
import { usd, type Ratio, type Usd } from "../../contract/units.ts";
import { switchBreakEven, switchGain, type BreakEven as BreakEvenAnswer } from "../../finance/break-even.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { formatRate, formatUsdExact, inWords } from "../format/number.ts";
import { formatDays } from "../format/time.ts";
import { marketName } from "../market/market-text.ts";
import { MarketChoice, UsdField } from "./calculator-fields.tsx";
import { CalculatorPanel, Formula, Part, Results, type MarketAmongAll } from "./calculator-frame.tsx";

const assumedSize = usd(10_000);
const usualCost = usd(25);
/** A list nobody could read through says less than the largest ones. */
const mostOffered = 150;

/** The 90-day average of the rate that has one: of a loop its net rate, of others the base rate. */
function average90d(row: MarketRow): Ratio | undefined {
  return row.kind === "loop" ? row.depositApy90d : row.baseDepositApy90d;
}

function byRate(one: MarketRow, other: MarketRow): number {
  return (other.depositApy ?? 0) - (one.depositApy ?? 0);
}

/** Markets to compare with: those of the same token first, best rate first, then the largest others. */
export function alternatives(
  row: MarketRow,
  rows: readonly MarketRow[],
): { readonly same: readonly MarketRow[]; readonly others: readonly MarketRow[] } {
  const mint = row.tokens[0]?.address;
  const rated = rows.filter((other) => other.id !== row.id && other.depositApy !== undefined);
  const isSame = (other: MarketRow): boolean => mint !== undefined && other.tokens[0]?.address === mint;
  return {
    same: rated.filter(isSame).toSorted(byRate).slice(0, mostOffered),
    others: rated
      .filter((other) => !isSame(other))
      .toSorted((one, other) => (other.totalDepositUsd ?? 0) - (one.totalDepositUsd ?? 0))
      .slice(0, mostOffered),
  };
}

export function BreakEven({ row, rows, size }: MarketAmongAll): ReactNode {
  const offered = useMemo(() => alternatives(row, rows), [row, rows]);
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const [cost, setCost] = useState<Usd | undefined>(usualCost);
  const all = [...offered.same, ...offered.others];
  const other = all.find(({ id }) => id === chosenId) ?? all[0];
  if (row.depositApy === undefined || other === undefined) return null;
  const money = size ?? assumedSize;
  const costUsd = cost ?? usd(0);
  const now = { size: money, fromApy: row.depositApy, toApy: other.depositApy, costUsd };
  const past = { size: money, fromApy: average90d(row), toApy: average90d(other), costUsd };
  return (
    <CalculatorPanel
      heading="Break-even of a move"
      note={size === undefined ? "at $10k, no size set" : "at my size"}
    >
      <Part first>
        <MarketChoice label="Move to" value={other.id} onValue={setChosenId}>
          {offered.same.length > 0 ? (
            <optgroup label="The same token">{offered.same.map(option)}</optgroup>
          ) : null}
          <optgroup label="Other markets, the largest">{offered.others.map(option)}</optgroup>
        </MarketChoice>
        <UsdField label="Cost of the move in USD" value={cost} onValue={setCost} />
      </Part>
      <Part>
        <Results
          figures={[
            [
              "At today's rates",
              answerText(switchBreakEven(now)),
              {
                missing: "not known",
                note: `${inWords(formatRate(row.depositApy))} to ${inWords(formatRate(other.depositApy))}`,
              },
            ],
            [
              "At 90d averages",
              answerText(switchBreakEven(past)),
              {
                missing: "an average is not published",
                note: `${averageText(row)} to ${averageText(other)}`,
              },
            ],
            ["Gain after a year", formatUsdExact(switchGain(now)), { missing: "not known" }],
          ]}
        />
      </Part>
      <Part>
        <Formula
          formula={[
            "Days = cost / (size · (daily(to) − daily(from))), with daily(y) = (1 + y)^(1/365) − 1.",
            "Gain = size · ((1 + to) − (1 + from)) − cost. Neither rate is thinned by the size.",
            "Averages are of the base rate, those of a loop of its net rate.",
          ]}
          inputs={[
            ["Size", inWords(formatUsdExact(money))],
            ["Cost", inWords(formatUsdExact(costUsd))],
            ["From", `${marketName(row)}: ${formatRate(row.depositApy).text}`],
            ["To", `${marketName(other)}: ${inWords(formatRate(other.depositApy))}`],
          ]}
        />
      </Part>
    </CalculatorPanel>
  );
}

function option(market: MarketRow): ReactNode {
  return (
    <option key={market.id} value={market.id}>
      {marketName(market)}: {inWords(formatRate(market.depositApy))}
    </option>
  );
}

function averageText(row: MarketRow): string {
  return inWords(formatRate(average90d(row)), "not published");
}

function answerText(answer: BreakEvenAnswer | undefined): string | undefined {
  if (answer === undefined) return undefined;
  if (answer.kind === "never") return "never";
  return answer.days > 0 && answer.days < 1 ? "within a day" : `after ${formatDays(answer.days)}`;
}
