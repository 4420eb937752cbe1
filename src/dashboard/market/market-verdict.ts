// A market in plain sentences, made by rules from the same figures as its cells: what it pays and of what that is made, how
// that compares with its own past, whether one can leave, and what my size does. What is not known is said to be not known.
import { ratio, type Ratio, type Usd } from "../../contract/units.ts";
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../finance/debt/leverage.ts";
import { fadeBelow, ownAverages } from "../../finance/fade.ts";
import { debtInOtherToken } from "../../finance/pool.ts";
import type { MarketRow, RowReward, RowToken } from "../data/markets/market-row.ts";
import {
  formatChange,
  formatMultiple,
  formatPrice,
  formatRate,
  formatRateRange,
  formatShare,
  inWords,
  formatUsd,
} from "../format/number.ts";
import { formatUntil } from "../format/time.ts";
import { doubtKind, peerPrices } from "./doubts.ts";
import { namedLeverage } from "./loops/leverage.ts";
import { loopRoom, ownLegs } from "./loops/loop-rooms.ts";
import { earnsByItself } from "./loops/own-yield.ts";
import {
  borrowLimitLeft,
  capacity,
  leftToBorrow,
  loanRate,
  loanUtilization,
  mayPassKink,
  poolAvailable,
  rateFade,
  rewardApy,
  sizeEffect,
} from "./row-values.ts";
import type { SelectContext } from "./column.ts";
import { placeName } from "./market-text.ts";

/** What the sentences depend on besides the market. */
export type SizeContext = Pick<SelectContext, "size" | "basis"> & {
  /** Whether the lending markets a loop is made of are on their way: what they will say has its place before. */
  readonly arriving?: boolean;
};

/**
 * The sentences, in the order in which they decide. Never empty.
 *
 * @param rows the markets of the list it stands in, which a loop is held against; without them it is held against nothing
 */
export function marketVerdict(
  row: MarketRow,
  context: SizeContext,
  rows: readonly MarketRow[] = [],
): readonly string[] {
  switch (row.kind) {
    case "lending":
    case "yield":
    case "other":
      return [
        pays(row),
        ...ownYield(row, rows),
        ...past(row),
        ...borrowing(row),
        ...negativeSpread(row),
        ...leaving(row, context),
        ...atMySize(row, context),
      ];
    case "loop":
      return [
        paysNet(row),
        ...opening(row, rows, context),
        ...withoutLeverage(row, rows),
        ...past(row),
        ...liquidation(row),
      ];
    case "perpetual":
      return [perpetual(row)];
    case "prediction":
      return [prediction(row)];
    default:
      return row.kind satisfies never;
  }
}

/** The sentences of a market that was opened to borrow there: what a loan costs first, then what its deposits say. */
export function loanVerdict(row: MarketRow, size?: Usd): readonly string[] {
  const loans = borrowing(row);
  const deposit = pays(row).replace(/^Pays/, "A deposit pays");
  // The base rate that a reader of these thinks of is the loan's.
  const course = past(row).map((said) => said.replace(/^The base rate/, "The base rate of deposits"));
  return [
    ...loans.slice(0, 1),
    ...withMyLoan(row, size),
    ...loans.slice(1),
    ...negativeSpread(row),
    deposit,
    ...ownYield(row),
    ...course,
  ];
}

/** What a loan of my size makes of the rate, where it makes something of it. */
function withMyLoan(row: MarketRow, size: Usd | undefined): readonly string[] {
  const used = loanUtilization(row, size);
  const rate = loanRate(row, size, "total");
  if (size === undefined || used === undefined || used > 1 || rate === undefined) return [];
  const mine = formatUsd(size, "short").text;
  if (rate.high !== undefined) {
    const range = inWords(formatRateRange(rate.low, rate.high));
    return range === formatRate(row.borrowApy)?.text ? [] : [`Your ${mine} would cost ${range}.`];
  }
  const least = `Your ${mine} would cost at least ${formatRate(rate.low).text}.`;
  return mayPassKink(row, size)
    ? [least, `With your ${mine} it may be past its kink, where the rate can jump.`]
    : [least];
}

