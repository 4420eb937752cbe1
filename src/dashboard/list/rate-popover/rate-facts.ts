// Pure, so that the texts can be tested without opening a popover.
import { fieldOf } from "../../../contract/names/field-of.ts";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { materialDifference } from "../../../finance/fade.ts";
import { checkTotal, rewardShare, rewardTotal, conservativeApy } from "../../../finance/rates.ts";
import type { RecordFigures } from "../../../domain/market/record-figures.ts";
import { sentParts, type MarketRow } from "../../../domain/market/market-row.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { formatRate, inWords } from "../../../domain/format/number.ts";
import { formatMoment } from "../../../domain/format/time.ts";
import type { Side } from "../../../domain/market/assess/assessment.ts";
import { depositRateName, marketName, quotedRate } from "../../../domain/market/market-text.ts";
import { recordedInstead } from "../../../domain/market/row-values.ts";

export function rateName(row: MarketRow, side: Side): string {
  return side === "deposit" ? depositRateName(row) : "Borrow APY";
}

export type RateFacts = ReturnType<typeof rateFacts>;

function rawField(field: string, value: unknown, note = "") {
  return { field, note, value: value === undefined ? "unknown" : JSON.stringify(value) };
}

/** For loops, the rate is their net rate. The record fills missing averages. */
export function rateFacts(row: MarketRow, side: Side, record: RecordFigures | undefined) {
  const net = row.kind === "loop" && side === "deposit";
  const totalField = side === "deposit" ? "depositApy" : "borrowApy";
  const baseField = side === "deposit" ? "baseDepositApy" : "baseBorrowApy";
  const parts = sentParts(row, side);
  const { total, base } = parts;
  const rewards = row.rewards.filter((reward) => reward.side === side);
  const all = rewardTotal(parts);
  const now = net ? total : base;
  const averaged = net ? "depositApy" : baseField;
  const averages = (["30d", "90d", "180d"] as const).map((label) => {
    const recorded = recordedInstead(row, `${averaged}${label}`, record);
    const value = row[`${averaged}${label}`] ?? recorded?.value;
    // now / average − 1. Undefined if the average is tiny.
    const change =
      now === undefined || value === undefined || value <= materialDifference
        ? undefined
        : ratio(now / value - 1);
    return { label, value, recorded, change };
  });
  const [, d90] = averages.map(({ value }) => value);
  const field = (name: string) => rawField(name, fieldOf(row.raw, name));
  return {
    name: rateName(row, side),
    total,
    base,
    rewards,
    rewardTotal: all,
    rewardShare: side === "deposit" ? rewardShare({ rewards: all, total }) : undefined,
    withoutRewards: base === undefined || total === undefined ? undefined : ratio(base - total),
    averaged: net ? ("net" as const) : ("base" as const),
    now,
    averages,
    /** The 90-day base average plus today's rewards. */
    conservative:
      side === "borrow" || net || all === 0 ? undefined : conservativeApy({ baseAverage: d90, rewards: all }),
    fields: [
      field(totalField),
      ...(net && base === undefined ? [] : [field(baseField)]),
      ...row.rewards.flatMap(({ side: own, apy, token, marketAction }, index) =>
        own === side
          ? rawField(`rewards[${String(index)}].apy`, apy, joinParts([token?.symbol, marketAction]))
          : [],
      ),
      ...averages
        .filter(({ label }) => (fieldOf(row.raw, `${averaged}${label}`) ?? undefined) !== undefined)
        .map(({ label }) => field(`${averaged}${label}`)),
    ],
    check: formulaCheck(parts, net),
  };
}

function formulaCheck(parts: ReturnType<typeof sentParts>, net: boolean) {
  const formula = parts.side === "deposit" ? "base + rewards = deposit APY" : "base − rewards = borrow APY";
  const check = checkTotal(parts);
  if (check !== undefined)
    return check.agrees
      ? { kind: "agrees" as const, formula }
      : { kind: "differs" as const, formula, expected: check.expected };
  if (net) return { kind: "unknown" as const, why: "parts of the net APY unknown" };
  const lacking = joinParts(
    [parts.base === undefined && "base", parts.rewards === undefined && "rewards"],
    " and ",
  );
  return { kind: "unknown" as const, why: `${lacking || "a reward's rate"} unknown` };
}

function given(value: Ratio | undefined): string {
  return inWords(formatRate(value));
}

export function hoverLines(facts: RateFacts): readonly (readonly [name: string, text: string])[] {
  const { base, rewardTotal: rewards, averages, averaged, total } = facts;
  const tokens = [...new Set(facts.rewards.flatMap(({ token }) => token?.symbol ?? []))].join(", ");
  const d90 = averages.find(({ label }) => label === "90d");
  return [
    averaged === "net" && base === undefined ? ["Net", given(total)] : ["Base", given(base)],
    ["Rewards", rewards === 0 ? "none" : joinParts([given(rewards), tokens], " ")],
    ["If rewards stop", rewards === undefined ? "unknown" : rewards === 0 ? "the same" : given(base)],
    [
      averaged === "net" ? "90d net" : "90d base",
      d90?.recorded === undefined ? given(d90?.value) : `${given(d90.value)}, recorded here`,
    ],
  ];
}

export function factsText(row: MarketRow, facts: RateFacts, sourceLabel: string): string {
  const width = Math.max(...facts.fields.map(({ field }) => field.length));
  const check =
    facts.check.kind === "unknown"
      ? `not checked: ${facts.check.why}`
      : facts.check.kind === "agrees"
        ? facts.check.formula
        : `${facts.check.formula} does not hold: the parts add up to ${formatRate(facts.check.expected).text}`;
  return [
    `${facts.name} of ${marketName(row)}: ${(facts.total === row.depositApy ? quotedRate(row) : undefined) ?? inWords(formatRate(facts.total))}`,
    `id ${row.id}`,
    ...facts.fields.map(
      ({ field, value, note }) => `${field.padEnd(width)}  ${value}${note === "" ? "" : `  (${note})`}`,
    ),
    check,
    `read ${formatMoment(row.readAt)}, page ${String(row.page)}, ${sourceLabel}`,
  ].join("\n");
}
