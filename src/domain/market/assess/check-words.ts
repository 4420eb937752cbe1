// A chunk of its own, because most markets fail no check.
import { capitalize, uncapitalize } from "../../format/capitalize.ts";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { borrowPrice, impliedPrice } from "../../../finance/pool.ts";
import { overround } from "../../../finance/prediction.ts";
import { checkTotal } from "../../../finance/rates.ts";
import { sentParts, type MarketRow } from "../market-row.ts";
import {
  formatAmount,
  formatChange,
  formatCount,
  formatMultiple,
  formatPrice,
  formatRate,
  formatShare,
  formatUsdExact,
  inWords,
  type Formatter,
} from "../../format/number.ts";
import { formatTokenPrice } from "../../format/token-price.ts";
import { poolUtilization } from "../row-values.ts";
import { columnOf, isColumnId, type ColumnId } from "../columns.ts";
import { checksOf, failedChecks, peerPrice, type CheckId, type PeerPrices } from "./checks.ts";

export type CheckText = ReturnType<typeof checkTexts>[number];

type Field = Extract<keyof MarketRow, string>;

const otherNames = {
  rewards: "rewards",
  totalDeposit: "deposits in tokens",
  totalBorrow: "borrows in tokens",
  websiteUrl: "website",
} as const satisfies Partial<Record<Field, string>>;
type NamedField = keyof typeof otherNames | Extract<Field, ColumnId>;

function nameOf(field: NamedField): string {
  if (!isColumnId(field)) return otherNames[field];
  return uncapitalize(columnOf(field).name);
}

interface Words {
  readonly name: string;
  readonly rule: string;
  readonly fields: (row: MarketRow) => readonly NamedField[];
  /** A clause that says what should hold: "base and rewards make the deposit APY". */
  readonly holds: string;
  readonly fails: (row: MarketRow, prices: PeerPrices | undefined) => string;
}

function parts(row: MarketRow, side: "deposit" | "borrow"): string {
  const sent = sentParts(row, side);
  const { total, base } = sent;
  const expected = checkTotal(sent)?.expected;
  const rewards = base === undefined || expected === undefined ? undefined : ratio(Math.abs(expected - base));
  return `The ${side} APY is ${inWords(formatRate(total))}, but base ${inWords(formatRate(base))} ${side === "deposit" ? "plus" : "less"} rewards ${inWords(formatRate(rewards))} makes ${inWords(formatRate(expected))}.`;
}

function averages(row: MarketRow, side: "deposit" | "borrow"): string {
  const [name, now] =
    side === "borrow"
      ? ["base borrow APY", row.baseBorrowApy]
      : row.kind === "loop"
        ? ["net APY", row.depositApy]
        : ["base APY", row.baseDepositApy];
  return `The 30, 90 and 180 day averages all equal the current ${name}, ${inWords(formatRate(now))}, to the last digit: it did not move for half a year, or was never measured.`;
}

const quotes = ["yesBid", "yesAsk", "noBid", "noAsk"] as const;
const rates = ["depositApy", "baseDepositApy", "borrowApy", "baseBorrowApy"] as const;

function named(
  row: MarketRow,
  fields: readonly (typeof quotes | typeof rates)[number][],
  format: Formatter<Ratio>,
  isOff: (value: Ratio) => boolean,
): readonly string[] {
  return fields.flatMap((field) => {
    const value = row[field];
    return value !== undefined && isOff(value) ? [`${nameOf(field)} of ${format(value).text}`] : [];
  });
}

