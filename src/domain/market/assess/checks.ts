// Data checks: whether a market's own figures contradict each other. A failed check is shown and changes nothing: no figure is
// dropped or clipped. Missing figures fail no check.
import { mayBeDeposit } from "../../../contract/market.ts";
import type { Ratio, Usd } from "../../../contract/units.ts";
import { isDollarMint } from "../../../contract/assets/dollars.ts";
import { limitTolerance } from "../../../finance/multiple.ts";
import {
  debtInOtherToken,
  fewestPrices,
  impliedPrice,
  medianPrice,
  utilization,
} from "../../../finance/pool.ts";
import { apyToApr, checkTotal } from "../../../finance/rates.ts";
import { offeredActions, type MarketRow } from "../market-row.ts";

/** Every check, in the order shown. Exported files use the names: never rename one. */
export const checkIds = [
  "depositParts",
  "borrowParts",
  "depositAverages",
  "borrowAverages",
  "emptyPool",
  "borrows",
  "interest",
  "price",
  "prices",
  "dollar",
  "ltv",
  "leverage",
  "book",
  "asks",
  "quotes",
  "rate",
  "links",
] as const;
export type CheckId = (typeof checkIds)[number];

/** `unknown`: a figure that the check needs is missing. */
export type CheckVerdict = "pass" | "fail" | "unknown";

/** Interest that is booked on borrows before it is on deposits may lift the one over the other by this share. */
const borrowTolerance = 0.01;
/** Prices of one token differ by this share between sources that read them at different moments. */
const priceTolerance = 0.05;
/** Rounding, and reading two rates at different moments, may make depositors seem to get this share more than is paid. */
const interestTolerance = 0.01;
const leastInterest = 0.00005;
/** What two totals of one market make of one price. */
const ownPriceTolerance = 0.01;
/** How far a token that is made to be worth a dollar may be from one. */
const dollarTolerance = 0.01;
// Doubles do not hold cents and shares exactly: 105 is not quite 5 % above 100.
const rounding = 1e-9;

/** What one token costs by the totals of all its markets. */
export interface TokenPrice {
  readonly median: Usd;
  /** How many markets it is the median of. */
  readonly markets: number;
}

/** Prices to compare markets with, by mint. */
export interface PeerPrices {
  readonly byMint: ReadonlyMap<string, TokenPrice>;
  /** Which markets are off, and from what. */
  readonly offText: string;
}

type Rule = (row: MarketRow, prices: PeerPrices | undefined) => CheckVerdict | undefined;

function verdict(passes: boolean | undefined): CheckVerdict {
  return passes === undefined ? "unknown" : passes ? "pass" : "fail";
}

function lends(row: MarketRow): boolean {
  return mayBeDeposit(row.kind) && row.kind !== "yield" && row.borrowApy !== undefined;
}

// A rate that has been the same to the last digit for half a year was not measured. A rate of 0 may well have been.
function judgeAverages(
  now: Ratio | undefined,
  averages: readonly (Ratio | undefined)[],
): CheckVerdict | undefined {
  if (now === undefined || averages.includes(undefined)) return "unknown";
  return verdict(now === 0 || averages.some((average) => average !== now));
}

function judgeLtv({ maxLtv, liquidationLtv }: MarketRow): CheckVerdict {
  if (liquidationLtv === undefined) return "unknown";
  if (liquidationLtv > 1) return "fail";
  // A token that is no collateral has 0 for both.
  return verdict(maxLtv === undefined ? undefined : maxLtv <= 0 || maxLtv < liquidationLtv);
}

function judgeBorrows(row: MarketRow): CheckVerdict {
  const inTokens = row.totalBorrow !== undefined && row.totalDeposit !== undefined;
  const borrows = inTokens ? row.totalBorrow : row.totalBorrowUsd;
  const deposits = inTokens ? row.totalDeposit : row.totalDepositUsd;
  return verdict(
    borrows === undefined || deposits === undefined ? undefined : borrows <= deposits * (1 + borrowTolerance),
  );
}

