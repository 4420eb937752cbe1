// Whether moving money from this market to another pays, and when: at today's rates, and at those of the last 90 days.
import { useMemo, useState, type ReactNode } from "react";
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import {
  switchBreakEven,
  switchGain,
  type BreakEven as BreakEvenAnswer,
  type Move,
} from "../../finance/break-even.ts";
import { conservativeApy } from "../../finance/rates.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { formatRate, formatUsd, formatUsdExact, inWords } from "../format/number.ts";
import { formatDays } from "../format/time.ts";
import { loopRooms } from "../market/loops/loop-rooms.ts";
import { impliedOwnYields, ownYieldOf, ownYieldText, type OwnYields } from "../market/loops/own-yield.ts";
import { marketName, namesApart } from "../market/market-text.ts";
import { effectiveRate, fitShortfall, rewardApy } from "../market/row-values.ts";
import { MarketChoice, UsdField } from "./calculator-fields.tsx";
import { Calculator, type MarketAmongAll } from "./calculator-frame.tsx";
import { quotedRate } from "../market/loops/leverage.ts";

const assumedSize = usd(10_000);
const usualCost = usd(25);
/** A list nobody could read through says less than the largest ones. */
const mostOffered = 150;

function byRate(one: MarketRow, other: MarketRow): number {
  return (other.depositApy ?? 0) - (one.depositApy ?? 0);
}

/** What the markets to move to are called together; the first that has any offers the first choice. */
interface Offered {
  readonly same: readonly MarketRow[];
  readonly others: readonly MarketRow[];
  readonly loops: readonly MarketRow[];
}

/**
 * Markets to compare with: pools of the same token, first where my size earns most once it is in; the largest other pools; and
 * loops of the token, whose rates are of borrowed money and which are never what is compared first.
 */
export function alternatives(row: MarketRow, rows: readonly MarketRow[], size: Usd | undefined): Offered {
  const mint = row.tokens[0]?.address;
  const rated = rows.filter((other) => other.id !== row.id && other.depositApy !== undefined);
  const isSame = (other: MarketRow): boolean => mint !== undefined && other.tokens[0]?.address === mint;
  const pools = rated.filter(({ kind }) => kind !== "loop");
  return {
    same: pools
      .filter(isSame)
      .toSorted(byRate)
      .map((other) => ({ other, left: onceIn(other, size) ?? -1 }))
      .toSorted((one, other) => other.left - one.left)
      .map(({ other }) => other)
      .slice(0, mostOffered),
    others: pools
      .filter((other) => !isSame(other))
      .toSorted((one, other) => (other.totalDepositUsd ?? 0) - (one.totalDepositUsd ?? 0))
      .slice(0, mostOffered),
    loops: rated
      .filter((other) => other.kind === "loop" && isSame(other))
      .toSorted(byRate)
      .slice(0, mostOffered),
  };
}

/** A market with the rate it has had over 90 days: its base then with the rewards of now, of a loop its net rate. */
function over90d(row: MarketRow): MarketRow {
  const { baseDepositApy90d: base } = row;
  if (row.kind === "loop") return { ...row, depositApy: row.depositApy90d };
  const conservative = conservativeApy({ baseAverage: base, rewards: rewardApy(row) });
  return { ...row, baseDepositApy: base, depositApy: conservative };
}

/** What my size would earn after moving in: of a pool the lower edge of what it leaves. A loop's rate is not thinned. */
function onceIn(row: MarketRow, size: Usd | undefined): Ratio | undefined {
  return row.kind === "loop" ? row.depositApy : effectiveRate(row, size, "total")?.low;
}

/** What two markets pay, with what their tokens earn by themselves where they hold different ones. */
interface Compared {
  /** Whether the two can be held against each other: both own yields known, or the same in both. */
  readonly known: boolean;
  readonly from: number;
  readonly to: number;
  /** What is added, or missing, in sentences. */
  readonly notes: readonly string[];
}

/** @param ownYields what tokens earn by themselves; a loop's net rate holds it already */
export function compareOwnYields(from: MarketRow, to: MarketRow, ownYields: OwnYields): Compared {
  const [mine, theirs] = [ownYieldOf(from, ownYields), ownYieldOf(to, ownYields)];
  if (mine?.mint === theirs?.mint && mine?.maybeCounted === theirs?.maybeCounted)
    return { known: true, from: 0, to: 0, notes: [] };
  const both = [mine, theirs].filter((own) => own !== undefined);
  const unknown = both.filter(({ apy }) => apy === undefined);
  return {
    known: unknown.length === 0,
    from: mine?.apy ?? 0,
    to: theirs?.apy ?? 0,
    notes:
      unknown.length > 0
        ? unknown.map((own) => `The gain is unknown: ${ownYieldText(own)}.`)
        : both.map((own) => `${ownYieldText(own)}: counted in its rate.`),
  };
}