export const checkWords: Readonly<Record<CheckId, Words>> = {
  depositParts: {
    name: "Deposit parts",
    rule: "The deposit APY is not base plus rewards.",
    fields: () => ["depositApy", "baseDepositApy", "rewards"],
    holds: "base plus rewards is the deposit APY",
    fails: (row) => parts(row, "deposit"),
  },
  borrowParts: {
    name: "Borrow parts",
    rule: "The borrow APY is not base minus rewards.",
    fields: () => ["borrowApy", "baseBorrowApy", "rewards"],
    holds: "base minus rewards is the borrow APY",
    fails: (row) => parts(row, "borrow"),
  },
  depositAverages: {
    name: "Deposit averages",
    rule: "All three deposit averages equal the current rate to the last digit.",
    fields: ({ kind }) =>
      kind === "loop"
        ? ["depositApy", "depositApy30d", "depositApy90d", "depositApy180d"]
        : ["baseDepositApy", "baseDepositApy30d", "baseDepositApy90d", "baseDepositApy180d"],
    holds: "the deposit averages are not all the current rate",
    fails: (row) => averages(row, "deposit"),
  },
  borrowAverages: {
    name: "Borrow averages",
    rule: "All three borrow averages equal the current rate to the last digit.",
    fields: () => ["baseBorrowApy", "baseBorrowApy30d", "baseBorrowApy90d", "baseBorrowApy180d"],
    holds: "the borrow averages are not all the current rate",
    fails: (row) => averages(row, "borrow"),
  },
  emptyPool: {
    name: "Rate without deposits",
    rule: "A rate is quoted, but nothing is deposited.",
    fields: () => ["depositApy", "totalDeposit", "totalDepositUsd"],
    holds: "no rate is quoted without deposits",
    fails: (row) =>
      `A deposit APY of ${inWords(formatRate(row.depositApy))} is quoted, but nothing is deposited.`,
  },
  borrows: {
    name: "Borrows",
    rule: "Borrows exceed the deposits they come from.",
    fields: () => ["totalBorrow", "totalDeposit", "totalBorrowUsd", "totalDepositUsd"],
    holds: "borrows are within deposits",
    fails: ({ tokens: [token], totalBorrow, totalDeposit, totalBorrowUsd, totalDepositUsd }) => {
      const inTokens = totalBorrow !== undefined && totalDeposit !== undefined;
      const borrows = inTokens ? formatAmount(totalBorrow, token?.symbol) : formatUsdExact(totalBorrowUsd);
      const deposits = inTokens ? formatAmount(totalDeposit, token?.symbol) : formatUsdExact(totalDepositUsd);
      return `Borrows of ${inWords(borrows)} exceed the deposits they come from, ${inWords(deposits)}.`;
    },
  },
  interest: {
    name: "Interest",
    rule: "Depositors get more than borrowers pay.",
    fields: () => ["baseDepositApy", "baseBorrowApy", "totalBorrow", "totalDeposit"],
    holds: "depositors get no more than borrowers pay",
    fails: (row) =>
      `Depositors get ${inWords(formatRate(row.baseDepositApy))} before rewards, more than borrowers pay: ${inWords(formatRate(row.baseBorrowApy))} on the ${inWords(formatShare(poolUtilization(row)))} that are lent out.`,
  },
  prices: {
    name: "Two prices",
    rule: "Borrows and deposits imply different prices for the token.",
    fields: () => ["totalBorrowUsd", "totalBorrow", "totalDepositUsd", "totalDeposit"],
    holds: "borrows and deposits imply the same token price",
    fails: (row) =>
      `Its borrows imply ${inWords(formatTokenPrice(borrowPrice(row)))} per ${row.tokens[0]?.symbol ?? "token"}, its deposits ${inWords(formatTokenPrice(impliedPrice(row)))}.`,
  },
  dollar: {
    name: "Dollar",
    rule: "The totals of a dollar stablecoin imply a price more than 1 % off $1.",
    fields: () => ["totalDepositUsd", "totalDeposit"],
    holds: "the stablecoin's price is $1",
    fails: (row) =>
      `${row.tokens[0]?.symbol ?? "The token"} is meant to be worth $1, but the totals imply ${inWords(formatTokenPrice(impliedPrice(row)))}.`,
  },
  price: {
    name: "Price",
    rule: "The implied price is more than 5 % off the other markets of the token.",
    fields: () => ["totalDepositUsd", "totalDeposit"],
    holds: "the token's price is that of its other markets",
    fails: (row, prices) => {
      const own = impliedPrice(row);
      const peer = peerPrice(row, prices);
      const off = own === undefined || peer === undefined ? undefined : ratio(own / peer.median - 1);
      const symbol = row.tokens[0]?.symbol ?? "token";
      return `Its totals imply ${inWords(formatTokenPrice(own))} per ${symbol}, ${inWords(formatChange(off))} vs ${inWords(formatTokenPrice(peer?.median))}, the median of ${inWords(formatCount(peer?.markets))} markets of the token.`;
    },
  },
  ltv: {
    name: "LTV",
    rule: "The liquidation LTV is not above the max LTV, or is above 100 %.",
    fields: () => ["maxLtv", "liquidationLtv"],
    holds: "max LTV is under liquidation LTV, which is at most 100 %",
    fails: ({ maxLtv, liquidationLtv }) =>
      liquidationLtv !== undefined && liquidationLtv > 1
        ? `The liquidation LTV of ${formatRate(liquidationLtv).text} is above 100 %.`
        : `The max LTV of ${inWords(formatShare(maxLtv))} is not under the liquidation LTV of ${inWords(formatShare(liquidationLtv))}.`,
  },
  leverage: {
    name: "Leverage",
    rule: "The max leverage is more than the max LTV allows.",
    fields: () => ["maxLeverage", "maxLtv"],
    holds: "max leverage is within what max LTV allows",
    fails: ({ maxLeverage, maxLtv }) =>
      `The max leverage of ${inWords(formatMultiple(maxLeverage))} needs an LTV of ${inWords(formatRate(ltvOfLeverage({ leverage: maxLeverage })))}, above the max LTV of ${inWords(formatRate(maxLtv))}.`,
  },
  book: {
    name: "Bid and ask",
    rule: "A bid is above its ask.",
    fields: () => quotes,
    holds: "no bid is above its ask",
    fails: (row) =>
      [
        { name: "yes", bid: row.yesBid, ask: row.yesAsk },
        { name: "no", bid: row.noBid, ask: row.noAsk },
      ]
        .filter(({ bid, ask }) => bid !== undefined && ask !== undefined && ask > 0 && bid > ask)
        .map(
          ({ name, bid, ask }) =>
            `The ${name} bid of ${inWords(formatPrice(bid))} is above the ${name} ask of ${inWords(formatPrice(ask))}.`,
        )
        .join(" "),
  },
  asks: {
    name: "Yes and no",
    rule: "Yes and no together cost less than the $1 they pay.",
    fields: () => ["yesAsk", "noAsk"],
    holds: "yes and no together cost at least $1",
    fails: ({ yesAsk, noAsk }) => {
      const over = overround({ yesAsk, noAsk });
      const both = inWords(formatPrice(over === undefined ? undefined : ratio(1 + over)));
      return `Yes at ${inWords(formatPrice(yesAsk))} and no at ${inWords(formatPrice(noAsk))} cost ${both} and pay $1: more likely a wrong price than a risk-free profit.`;
    },
  },
  quotes: {
    name: "Price range",
    rule: "A price is not between $0 and the $1 a share pays.",
    fields: () => quotes,
    holds: "all prices are between $0 and $1",
    fails: (row) => {
      const off = named(row, quotes, formatPrice, (quote) => quote < 0 || quote > 1);
      return `A share pays $1, but there is a ${off.join(", a ")}.`;
    },
  },
  rate: {
    name: "Impossible rate",
    rule: "A rate is −100 % per year or less.",
    fields: () => rates,
    holds: "no rate is −100 % per year or less",
    fails: (row) => {
      const off = named(row, rates, formatRate, (apy) => apy <= -1);
      return `It publishes a ${off.join(" and a ")}: a rate of −100 % loses everything.`;
    },
  },
  links: {
    name: "No links",
    rule: "No website and no action is published.",
    fields: () => ["websiteUrl", "actions"],
    holds: "there is a website or an action",
    fails: () => "The provider publishes no website and no action.",
  },
};