/** Depositors are paid out of what borrowers pay: s ≤ U·b, of simple rates. */
function judgeInterest(row: MarketRow): CheckVerdict {
  const supply = apyToApr({ apy: row.baseDepositApy });
  const borrow = apyToApr({ apy: row.baseBorrowApy });
  const used = utilization(row);
  return verdict(
    supply === undefined || borrow === undefined || used === undefined
      ? undefined
      : supply <= used * Math.max(0, borrow) * (1 + interestTolerance) + leastInterest,
  );
}

/** What borrows and deposits of one token make of its price. */
function judgePrices(row: MarketRow): CheckVerdict {
  const deposited = impliedPrice(row);
  const borrowed = borrowPrice(row);
  return verdict(
    deposited === undefined || borrowed === undefined
      ? undefined
      : Math.abs(borrowed / deposited - 1) <= ownPriceTolerance + rounding,
  );
}

/** What the borrows of a market make of the price of what is borrowed. */
export function borrowPrice(row: MarketRow): Usd | undefined {
  return impliedPrice({ totalDeposit: row.totalBorrow, totalDepositUsd: row.totalBorrowUsd });
}

function isDollar({ tokens: [token] }: Pick<MarketRow, "tokens">): boolean {
  return token?.address !== undefined && isDollarMint(token.address);
}

function judgeDollar(row: MarketRow): CheckVerdict {
  const price = impliedPrice(row);
  return verdict(price === undefined ? undefined : Math.abs(price - 1) <= dollarTolerance + rounding);
}

function judgeEmpty(row: MarketRow): CheckVerdict {
  const { depositApy, totalDeposit, totalDepositUsd } = row;
  if (depositApy === undefined || (totalDeposit === undefined && totalDepositUsd === undefined))
    return "unknown";
  return verdict(depositApy === 0 || (totalDeposit !== 0 && totalDepositUsd !== 0));
}

/** What the markets of a row's token cost; undefined for fewer than three of them. */
export function peerPrice(row: MarketRow, prices: PeerPrices | undefined): TokenPrice | undefined {
  const mint = row.tokens[0]?.address;
  return mint === undefined ? undefined : prices?.byMint.get(mint);
}

function judgePrice(row: MarketRow, prices: PeerPrices | undefined): CheckVerdict {
  const own = impliedPrice(row);
  const median = peerPrice(row, prices)?.median;
  return verdict(own === undefined || median === undefined ? undefined : !isOff(own, median));
}

function isOff(own: number, median: Usd): boolean {
  // Written so that a price that is none is off as well.
  return !(Math.abs(own / median - 1) <= priceTolerance + rounding);
}

/** A price of 0 is no offer, and what is not between 0 and 1 is no price: both are as good as missing. */
function offer(price: Ratio | undefined): number {
  return price !== undefined && price > 0 && price <= 1 ? price : Number.NaN;
}

/** Whether one amount is at least the other; undefined when either is missing. */
function isAtLeast(more: number, less: number): boolean | undefined {
  return Number.isNaN(more - less) ? undefined : more > less - rounding;
}

function trades({ kind, status }: MarketRow): boolean {
  return kind === "prediction" && status !== "closed" && status !== "settled";
}

/** Whether there is a way into a market from here: its own page, or an action. */
export function hasWayIn(row: MarketRow): boolean {
  return row.websiteUrl !== undefined || offeredActions(row).length > 0;
}

