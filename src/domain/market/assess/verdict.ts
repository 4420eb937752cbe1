// At most two sentences: what it pays or costs, then what matters most.
import { ratio } from "../../../contract/units.ts";
import { debtInOtherToken } from "../../../finance/pool.ts";
import type { MarketRow } from "../market-row.ts";
import { formatMultiple, formatPrice, formatRate, formatUsd, inWords } from "../../format/number.ts";
import { joinParts } from "../../format/join-parts.ts";
import { formatDay, formatUntil } from "../../format/time.ts";
import { namedLeverage } from "../market-text.ts";
import { borrowRewardApy, rewardApy } from "../row-values.ts";
import { assess } from "./assess.ts";
import type { AssessContext, Assessment } from "./assessment.ts";
import { trades } from "./checks.ts";
import { sentence } from "./words.ts";

export function verdictSentences(row: MarketRow, context: AssessContext): readonly string[] {
  switch (row.kind) {
    case "lending":
    case "yield":
    case "other":
      return [context.side === "borrow" ? costs(row) : pays(row), ...mostImportant(assess(row, context))];
    case "loop":
      return [paysNet(row), ...mostImportant(assess(row, context))];
    case "perpetual":
      return [liquidity(row), "Funding rate, fees and liquidation price are unknown."];
    case "prediction":
      return [prices(row), ...closing(row)];
  }
}

function mostImportant(assessments: readonly Assessment[]): readonly string[] {
  const find = (...tones: readonly Assessment["tone"][]): Assessment | undefined =>
    assessments.find(({ tone }) => tones.includes(tone));
  const found = find("bad", "warning") ?? find("unknown") ?? find("good");
  return found === undefined ? [] : [sentence(found)];
}

function pays(row: MarketRow): string {
  const { depositApy: total, baseDepositApy: base } = row;
  if (total === undefined) return "The deposit APY is unknown.";
  const rewards = rewardApy(row);
  const rate = formatRate(total).text;
  if (base === undefined || rewards === undefined) return `${rate} APY; its rewards are unknown.`;
  return rewards === 0
    ? `${rate} APY without rewards.`
    : `${rate} APY: ${formatRate(base).text} base and ${formatRate(rewards).text} rewards.`;
}

function paysNet(row: MarketRow): string {
  if (row.depositApy === undefined) return "The net APY is unknown.";
  const net = `${formatRate(row.depositApy).text} net APY`;
  const leverage = namedLeverage(row);
  if (leverage !== undefined) return `${net}, quoted at ${formatMultiple(leverage, "short").text} leverage.`;
  const maxText =
    row.maxLeverage === undefined ? "" : `, at most ${formatMultiple(row.maxLeverage, "short").text}`;
  return `${net} at an unknown leverage${maxText}.`;
}

function costs(row: MarketRow): string {
  const { borrowApy } = row;
  if (borrowApy === undefined) return "The borrow APY is unknown.";
  const symbol = row.tokens[debtInOtherToken(row) ? 1 : 0]?.symbol;
  if (borrowApy < 0) {
    const who = symbol === undefined ? "Borrowers" : `Borrowers of ${symbol}`;
    return `${who} are paid ${inWords(formatRate(ratio(Math.abs(borrowApy))))} per year.`;
  }
  const rewards = borrowRewardApy(row) ?? 0;
  const what = symbol === undefined ? "Borrowing" : `Borrowing ${symbol}`;
  return `${what} costs ${formatRate(borrowApy).text} per year${rewards > 0 ? " after rewards" : ""}.`;
}

function liquidity({ longUsd, shortUsd, maxLeverage }: MarketRow): string {
  const maxText =
    maxLeverage === undefined ? "" : `, with up to ${formatMultiple(maxLeverage, "short").text} leverage`;
  const [long, short] = [longUsd, shortUsd].map((value) => formatUsd(value, "short")?.text);
  return `${long ?? "Unknown liquidity"} for longs and ${short ?? "unknown liquidity"} for shorts${maxText}.`;
}

const pays1 = "pays $1, the other nothing.";

export function payout({ status, result, expirationTime, readAt }: MarketRow): string {
  if (status !== "settled") {
    const isDue = expirationTime !== undefined && expirationTime > readAt;
    const by = isDue ? `, by ${formatDay(expirationTime)},` : "";
    return `At settlement${by} a share of the right side ${pays1}`;
  }
  if (result !== "yes" && result !== "no") return "Settled; the result is unknown.";
  return `Settled: ${result}. A “${result}” share ${pays1}`;
}

function prices(row: MarketRow): string {
  if (!trades(row)) return payout(row);
  // A price of 0 is no offer.
  const [yes, no] = [row.yesAsk, row.noAsk].map((ask) => (ask === 0 ? undefined : formatPrice(ask)?.text));
  const both = joinParts([yes && `Yes costs ${yes}`, no && `No costs ${no}`]);
  return `${both === "" ? "No price is offered" : both}; a share of the right side ${pays1}`;
}

function closing({ closeTime, status, readAt }: MarketRow): readonly string[] {
  if (closeTime === undefined || status !== "open") return [];
  return [`It ${closeTime > readAt ? "closes" : "was to close"} ${formatUntil(closeTime, readAt)}.`];
}