function uncheckedReason(id: CheckId, row: MarketRow): string {
  const missing = checkWords[id]
    .fields(row)
    .filter((field) => (field === "rewards" ? !row.rewardsGiven : row[field] === undefined));
  if (missing.length > 0) return `${[...new Set(missing.map(nameOf))].join(", ")} unknown`;
  if (id === "price" && impliedPrice(row) !== undefined)
    return "fewer than three markets of the token are loaded";
  if (id === "price" || id === "prices" || id === "dollar") return "its totals imply no price";
  if (id === "depositParts" || id === "borrowParts") return "a reward's rate is unknown";
  return id === "book" || id === "asks" ? "a price is not a real offer" : "its figures are out of range";
}

function sentence(clause: string): string {
  return `${capitalize(clause)}.`;
}

/** Keeps a number and its unit on one line. */
function failure(id: CheckId, row: MarketRow, prices: PeerPrices | undefined): string {
  return checkWords[id].fails(row, prices).replaceAll(/(?<=\d) (?=[%×kMBT]\b|[%×])/g, "\u00a0");
}

export function checkTexts(row: MarketRow, prices: PeerPrices | undefined) {
  const all = checksOf(row, prices).map(({ id, verdict }) => {
    const { fields, holds } = checkWords[id];
    return {
      id,
      verdict,
      sentence:
        verdict === "fail"
          ? failure(id, row, prices)
          : verdict === "pass"
            ? sentence(holds)
            : sentence(`not checked that ${holds}: ${uncheckedReason(id, row)}`),
      fields: fields(row),
    };
  });
  return (["fail", "pass", "unknown"] as const).flatMap((verdict) =>
    all.filter((check) => check.verdict === verdict),
  );
}

export function failedCheckSentences(row: MarketRow, prices: PeerPrices | undefined): readonly string[] {
  return failedChecks(row, prices).map((id) => failure(id, row, prices));
}