function pays(row: MarketRow): string {
  const { depositApy: total, baseDepositApy: base } = row;
  if (total === undefined) return "What a deposit earns is not published.";
  const rewards = rewardApy(row);
  const rate = formatRate(total).text;
  if (base === undefined || rewards === undefined)
    return `Pays ${rate}; what part of it is rewards is not published.`;
  if (rewards === 0) return `Pays ${rate}, all of it base.`;
  return `Pays ${rate}, of which ${formatRate(rewards).text} is rewards ${paidIn(row)}; ${formatRate(base).text} is left if they stop.`;
}

/**
 * What a market's deposit rewards are paid in, for one that has some: "in PYUSD" where that is what is deposited, "in ADX, another
 * token", "in HUMA, USDS, 53 % of it in another token", "in a token that is not named".
 */
export function paidIn({ tokens: [deposited], rewards }: MarketRow): string {
  const paid = rewards.filter(({ side, apy }) => side === "deposit" && apy !== 0);
  const symbols = [...new Set(paid.flatMap(({ token }) => (token === undefined ? [] : [token.symbol])))];
  const unnamed = paid.some(({ token }) => token === undefined) || symbols.length === 0;
  const named = [...symbols, ...(unnamed ? ["a token that is not named"] : [])].join(", ");
  const others = paid.filter(({ token }) => token !== undefined && !isSameToken(token, deposited));
  if (others.length === 0) return `in ${named}`;
  if (others.length === paid.length)
    return `in ${named}, ${symbols.length === 1 ? "another token" : "other tokens"}`;
  const other = sumOf(others);
  const all = sumOf(paid);
  return other === undefined || all === undefined || all <= 0
    ? `in ${named}, not all of it in the token deposited`
    : `in ${named}, ${inWords(formatShare(ratio(other / all)))} of it in another token`;
}

/** The tokens other than the one deposited that deposit rewards are paid in, each once. */
export function rewardsInOtherTokens({ tokens: [deposited], rewards }: MarketRow): readonly string[] {
  const others = rewards.flatMap(({ side, apy, token }) =>
    side === "deposit" && apy !== 0 && token !== undefined && !isSameToken(token, deposited)
      ? [token.symbol]
      : [],
  );
  return [...new Set(others)];
}

function isSameToken(token: RowToken, other: RowToken | undefined): boolean {
  return token.address === undefined || other?.address === undefined
    ? token.symbol === other?.symbol
    : token.address === other.address;
}

function sumOf(rewards: readonly RowReward[]): number | undefined {
  return rewards.some(({ apy }) => apy === undefined)
    ? undefined
    : rewards.reduce((sum, { apy }) => sum + (apy ?? 0), 0);
}

/** How much more than lending a vault may make of it, a fraction per year. Tokens that earn by themselves earn several percent. */
const lendingMargin = 0.005;

/**
 * Whether a vault's rate is that of lending its token on: no more than a pool of the same token pays. A vault that pays more may count what
 * the token earns by itself.
 */
function isLentOn({ tokens: [token], baseDepositApy }: MarketRow, rows: readonly MarketRow[]): boolean {
  return (
    baseDepositApy !== undefined &&
    rows.some(
      (pool) =>
        pool.kind === "lending" &&
        !debtInOtherToken(pool) &&
        pool.tokens[0]?.address === token?.address &&
        pool.baseDepositApy !== undefined &&
        baseDepositApy <= pool.baseDepositApy + lendingMargin,
    )
  );
}

/**
 * A pool lends a token out, and so do most vaults; what the token earns by itself goes on beside that. Empty where it earns nothing.
 *
 * @param rows the markets of the list, which a vault is compared with; without them nothing is said of a vault
 */
