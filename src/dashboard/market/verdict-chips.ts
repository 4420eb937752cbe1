// The few facts of a market that decide, as chips: does my size fit, can it leave, is the rate steady, how much of it is
// rewards, and how many of these are not known. One list for the market's page, the unfolded row and the comparison.
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../finance/debt/leverage.ts";
import { fade, fadeBelow, type Fade, type FadeClass } from "../../finance/fade.ts";
import { rewardShare } from "../../finance/rates.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import {
  formatChange,
  formatMultiple,
  formatRate,
  formatShare,
  formatUsd,
  inWords,
} from "../format/number.ts";
import type { FactChip, FactTone } from "../ui/marks/fact-chips.tsx";
import { namedLeverage } from "./loops/leverage.ts";
import { loopRoom } from "./loops/loop-rooms.ts";
import type { SelectContext } from "./column.ts";
import { paidIn, withoutLeverage, type SizeContext } from "./market-verdict.ts";
import {
  borrowRewardApy,
  capacity,
  leftToBorrow,
  poolAvailable,
  rateFade,
  rewardApy,
  sizeCover,
  sizeEffect,
} from "./row-values.ts";

/** What a fact says; where the figures for it are not published, what they are. */
export type VerdictFact = FactChip | { readonly unknown: string };

/**
 * @param rows the markets of the list it stands in, among which a loop finds its legs
 * @returns what is judged first, then how much is not known. Empty for types that pay no rate
 */
export function verdictChips(
  row: MarketRow,
  context: SizeContext,
  rows: readonly MarketRow[],
): readonly FactChip[] {
  return chipsOf(verdictFacts(row, context, rows));
}

/** The same for who borrows there: is there enough, does the rate hold, and is it lowered by rewards that may stop. */
export function loanChips(row: MarketRow, { size }: Pick<SizeContext, "size">): readonly FactChip[] {
  return chipsOf(loanFacts(row, { size }));
}

/** The facts behind these chips. */
export function loanFacts(row: MarketRow, { size }: Pick<SizeContext, "size">): readonly VerdictFact[] {
  return [enough(row, size), loanSteady(row), ...paidBack(row)];
}

function chipsOf(facts: readonly VerdictFact[]): readonly FactChip[] {
  const chips = facts.flatMap((fact) => ("unknown" in fact ? [] : [fact]));
  const unknown = facts.flatMap((fact) => ("unknown" in fact ? [fact.unknown] : []));
  return [
    ...chips,
    ...(unknown.length === 0
      ? []
      : [
          {
            id: "unknown",
            tone: "unknown",
            word: `${String(unknown.length)} unknown`,
            detail: unknown.join(", "),
          } as const,
        ]),
  ];
}

/** The facts themselves, in their order; parameters as for the chips. */
export function verdictFacts(
  row: MarketRow,
  context: SizeContext,
  rows: readonly MarketRow[],
): readonly VerdictFact[] {
  switch (row.kind) {
    case "lending":
    case "yield":
    case "other":
      return [...fits(row, context), leaves(row, context), steady(row), rewards(row)];
    case "loop":
      return [opens(row, context, rows), ...losing(row, rows), steady(row), leverage(row)];
    case "perpetual":
    case "prediction":
      return [];
    default:
      return row.kind satisfies never;
  }
}

const short = (value: Parameters<typeof formatUsd>[0]): string => inWords(formatUsd(value, "short"));

/** Without a size only a full market has something to say. */
function fits(row: MarketRow, { size, basis }: SizeContext): readonly VerdictFact[] {
  const room = capacity(row);
  if (room?.left === undefined) return [{ unknown: "deposit limit" }];
  if (room.full)
    return [
      {
        id: "fits",
        tone: "bad",
        word: "Full",
        detail: "no deposits until some leave or its limit is raised",
      },
    ];
  const shortBy = sizeEffect(row, size, basis)?.shortBy;
  if (shortBy === undefined) return [];
  return [
    shortBy === 0
      ? { id: "fits", tone: "good", word: "Fits", detail: `${short(room.left)} left` }
      : { id: "fits", tone: "bad", word: "Does not fit", detail: `${short(shortBy)} short` },
  ];
}

function leaves(row: MarketRow, { size }: SizeContext): VerdictFact {
  const free = poolAvailable(row);
  if (free === undefined) return { unknown: "what can leave" };
  if (free === 0) return { id: "leaves", tone: "bad", word: "Nothing can leave", detail: "all is lent out" };
  const cover = sizeCover(row, size);
  if (cover === undefined)
    return { id: "leaves", tone: "plain", word: "Can leave", detail: `${short(free)} is there` };
  return cover < 1
    ? { id: "leaves", tone: "bad", word: "Cannot all leave", detail: `${short(free)} is there` }
    : { id: "leaves", tone: "good", word: "Leaves", detail: `${inWords(formatMultiple(cover))} is there` };
}