// Undefined: a market of this kind has nothing to compare.
const rules: Readonly<Record<CheckId, Rule>> = {
  depositParts: (row) => {
    if (!mayBeDeposit(row.kind) && (row.kind !== "loop" || row.baseDepositApy === undefined))
      return undefined;
    const rewards = row.rewardsGiven ? row.rewards : undefined;
    return verdict(checkTotal({ rewards, total: row.depositApy, base: row.baseDepositApy })?.agrees);
  },
  borrowParts: (row) => {
    if (!lends(row)) return undefined;
    const rewards = row.rewardsGiven ? row.rewards : undefined;
    const parts = { rewards, total: row.borrowApy, base: row.baseBorrowApy, side: "borrow" } as const;
    return verdict(checkTotal(parts)?.agrees);
  },
  depositAverages: (row) =>
    row.kind === "loop"
      ? judgeAverages(row.depositApy, [row.depositApy30d, row.depositApy90d, row.depositApy180d])
      : mayBeDeposit(row.kind)
        ? judgeAverages(row.baseDepositApy, [
            row.baseDepositApy30d,
            row.baseDepositApy90d,
            row.baseDepositApy180d,
          ])
        : undefined,
  // Without borrowers the rate is the floor of its curve, which does not move.
  borrowAverages: (row) =>
    lends(row) && row.totalBorrow !== 0
      ? judgeAverages(row.baseBorrowApy, [row.baseBorrowApy30d, row.baseBorrowApy90d, row.baseBorrowApy180d])
      : undefined,
  emptyPool: (row) => (mayBeDeposit(row.kind) ? judgeEmpty(row) : undefined),
  borrows: (row) => (lends(row) && !debtInOtherToken(row) ? judgeBorrows(row) : undefined),
  interest: (row) => (lends(row) && !debtInOtherToken(row) ? judgeInterest(row) : undefined),
  prices: (row) =>
    lends(row) && !debtInOtherToken(row) && row.totalBorrow !== 0 ? judgePrices(row) : undefined,
  dollar: (row) => (mayBeDeposit(row.kind) && isDollar(row) ? judgeDollar(row) : undefined),
  price: (row, prices) => (mayBeDeposit(row.kind) ? judgePrice(row, prices) : undefined),
  ltv: (row) =>
    row.kind === "lending" || row.kind === "loop" || row.kind === "other" ? judgeLtv(row) : undefined,
  leverage: ({ maxLeverage, maxLtv }) => {
    if (maxLeverage === undefined) return undefined;
    if (maxLtv === undefined || maxLtv < 0 || maxLtv >= 1) return "unknown";
    return verdict(maxLeverage * (1 - maxLtv) <= 1 + limitTolerance);
  },
  book: (row) => {
    if (!trades(row)) return undefined;
    const yes = isAtLeast(offer(row.yesAsk), offer(row.yesBid));
    const no = isAtLeast(offer(row.noAsk), offer(row.noBid));
    return verdict(yes === false || no === false ? false : (yes ?? no));
  },
  asks: (row) => (trades(row) ? verdict(isAtLeast(offer(row.yesAsk) + offer(row.noAsk), 1)) : undefined),
  // A share pays one dollar, so a price outside of 0 to 1 is in another unit or wrong.
  quotes: (row) => {
    if (!trades(row)) return undefined;
    const sent = [row.yesBid, row.yesAsk, row.noBid, row.noAsk].filter((price) => price !== undefined);
    return sent.length === 0 ? "unknown" : verdict(sent.every((price) => price >= 0 && price <= 1));
  },
  // Without a loan a deposit cannot lose more than everything in a year. The net rate of a loop may.
  rate: (row) => {
    if (!mayBeDeposit(row.kind)) return undefined;
    const sent = [row.depositApy, row.baseDepositApy, row.borrowApy, row.baseBorrowApy].filter(
      (apy) => apy !== undefined,
    );
    return sent.length === 0 ? "unknown" : verdict(sent.every((apy) => apy > -1));
  },
  // The service sends neither for prediction markets.
  links: (row) => (row.kind === "prediction" ? undefined : verdict(hasWayIn(row))),
};

interface RowChecks {
  readonly doubts: readonly CheckId[];
  /** Whether any figures could be compared at all. */
  readonly checked: boolean;
}

// Rows are never changed, so each is judged once, by all rules but that of the price, which needs the other markets.
const ownChecks = new WeakMap<MarketRow, RowChecks>();
// What thousands of rows are.
const noDoubts: RowChecks = { doubts: [], checked: true };
const notChecked: RowChecks = { doubts: [], checked: false };

/** Checks of one figure by itself. */
const alone: ReadonlySet<CheckId> = new Set(["quotes", "rate", "links"]);