export function ownYield(row: MarketRow, rows: readonly MarketRow[] = []): readonly string[] {
  const [token] = row.tokens;
  const lends = row.kind === "lending" || (row.kind === "yield" && isLentOn(row, rows));
  return lends && token !== undefined && earnsByItself(token.address)
    ? [`What ${token.symbol} earns by itself is not in this rate.`]
    : [];
}

function paysNet(row: MarketRow): string {
  if (row.depositApy === undefined) return "What it earns is not published.";
  const net = `Pays ${formatRate(row.depositApy).text} net of borrowing`;
  const leverage = namedLeverage(row);
  if (leverage === undefined) {
    const most = row.maxLeverage === undefined ? "" : `, of at most ${formatMultiple(row.maxLeverage).text}`;
    return `${net}, at a leverage that is not published${most}.`;
  }
  const [supplied, borrowed] = row.tokens;
  const drop = dropToLiquidation({
    ltv: ltvOfLeverage({ leverage }),
    liquidationLtv: row.liquidationLtv,
  });
  const fall =
    drop === undefined || supplied === undefined || borrowed === undefined
      ? ""
      : `: ${supplied.symbol} may fall ${formatShare(drop).text} against ${borrowed.symbol} before liquidation`;
  return `${net}, quoted at ${formatMultiple(leverage).text}${fall}.`;
}

/** Whether a loop can be opened, by what its legs say. */
function opening(
  row: MarketRow,
  rows: readonly MarketRow[],
  { size, arriving }: SizeContext,
): readonly string[] {
  const { left, closed } = loopRoom(row, rows);
  const symbol = row.tokens[closed === "borrowed" ? 1 : 0]?.symbol ?? "its token";
  const where = row.detail ?? row.productName ?? row.providerName;
  if (closed !== undefined)
    return [
      closed === "borrowed"
        ? `Cannot be opened now: nothing of ${symbol} is left to borrow in ${where}.`
        : `Cannot be opened now: ${where} takes no more ${symbol}.`,
    ];
  if (left === undefined) return arriving === true ? ["How much own money fits in is being read."] : [];
  const most = `At most ${formatUsd(left, "short").text} of own money fits in now`;
  return [
    size === undefined || size <= left
      ? `${most}.`
      : `${most}, less than your ${formatUsd(size, "short").text}.`,
  ];
}

/**
 * Where the loop earns less than its first token would without one. Net − b = L·(s − b), so a net rate under the debt's own
 * says it exactly, whatever the leverage and the token's own yield. Where the debt's rate is not known a plain deposit is
 * the measure: what a staked token earns by itself is in the loop's rate and not in the deposit's, so who loses loses more.
 */
export function withoutLeverage(row: MarketRow, rows: readonly MarketRow[]): readonly string[] {
  const cost = ownLegs(row, rows)[1]?.borrowApy;
  if (cost !== undefined)
    return isUnder(row.depositApy, cost)
      ? [
          `Its debt costs ${inWords(formatRate(cost))}, more than its ${inWords(formatRate(row.depositApy))} net: holding ${row.tokens[0]?.symbol ?? "the collateral"} alone earns more.`,
        ]
      : [];
  const plain = bestPlainDeposit(row, rows);
  if (plain === undefined || !isUnder(row.depositApy, plain.depositApy)) return [];
  const [token] = plain.tokens;
  return [
    `Leverage loses to a plain deposit of ${token?.symbol ?? plain.label} at ${inWords(formatRate(plain.depositApy))}, ${placeName(plain)}.`,
  ];
}

/** Whether a rate is lower than another, and reads so: of two that are written alike none loses. */
function isUnder(rate: Ratio | undefined, other: Ratio | undefined): boolean {
  return (
    rate !== undefined &&
    other !== undefined &&
    rate < other &&
    formatRate(rate).text !== formatRate(other).text
  );
}