/** A change of a tiny rate is large in percent and none in money: then the rate is near its average. */
function against(what: string, { class: kind, change }: Fade): string {
  return change === undefined || (kind === "steady" && Math.abs(change) > fadeBelow)
    ? `${what} near its 90d`
    : `${what} ${inWords(formatChange(change))} on 90d`;
}

type Course = Extract<FadeClass, "steady" | "rising" | "spiking" | "fading">;

/** What a rate's course is to whoever earns it, and to whoever owes it, for whom a rising one is the bad news. */
const courses: Readonly<
  Record<"earned" | "owed", Readonly<Record<Course, readonly [tone: FactTone, word: string]>>>
> = {
  earned: {
    steady: ["good", "Steady"],
    rising: ["plain", "Rising"],
    spiking: ["bad", "Spiking"],
    fading: ["bad", "Fading"],
  },
  owed: {
    steady: ["good", "Steady"],
    rising: ["bad", "Rising"],
    spiking: ["bad", "Rising"],
    fading: ["plain", "Falling"],
  },
};

function course(side: "earned" | "owed", what: string, past: Fade | undefined): VerdictFact {
  if (past === undefined) return { unknown: `${what} rate` };
  if (past.class === "no averages given") return { unknown: "averages" };
  if (past.class === "no 90-day average given") return { unknown: "90-day average" };
  const [tone, word] = courses[side][past.class];
  return { id: "steady", tone, word, detail: against(what, past) };
}

function steady(row: MarketRow): VerdictFact {
  return course("earned", row.kind === "loop" ? "net" : "base", rateFade(row));
}

function rewards(row: MarketRow): VerdictFact {
  const apy = rewardApy(row);
  if (apy === 0) return { id: "rewards", tone: "plain", word: "No rewards", detail: "all of it base" };
  const share = rewardShare({ rewards: apy, total: row.depositApy });
  if (share === undefined) return { unknown: "rewards" };
  const word = `Rewards ${inWords(formatShare(share))}`;
  return { id: "rewards", tone: share > 0.5 ? "bad" : "plain", word, detail: `of the rate, ${paidIn(row)}` };
}

/** How much of one's own money a loop takes, by what its legs leave. */
function opens(row: MarketRow, { size, arriving }: SizeContext, rows: readonly MarketRow[]): VerdictFact {
  const { left, closed } = loopRoom(row, rows);
  if (closed !== undefined) {
    const detail = closed === "borrowed" ? "nothing left to borrow" : "its supply is full";
    return { id: "fits", tone: "bad", word: "Cannot be opened", detail };
  }
  if (left === undefined)
    return arriving === true
      ? { id: "fits", tone: "plain", word: "Opens", detail: "its room is being read" }
      : { unknown: "room" };
  if (size === undefined)
    return { id: "fits", tone: "plain", word: "Opens", detail: `takes ${short(left)} of own money` };
  return size <= left
    ? { id: "fits", tone: "good", word: "Fits", detail: `takes ${short(left)} of own money` }
    : { id: "fits", tone: "bad", word: "Does not fit", detail: `takes ${short(left)} of own money` };
}

function losing(row: MarketRow, rows: readonly MarketRow[]): readonly VerdictFact[] {
  return withoutLeverage(row, rows).length === 0
    ? []
    : [{ id: "losing", tone: "bad", word: "Leverage loses", detail: "its token earns more without it" }];
}

function leverage(row: MarketRow): VerdictFact {
  const named = namedLeverage(row);
  if (named === undefined) return { unknown: "leverage" };
  const ltv = ltvOfLeverage({ leverage: named });
  const drop = dropToLiquidation({ ltv, liquidationLtv: row.liquidationLtv });
  const word = `${inWords(formatMultiple(named))} leverage`;
  return {
    id: "leverage",
    tone: "plain",
    word,
    detail:
      drop === undefined ? "liquidation not published" : `liquidated after −${inWords(formatShare(drop))}`,
  };
}

function enough(row: MarketRow, size: SelectContext["size"]): VerdictFact {
  const left = leftToBorrow(row);
  if (left === undefined) return { unknown: "what is left to borrow" };
  if (left === 0) return { id: "left", tone: "bad", word: "Nothing left to borrow" };
  const detail = `${short(left)} left`;
  if (size === undefined) return { id: "left", tone: "plain", word: "Can be borrowed", detail };
  return size <= left
    ? { id: "left", tone: "good", word: "Enough to borrow", detail }
    : { id: "left", tone: "bad", word: "Not enough to borrow", detail };
}

function loanSteady(row: MarketRow): VerdictFact {
  const { baseBorrowApy: now, baseBorrowApy30d: d30, baseBorrowApy90d: d90, baseBorrowApy180d: d180 } = row;
  return course("owed", "base borrow", fade({ now, d30, d90, d180 }));
}

function paidBack(row: MarketRow): readonly VerdictFact[] {
  const back = borrowRewardApy(row);
  if (back === undefined) return [{ unknown: "rewards" }];
  const word = `${inWords(formatRate(back))} paid back`;
  return back <= 0 ? [] : [{ id: "rewards", tone: "plain", word, detail: "in rewards, while they last" }];
}