function ownChecksOf(row: MarketRow): RowChecks {
  const known = ownChecks.get(row);
  if (known !== undefined) return known;
  const doubts: CheckId[] = [];
  let checked = false;
  for (const id of checkIds) {
    if (id === "price") continue;
    const result = rules[id](row, undefined);
    if (result === "fail") doubts.push(id);
    if (!alone.has(id) && (result === "fail" || result === "pass")) checked = true;
  }
  const judged = doubts.length > 0 ? { doubts, checked } : checked ? noDoubts : notChecked;
  ownChecks.set(row, judged);
  return judged;
}

/** The checks a market fails, in their order. Without prices of other markets its own is not judged. */
export function failedChecks(row: MarketRow, prices: PeerPrices | undefined): readonly CheckId[] {
  const { doubts } = ownChecksOf(row);
  if (rules.price(row, prices) !== "fail") return doubts;
  return checkIds.filter((id) => id === "price" || doubts.includes(id));
}

/** What failed: figures that contradict each other, or only that a market has no link. */
export type FailedCheckKind = "figures" | "link";
export function failedCheckKind(row: MarketRow, prices: PeerPrices | undefined): FailedCheckKind | undefined {
  const doubts = failedChecks(row, prices);
  if (doubts.length === 0) return undefined;
  return doubts.every((id) => id === "links") ? "link" : "figures";
}

/** How many checks fail; undefined where the market has no two figures that could contradict each other. */
export function failedCheckCount(row: MarketRow, prices: PeerPrices | undefined): number | undefined {
  const { doubts, checked } = ownChecksOf(row);
  const count = doubts.length + (rules.price(row, prices) === "fail" ? 1 : 0);
  return checked || count > 0 ? count : undefined;
}

/** Every check that applies to a market, with its result. */
export function checksOf(
  row: MarketRow,
  prices: PeerPrices | undefined,
): readonly { readonly id: CheckId; readonly verdict: CheckVerdict }[] {
  return checkIds.flatMap((id) => {
    const result = rules[id](row, prices);
    return result === undefined ? [] : [{ id, verdict: result }];
  });
}

/**
 * What each token costs: the median of the prices that its markets' totals imply, for tokens with at least three of them. A
 * market's own price counts as well, so that one wrong price of three does not fail the two right ones. Staked
 * tokens have mints of their own.
 *
 * @param last the previous result, returned again while the same markets are off by the same figures: everything drawn depends on
 *   it, and a list that loads would redraw all its rows with every page
 */
export function peerPrices(rows: readonly MarketRow[], last?: PeerPrices): PeerPrices {
  const implied = new Map<string, { readonly rows: MarketRow[]; readonly prices: number[] }>();
  for (const row of rows) {
    const mint = row.tokens[0]?.address;
    const price = mayBeDeposit(row.kind) && mint !== undefined ? impliedPrice(row) : undefined;
    if (mint === undefined || price === undefined) continue;
    let priced = implied.get(mint);
    if (priced === undefined) implied.set(mint, (priced = { rows: [], prices: [] }));
    priced.rows.push(row);
    priced.prices.push(price);
  }
  const byMint = new Map<string, TokenPrice>();
  let offText = "";
  let same = last !== undefined;
  for (const [mint, priced] of implied) {
    const median = priced.prices.length < fewestPrices ? undefined : medianPrice(priced.prices);
    const price = median === undefined ? undefined : { median, markets: priced.prices.length };
    if (price !== undefined) byMint.set(mint, price);
    const before = last?.byMint.get(mint)?.median;
    for (let at = 0; at < priced.prices.length; at += 1) {
      const own = priced.prices[at] ?? Number.NaN;
      const off = price !== undefined && isOff(own, price.median);
      if (off) offText += `${priced.rows[at]?.id ?? ""} ${JSON.stringify(price)} `;
      if (same && before !== median && off !== (before !== undefined && isOff(own, before))) same = false;
    }
  }
  return same && last?.offText === offText ? last : { byMint, offText };
}