function past(row: MarketRow): readonly string[] {
  const trend = rateFade(row);
  if (trend === undefined) return [];
  const { kind, d90 } = ownAverages(row);
  const what = `${kind} rate`;
  const average = inWords(formatRate(d90));
  switch (trend.class) {
    case "steady":
    case "rising":
    case "spiking":
    case "fading":
      return [
        // Near nothing a steady rate may be far from its average in percent, which reads as if it were not.
        trend.change === undefined || (trend.class === "steady" && Math.abs(trend.change) > fadeBelow)
          ? `The ${what} is ${trend.class}, with a 90-day average of ${average}.`
          : `The ${what} stands ${formatChange(trend.change).text} from its 90-day average of ${average}: ${trend.class}.`,
      ];
    case "no 90-day average given":
      return [`No 90-day average of the ${what} is published.`];
    case "no averages given":
      return [`No averages of the ${what} are published.`];
    default:
      return trend.class satisfies never;
  }
}

/** Of a pool the two are two loans: what borrowing its token costs, and what that token backs. Of a pair they are one. */
function borrowing(row: MarketRow): readonly string[] {
  const { borrowApy, maxLtv, liquidationLtv } = row;
  const pair = debtInOtherToken(row);
  const debt = row.tokens[pair ? 1 : 0]?.symbol;
  const rewarded = row.rewards.some(({ side, apy }) => side === "borrow" && apy !== 0);
  const cost =
    borrowApy === undefined
      ? undefined
      : borrowApy < 0
        ? `${debt === undefined ? "Borrowers" : `Borrowers of ${debt}`} are paid ${inWords(formatRate(ratio(Math.abs(borrowApy))))}`
        : `Borrowing${debt === undefined ? "" : ` ${debt}`} costs ${formatRate(borrowApy).text}${rewarded ? " after rewards" : ""}`;
  const liquidated =
    liquidationLtv === undefined ? undefined : `liquidated at ${formatShare(liquidationLtv).text}`;
  const left =
    borrowApy === undefined || leftToBorrow(row) !== 0
      ? undefined
      : borrowLimitLeft(row) === 0
        ? "Nothing is left to borrow: its borrow limit is reached."
        : "Nothing is left to borrow.";
  if (pair) {
    const most =
      maxLtv === undefined ? undefined : `up to ${formatShare(maxLtv).text} of the collateral's value`;
    return [cost && joined(cost, most, liquidated), left].filter((said) => said !== undefined);
  }
  const backs =
    maxLtv === undefined
      ? liquidated && `As collateral it is ${liquidated}.`
      : maxLtv === 0
        ? "It is no collateral."
        : joined(`As collateral it backs loans of up to ${formatShare(maxLtv).text}`, liquidated);
  return [cost && `${cost}.`, left, backs].filter((said) => said !== undefined);
}

function joined(...clauses: readonly (string | undefined)[]): string {
  return `${clauses.filter((clause) => clause !== undefined).join(", ")}.`;
}

/** A pool pays its depositors out of what borrowers pay, so this has a reason. Of a pair the two rates are of two tokens. */
function negativeSpread(row: MarketRow): readonly string[] {
  const { kind, borrowApy, baseDepositApy } = row;
  if (kind !== "lending" || debtInOtherToken(row) || borrowApy === undefined || borrowApy < 0) return [];
  if (!isUnder(borrowApy, baseDepositApy)) return [];
  return [
    `Borrowing it costs less than lending it here earns, ${inWords(formatRate(baseDepositApy))} before rewards: rewards for borrowers, or wrong figures.`,
  ];
}

function leaving(row: MarketRow, { size, basis }: SizeContext): readonly string[] {
  const free = poolAvailable(row);
  if (free === undefined) return ["What can leave now is not published."];
  if (free === 0) return ["Nothing can leave now."];
  const amount = formatUsd(free, "short").text;
  const cover = sizeEffect(row, size, basis)?.exitCover;
  if (size === undefined || cover === undefined) return [`${amount} can leave now.`];
  return [
    cover < 1
      ? `${amount} can leave now, less than your ${formatUsd(size, "short").text}.`
      : `${amount} can leave now, ${formatMultiple(cover).text} your ${formatUsd(size, "short").text}.`,
  ];
}

