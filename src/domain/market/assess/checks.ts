// Checks whether a market's own figures contradict each other. A failed check is shown but hides no figure; missing
// figures fail no check.
import { isDollarMint } from "../asset-families.ts";
import { mayBeDeposit } from "../../../contract/market.ts";
import { keysOf } from "../../../contract/names/keys-of.ts";
import { usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { quantile } from "../../../finance/blend.ts";
import { limitTolerance } from "../../../finance/debt/leverage.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { borrowPrice, debtInOtherToken, impliedPrice, utilization } from "../../../finance/pool.ts";
import { apyToApr, checkTotal } from "../../../finance/rates.ts";
import { memoize } from "../../memoize.ts";
import { offeredActions, sentParts, type MarketRow } from "../market-row.ts";

/** Of a check or a filter. */
export type Verdict = "pass" | "fail" | "unknown";

/** Interest is booked on borrows before deposits, so one may briefly exceed the other. */
const borrowTolerance = 0.01;
/** Sources read prices at different times. */
const priceTolerance = 0.05;
const interestTolerance = 0.01;
const minInterest = 0.00005;
const ownPriceTolerance = 0.01;
const dollarTolerance = 0.01;
/** With fewer prices, none can be called the outlier. */
const minPrices = 3;
// Absorbs rounding errors: in doubles, 105 is not quite 5 % above 100.
const rounding = 1e-9;

interface TokenPrice {
  readonly median: Usd;
  readonly markets: number;
}

export interface PeerPrices {
  readonly byMint: ReadonlyMap<string, TokenPrice>;
  readonly offText: string;
}

type Rule = (row: MarketRow, prices: PeerPrices | undefined) => Verdict | undefined;

export function toVerdict(passes: boolean | undefined): Verdict {
  return passes === undefined ? "unknown" : passes ? "pass" : "fail";
}

function lends(row: MarketRow): boolean {
  return mayBeDeposit(row.kind) && row.kind !== "yield" && row.borrowApy !== undefined;
}

function lendsItsDeposits(row: MarketRow): boolean {
  return lends(row) && !debtInOtherToken(row);
}

// A rate above zero that has not changed in any digit for half a year was never measured.
function judgeAverages(now: Ratio | undefined, averages: readonly (Ratio | undefined)[]): Verdict {
  if (now === undefined || averages.includes(undefined)) return "unknown";
  return toVerdict(now === 0 || averages.some((average) => average !== now));
}

export function peerPrice(row: MarketRow, prices: PeerPrices | undefined): TokenPrice | undefined {
  const mint = row.tokens[0]?.address;
  return mint === undefined ? undefined : prices?.byMint.get(mint);
}

function isOff(own: number, median: Usd): boolean {
  // Negated, so that NaN fails.
  return !(Math.abs(own / median - 1) <= priceTolerance + rounding);
}

/** A price of 0 is no offer; a price outside 0 to 1 is invalid. */
function offer(price: Ratio | undefined): number {
  return price !== undefined && price > 0 && price <= 1 ? price : Number.NaN;
}

function isAtLeast(more: number, less: number): boolean | undefined {
  return Number.isNaN(more - less) ? undefined : more > less - rounding;
}

export function trades({ kind, status }: MarketRow): boolean {
  return kind === "prediction" && status !== "closed" && status !== "settled";
}

export function hasLink(row: MarketRow): boolean {
  return row.websiteUrl !== undefined || offeredActions(row).length > 0;
}

/** In display order. Exports contain the names: never rename one. */
const rules = {
  depositParts: (row) => {
    if (!mayBeDeposit(row.kind) && (row.kind !== "loop" || row.baseDepositApy === undefined))
      return undefined;
    return toVerdict(checkTotal(sentParts(row, "deposit"))?.agrees);
  },
  borrowParts: (row) => (lends(row) ? toVerdict(checkTotal(sentParts(row, "borrow"))?.agrees) : undefined),
  depositAverages: (row) => {
    if (row.kind === "loop")
      return judgeAverages(row.depositApy, [row.depositApy30d, row.depositApy90d, row.depositApy180d]);
    const { baseDepositApy30d, baseDepositApy90d, baseDepositApy180d } = row;
    return mayBeDeposit(row.kind)
      ? judgeAverages(row.baseDepositApy, [baseDepositApy30d, baseDepositApy90d, baseDepositApy180d])
      : undefined;
  },
  // Without borrowers the rate stays at the lowest point of its curve.
  borrowAverages: (row) =>
    lends(row) && row.totalBorrow !== 0
      ? judgeAverages(row.baseBorrowApy, [row.baseBorrowApy30d, row.baseBorrowApy90d, row.baseBorrowApy180d])
      : undefined,
  emptyPool: ({ kind, depositApy, totalDeposit, totalDepositUsd }) => {
    if (!mayBeDeposit(kind)) return undefined;
    if (depositApy === undefined || (totalDeposit === undefined && totalDepositUsd === undefined))
      return "unknown";
    return toVerdict(depositApy === 0 || (totalDeposit !== 0 && totalDepositUsd !== 0));
  },
  borrows: (row) => {
    if (!lendsItsDeposits(row)) return undefined;
    const inTokens = row.totalBorrow !== undefined && row.totalDeposit !== undefined;
    const borrows = inTokens ? row.totalBorrow : row.totalBorrowUsd;
    const deposits = inTokens ? row.totalDeposit : row.totalDepositUsd;
    if (borrows === undefined || deposits === undefined) return "unknown";
    return toVerdict(borrows <= deposits * (1 + borrowTolerance));
  },
  interest: (row) => {
    if (!lendsItsDeposits(row)) return undefined;
    const supply = apyToApr({ apy: row.baseDepositApy });
    const borrow = apyToApr({ apy: row.baseBorrowApy });
    const used = utilization(row);
    if (supply === undefined || borrow === undefined || used === undefined) return "unknown";
    return toVerdict(supply <= used * Math.max(0, borrow) * (1 + interestTolerance) + minInterest);
  },
  price: (row, prices) => {
    if (!mayBeDeposit(row.kind)) return undefined;
    const own = impliedPrice(row);
    const median = peerPrice(row, prices)?.median;
    return own === undefined || median === undefined ? "unknown" : toVerdict(!isOff(own, median));
  },
  prices: (row) => {
    if (!lendsItsDeposits(row) || row.totalBorrow === 0) return undefined;
    const deposited = impliedPrice(row);
    const borrowed = borrowPrice(row);
    if (deposited === undefined || borrowed === undefined) return "unknown";
    return toVerdict(Math.abs(borrowed / deposited - 1) <= ownPriceTolerance + rounding);
  },
  dollar: (row) => {
    if (!mayBeDeposit(row.kind) || !isDollarMint(row.tokens[0]?.address)) return undefined;
    const price = impliedPrice(row);
    return price === undefined ? "unknown" : toVerdict(Math.abs(price - 1) <= dollarTolerance + rounding);
  },
  ltv: ({ kind, maxLtv, liquidationLtv }) => {
    if (kind !== "lending" && kind !== "loop" && kind !== "other") return undefined;
    if (liquidationLtv === undefined) return "unknown";
    if (liquidationLtv > 1) return "fail";
    // For a token that is not collateral, both are 0.
    return toVerdict(maxLtv === undefined ? undefined : maxLtv <= 0 || maxLtv < liquidationLtv);
  },
  leverage: ({ maxLeverage, maxLtv }) => {
    if (maxLeverage === undefined) return undefined;
    if (maxLtv === undefined || maxLtv < 0 || maxLtv >= 1) return "unknown";
    return toVerdict(maxLeverage * (1 - maxLtv) <= 1 + limitTolerance);
  },
  book: (row) => {
    if (!trades(row)) return undefined;
    const yes = isAtLeast(offer(row.yesAsk), offer(row.yesBid));
    const no = isAtLeast(offer(row.noAsk), offer(row.noBid));
    return toVerdict(yes === false || no === false ? false : (yes ?? no));
  },
  asks: (row) => (trades(row) ? toVerdict(isAtLeast(offer(row.yesAsk) + offer(row.noAsk), 1)) : undefined),
  // A share pays one dollar, so a price outside 0 to 1 is wrong or in another unit.
  quotes: (row) => {
    if (!trades(row)) return undefined;
    const sent = [row.yesBid, row.yesAsk, row.noBid, row.noAsk].filter((price) => price !== undefined);
    return sent.length === 0 ? "unknown" : toVerdict(sent.every((price) => price >= 0 && price <= 1));
  },
  // A plain deposit cannot lose more than everything in a year, but a loop can.
  rate: (row) => {
    if (!mayBeDeposit(row.kind)) return undefined;
    const sent = [row.depositApy, row.baseDepositApy, row.borrowApy, row.baseBorrowApy].filter(
      (apy) => apy !== undefined,
    );
    return sent.length === 0 ? "unknown" : toVerdict(sent.every((apy) => apy > -1));
  },
  links: (row) => (row.kind === "prediction" ? undefined : toVerdict(hasLink(row))),
} satisfies Readonly<Record<string, Rule>>;

export type CheckId = keyof typeof rules;

export const checkIds: readonly CheckId[] = keysOf(rules);

/** These checks compare no figures, so passing them does not mean that a market's figures were checked. */
const plainChecks: ReadonlySet<CheckId> = new Set(["quotes", "rate", "links"]);

// Rows never change, so the result is cached per row. Price checks are separate, because they need other markets.
const ownChecksOf = memoize((row: MarketRow) => {
  const failed: CheckId[] = [];
  let isChecked = false;
  for (const id of checkIds) {
    if (id === "price") continue;
    const result = rules[id](row);
    if (result === "fail") failed.push(id);
    if (!plainChecks.has(id) && (result === "fail" || result === "pass")) isChecked = true;
  }
  return { failed, isChecked };
});

export function failedChecks(row: MarketRow, prices: PeerPrices | undefined): readonly CheckId[] {
  const { failed } = ownChecksOf(row);
  if (rules.price(row, prices) !== "fail") return failed;
  return checkIds.filter((id) => id === "price" || failed.includes(id));
}

export type FailedCheckKind = "figures" | "link";

export function failedCheckKind(row: MarketRow, prices: PeerPrices | undefined): FailedCheckKind | undefined {
  const failed = failedChecks(row, prices);
  if (failed.length === 0) return undefined;
  return failed.every((id) => id === "links") ? "link" : "figures";
}

export function failedCheckCount(row: MarketRow, prices: PeerPrices | undefined): number | undefined {
  const { failed, isChecked } = ownChecksOf(row);
  const count = failed.length + (rules.price(row, prices) === "fail" ? 1 : 0);
  return isChecked || count > 0 ? count : undefined;
}

export function checksOf(row: MarketRow, prices: PeerPrices | undefined) {
  return checkIds.flatMap((id) => {
    const result = rules[id](row, prices);
    return result === undefined ? [] : [{ id, verdict: result }];
  });
}

/**
 * Median token prices implied by market totals, for tokens with at least three markets. Includes the market's own
 * price, so that one wrong price among three does not fail the others. Returns `last` if nothing changed, because
 * every row depends on it.
 */
export function peerPrices(rows: readonly MarketRow[], last?: PeerPrices): PeerPrices {
  const implied = rows.flatMap((row) => {
    const mint = mayBeDeposit(row.kind) ? row.tokens[0]?.address : undefined;
    const own = impliedPrice(row);
    return mint === undefined || own === undefined ? [] : { id: row.id, mint, own };
  });
  const byMint = new Map<string, TokenPrice>();
  let offText = "";
  let same = last !== undefined;
  for (const [mint, priced] of groupBy(implied, (market) => market.mint)) {
    const prices = priced.map(({ own }) => own);
    const median = prices.length < minPrices ? undefined : usd(quantile(prices, 0.5));
    const price = median === undefined ? undefined : { median, markets: prices.length };
    if (price !== undefined) byMint.set(mint, price);
    const before = last?.byMint.get(mint)?.median;
    for (const { id, own } of priced) {
      const off = price !== undefined && isOff(own, price.median);
      if (off) offText += `${id} ${JSON.stringify(price)} `;
      if (before !== median && off !== (before !== undefined && isOff(own, before))) same = false;
    }
  }
  return same && last?.offText === offText ? last : { byMint, offText };
}
