import { useMemo, useState, type ReactNode } from "react";
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { networkCost, switchBreakEven, switchGain, type SwitchTerms } from "../../finance/break-even.ts";
import { conservativeApy } from "../../finance/rates.ts";
import { searchText } from "../../domain/market/filters/search.ts";
import { foldText } from "../../domain/search-words.ts";
import { compareSize, type MarketRow } from "../../domain/market/market-row.ts";
import { formatRate, formatUsd, formatUsdExact, inWords } from "../../domain/format/number.ts";
import { formatDays } from "../../domain/format/time.ts";
import { isContradictory } from "../../domain/market/assess/assess.ts";
import type { PeerPrices } from "../../domain/market/assess/checks.ts";
import { solMint } from "../../domain/market/asset-families.ts";
import type { ApyBasis } from "../../domain/market/column.ts";
import { loopCapacities } from "../../domain/market/loops/loop-capacity.ts";
import {
  impliedOwnYields,
  ownYieldOf,
  ownYieldText,
  type OwnYields,
} from "../../domain/market/loops/own-yield.ts";
import { marketName, distinctNames, quotedRate } from "../../domain/market/market-text.ts";
import {
  effectiveRate,
  fitShortfall,
  isClosedLoop,
  isTooSmall,
  onBasis,
  rewardApy,
} from "../../domain/market/row-values.ts";
import type { ComboboxOption } from "../ui/fields/search/option-search.ts";
import { SearchSelect } from "../ui/fields/search/search-select.tsx";
import type { StatLine } from "../ui/panel/stat.tsx";
import { UsdField } from "../ui/fields/text-field.tsx";
import { Calculator } from "./calculator-frame.tsx";

export const switchHeading = "Is switching worth it?";

const assumedSize = usd(10_000);
/** If the price of SOL is unknown. */
const assumedCost = usd(0.5);
const maxOffered = 150;
/** Lower rates are not worth a switch. */
const minUsefulApy = 0.0001;

function byRate(one: MarketRow, other: MarketRow): number {
  return (other.depositApy ?? 0) - (one.depositApy ?? 0);
}

/** Pools of the token by APY at size, the largest other pools, and loops. Those that can't take the size come last. */
export function alternatives(
  row: MarketRow,
  rows: readonly MarketRow[],
  size: Usd | undefined,
  basis: ApyBasis,
  prices: PeerPrices | undefined,
) {
  const mint = row.tokens[0]?.address;
  const rated = rows
    .filter((other) => other.id !== row.id && !isContradictory(other, { prices }))
    .map((other) => onBasis(other, basis))
    .filter(({ depositApy = 0 }) => depositApy > minUsefulApy);
  const isSame = (other: MarketRow): boolean => mint !== undefined && other.tokens[0]?.address === mint;
  const pools = rated.filter(({ kind }) => kind !== "loop");
  const isShort = (other: MarketRow): number => Number(isTooSmall(other, { size }));
  const loops = rated.filter((other) => other.kind === "loop" && isSame(other));
  const capacities = loopCapacities(loops, rows);
  const isClosed = (loop: MarketRow): number => Number(isClosedLoop(loop, capacities));
  return {
    same: pools
      .filter(isSame)
      .toSorted(byRate)
      .map((other) => ({ other, short: isShort(other), left: rateAfterDeposit(other, size) ?? -1 }))
      .toSorted((one, other) => one.short - other.short || other.left - one.left)
      .map(({ other }) => other)
      .slice(0, maxOffered),
    others: pools
      .filter((other) => !isSame(other))
      .toSorted((one, other) => isShort(one) - isShort(other) || compareSize(one, other))
      .slice(0, maxOffered),
    loops: loops
      .toSorted((one, other) => isClosed(one) - isClosed(other) || byRate(one, other))
      .slice(0, maxOffered),
    capacities,
  };
}

/** The base rate (for a loop, the net rate) averaged over 90 days, with today's rewards. */
function over90d(row: MarketRow): MarketRow {
  const { baseDepositApy90d: base, baseBorrowApy90d: baseBorrowApy } = row;
  if (row.kind === "loop") return { ...row, depositApy: row.depositApy90d };
  const conservative = conservativeApy({ baseAverage: base, rewards: rewardApy(row) });
  return { ...row, baseDepositApy: base, baseBorrowApy, depositApy: conservative };
}

function rateAfterDeposit(row: MarketRow, size: Usd | undefined): Ratio | undefined {
  return row.kind === "loop" ? row.depositApy : effectiveRate(row, size, "total")?.low;
}