function atMySize(row: MarketRow, { size, basis }: SizeContext): readonly string[] {
  if (capacity(row)?.full === true)
    return ["It is full: no deposits until some leave or its limit is raised."];
  const effect = sizeEffect(row, size, basis);
  if (size === undefined || effect === undefined) return [];
  const mine = formatUsd(size, "short").text;
  return [
    effect.low === undefined
      ? undefined
      : `Your ${mine} would earn ${inWords(formatRateRange(effect.low, effect.high))} at today's rate.`,
    effect.shortBy === undefined || effect.shortBy === 0
      ? undefined
      : `${formatUsd(effect.shortBy, "short").text} of your ${mine} does not fit.`,
    effect.kinkRisk === true
      ? "The rate may fall faster than that, because most of the deposits are lent out."
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

function liquidation(row: MarketRow): readonly string[] {
  return row.liquidationLtv === undefined
    ? ["At which LTV it is liquidated is not published."]
    : [`Liquidated at an LTV of ${formatShare(row.liquidationLtv).text}.`];
}

function perpetual(row: MarketRow): string {
  const most =
    row.maxLeverage === undefined
      ? ""
      : `, with a leverage of at most ${formatMultiple(row.maxLeverage).text}`;
  return `Has ${moneyText(row.longUsd)} for longs and ${moneyText(row.shortUsd)} for shorts${most}. It gives no rate, and none is made up.`;
}

function moneyText(value: Usd | undefined): string {
  return value === undefined ? "an unknown amount" : formatUsd(value, "short").text;
}

function prediction(row: MarketRow): string {
  const priced = [
    row.yesAsk === undefined ? undefined : `Yes costs ${formatPrice(row.yesAsk).text}`,
    row.noAsk === undefined ? undefined : `no costs ${formatPrice(row.noAsk).text}`,
  ].filter((part) => part !== undefined);
  const prices = priced.length === 0 ? "No price is offered" : priced.join(", ");
  const closes =
    row.closeTime === undefined || row.status !== "open"
      ? ""
      : ` It ${row.closeTime > row.readAt ? "closes" : "was to close"} ${formatUntil(row.closeTime, row.readAt)}.`;
  return `${prices.slice(0, 1).toUpperCase()}${prices.slice(1)}; a share pays $1 if it comes true.${closes}`;
}

// The best that a token earns by being deposited and nothing else: what a loop has to beat.
type ByMint = ReadonlyMap<string, MarketRow>;

// Worked out when the first verdict of a list is shown, and once for the list: rows are never changed.
const known = new WeakMap<readonly MarketRow[], ByMint>();

function bestDeposits(rows: readonly MarketRow[]): ByMint {
  const byMint = new Map<string, MarketRow>();
  const prices = peerPrices(rows);
  for (const row of rows) {
    const mint = row.tokens[0]?.address;
    if (row.kind !== "lending" || mint === undefined || row.depositApy === undefined) continue;
    if (capacity(row)?.full === true || doubtKind(row, prices) === "figures") continue;
    const held = byMint.get(mint);
    if (held === undefined || isBetter(row, held)) byMint.set(mint, row);
  }
  return byMint;
}

function isBetter(row: MarketRow, held: MarketRow): boolean {
  const rates = (row.depositApy ?? 0) - (held.depositApy ?? 0);
  const deposits = (row.totalDepositUsd ?? 0) - (held.totalDepositUsd ?? 0);
  return rates > 0 || (rates === 0 && (deposits > 0 || (deposits === 0 && row.id < held.id)));
}

/**
 * The lending market of a list with the highest deposit rate for a market's first token; markets known to be full take no
 * deposit, and figures that contradict each other promise none. Undefined where the list has none, or the token no mint.
 */
export function bestPlainDeposit(row: MarketRow, rows: readonly MarketRow[]): MarketRow | undefined {
  const mint = row.tokens[0]?.address;
  if (mint === undefined) return undefined;
  const byMint = known.get(rows) ?? bestDeposits(rows);
  known.set(rows, byMint);
  return byMint.get(mint);
}