function plus(rate: Ratio | undefined, own: number): Ratio | undefined {
  return rate === undefined ? undefined : ratio(rate + own);
}

export function BreakEven({ row, rows, size }: MarketAmongAll): ReactNode {
  const money = size ?? assumedSize;
  const offered = useMemo(() => alternatives(row, rows, money), [row, rows, money]);
  const loops = useMemo(() => loopRooms(offered.loops, rows), [offered, rows]);
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const [cost, setCost] = useState<Usd | undefined>(usualCost);
  const ownYields = useMemo(() => impliedOwnYields([row, ...rows], rows), [row, rows]);
  const all = [...offered.same, ...offered.others, ...offered.loops];
  const other = all.find(({ id }) => id === chosenId) ?? all[0];
  if (row.depositApy === undefined || other === undefined) return null;
  const costUsd = cost ?? usd(0);
  // What is in this market already is in its rate.
  const own = compareOwnYields(row, other, ownYields);
  const move = (from: MarketRow, to: MarketRow): Move => ({
    size: money,
    fromApy: plus(from.depositApy, own.from),
    toApy: plus(onceIn(to, money), own.to),
    costUsd,
  });
  const now = move(row, other);
  const past = move(over90d(row), over90d(other));
  const told = <Value,>(value: Value | undefined): Value | undefined => (own.known ? value : undefined);
  const short = fitShortfall(other, money, loops);
  const mine = inWords(formatUsd(money, "short"));
  return (
    <Calculator
      heading="Break-even of a move"
      note={size === undefined ? `at ${mine}, no size set` : "at my size"}
      results={[
        {
          figures: [
            ["At today's rates", told(answerText(switchBreakEven(now))), { note: fromTo(now, mine) }],
            [
              "At 90d base and rewards of now",
              told(answerText(switchBreakEven(past))),
              { note: fromTo(past, mine), missing: own.known ? "an average is not published" : undefined },
            ],
            ["Gain after a year", formatUsdExact(told(switchGain(now)))],
            short === undefined || short === 0
              ? undefined
              : ["Does not fit in there", formatUsd(short), { danger: true, note: `of ${mine}` }],
          ],
          missing: "unknown",
          notes: own.notes,
        },
      ]}
      formula={[
        "Days = cost / (size · (daily(to) − daily(from))), with daily(y) = (1 + y)^(1/365) − 1.",
        "Gain = size · ((1 + to) − (1 + from)) − cost. To = the lower edge of what my size leaves of the rate there; that of a loop is not thinned.",
        "What a token earns by itself is added where the two markets hold different tokens: (net + (L − 1) · borrow APY) / L of its loops, less its deposit APY there.",
        "At 90d: the 90-day average of the base and the rewards of now; of a loop that of its net rate.",
      ]}
      inputs={[
        ["Size", inWords(formatUsdExact(money))],
        ["Cost", inWords(formatUsdExact(costUsd))],
        ["From", `${marketName(row)}: ${quotedRate(row) ?? ""}`],
        ["To", `${marketName(other)}: ${quotedRate(other) ?? ""} before my size`],
      ]}
    >
      <MarketChoice label="Move to" value={other.id} onValue={setChosenId}>
        {group("The same token", offered.same, offered.same.map(marketName))}
        {group("Other markets, the largest", offered.others, offered.others.map(marketName))}
        {/* A pair and its leverage leave no room for more of a name than tells it apart. */}
        {group("Loops of the token, with borrowed money", offered.loops, namesApart(offered.loops))}
      </MarketChoice>
      <UsdField label="Cost of the move in USD" value={cost} onValue={setCost} />
    </Calculator>
  );
}

function group(label: string, markets: readonly MarketRow[], names: readonly string[]): ReactNode {
  return markets.length === 0 ? null : (
    <optgroup label={label}>
      {markets.map((market, at) => (
        <option key={market.id} value={market.id}>
          {names[at]}: {quotedRate(market) ?? "no rate"}
        </option>
      ))}
    </optgroup>
  );
}

function fromTo({ fromApy, toApy }: Move, mine: string): string {
  const missing = "not known";
  return `${inWords(formatRate(fromApy), missing)} to ${inWords(formatRate(toApy), missing)} with ${mine} in it`;
}

function answerText(answer: BreakEvenAnswer | undefined): string | undefined {
  if (answer === undefined) return undefined;
  if (answer.kind === "never") return "never";
  return answer.days > 0 && answer.days < 1 ? "within a day" : `after ${formatDays(answer.days)}`;
}