/** A loop's net rate already includes own yields. */
export function compareOwnYields(from: MarketRow, to: MarketRow, ownYields: OwnYields) {
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

interface BreakEvenProps {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  readonly prices?: PeerPrices | undefined;
}

export function BreakEven({ row: sent, rows, size, basis, prices }: BreakEvenProps): ReactNode {
  const row = onBasis(sent, basis);
  const money = size ?? assumedSize;
  const offered = useMemo(
    () => alternatives(sent, rows, money, basis, prices),
    [sent, rows, money, basis, prices],
  );
  const options = useMemo(() => {
    const { same, others, loops } = offered;
    const loopNames = distinctNames(loops);
    return [
      ...[...same, ...others].map((market) => optionOf(market, marketName(market), money)),
      ...loops.map((market, at) => optionOf(market, loopNames[at] ?? market.label, money)),
    ];
  }, [offered, money]);
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const [typed, setTyped] = useState<{ readonly cost: Usd | undefined }>();
  const fees = networkCost({ solPrice: prices?.byMint.get(solMint)?.median });
  const defaultCost = fees === undefined ? assumedCost : usd(Math.round(fees * 100) / 100);
  const { cost } = typed ?? { cost: defaultCost };
  const ownYields = useMemo(() => impliedOwnYields([sent, ...rows], rows), [sent, rows]);
  const all = [...offered.same, ...offered.others, ...offered.loops];
  const other = all.find(({ id }) => id === chosenId) ?? all[0];
  if (row.depositApy === undefined || other === undefined) return null;
  const own = compareOwnYields(row, other, ownYields);
  const move = (from: MarketRow, to: MarketRow): SwitchTerms => ({
    size: money,
    fromApy: plus(from.depositApy, own.from),
    toApy: plus(rateAfterDeposit(to, money), own.to),
    costUsd: cost ?? usd(0),
  });
  const mine = inWords(formatUsd(money, "short"));
  const excluded = basis === "base" ? ", without rewards" : "";
  return (
    <Calculator
      heading={switchHeading}
      note={`if ${mine} is already in this market${excluded}`}
      results={[
        {
          figures: switchFigures(
            move(row, other),
            move(over90d(row), over90d(other)),
            basis,
            own.known,
            fitShortfall(other, money, offered.capacities),
          ),
          notes: own.notes,
        },
      ]}
      formula={[
        "Days: until size · ((1 + to)^(days / 365) − (1 + from)^(days / 365)) = cost.",
        "From = today's APY here, where your size already dilutes the pool. To = the low end at your size there; loops are not diluted.",
        "The cost starts at the network fees of a withdrawal and a deposit. Add what a swap costs.",
        "Where the markets hold different tokens, each token's own yield is added: (net + (L − 1) · borrow APY) / L of its loops, less its deposit APY there.",
        basis === "base"
          ? "At 90 days: the average of the base. A loop has only a net APY, which includes rewards."
          : "At 90 days: the average of the base plus today's rewards; for a loop, the average net APY.",
      ]}
    >
      <div className="mb-2.5 grid [&_input]:text-[14px]! [&>div]:w-full!">
        <SearchSelect
          label="Switch to"
          none={offered.same.length > 0 ? "Best for this token" : "Largest of another token"}
          options={options}
          value={other.id}
          text={marketName(other)}
          onValue={(id) => setChosenId(id === "" ? undefined : id)}
        />
      </div>
      <UsdField label="Cost of switching in USD" value={cost} onValue={(next) => setTyped({ cost: next })} />
    </Calculator>
  );
}

function switchFigures(
  now: SwitchTerms,
  past: SwitchTerms,
  basis: ApyBasis,
  isKnown: boolean,
  short: Usd | undefined,
): readonly (StatLine | undefined)[] {
  const ifKnown = <Value,>(value: Value | undefined): Value | undefined => (isKnown ? value : undefined);
  const mine = inWords(formatUsd(now.size, "short"));
  return [
    [
      "Break-even at today's rates",
      ifKnown(breakEvenText(switchBreakEven(now))),
      "How long until the cost is earned back.",
      { note: fromTo(now, mine) },
    ],
    [
      basis === "base" ? "Break-even at 90-day base" : "Break-even at 90-day averages",
      ifKnown(breakEvenText(switchBreakEven(past))),
      "How long until the cost is earned back at the averages of 90 days.",
      { note: fromTo(past, mine) },
    ],
    [
      "Gain after a year, at today's rates",
      formatUsdExact(ifKnown(switchGain(now))),
      "Size · (to − from) − cost. The loss cannot exceed your size.",
    ],
    short === undefined || short === 0
      ? undefined
      : [
          "Amount that doesn't fit",
          formatUsd(short),
          "Your size − the capacity left there.",
          { danger: true, note: `of ${mine}` },
        ],
  ];
}

function optionOf(market: MarketRow, label: string, size: Usd | undefined): ComboboxOption {
  const found = `${searchText(market)} ${foldText(label)}`;
  return { value: market.id, label, detail: rateText(market, size), searchText: found };
}

/** The rate that the options are ordered by, and that the answer counts with. */
function rateText(market: MarketRow, size: Usd | undefined): string | undefined {
  const once = market.kind === "loop" ? undefined : rateAfterDeposit(market, size);
  return once === undefined ? quotedRate(market) : formatRate(once).text;
}

function fromTo({ fromApy, toApy }: SwitchTerms, mine: string): string {
  return `${inWords(formatRate(fromApy))} to ${inWords(formatRate(toApy))} with ${mine}`;
}

function breakEvenText(days: ReturnType<typeof switchBreakEven>): string | undefined {
  if (days === undefined || days === "never") return days;
  return days > 0 && days < 1 ? "within a day" : formatDays(days);
}
