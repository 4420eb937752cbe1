import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { liquidationPrice, loanCarry, loanToValue, penaltyUsd } from "../../finance/debt/borrow.ts";
import type { Ltvs } from "../../finance/debt/drop-to-liquidation.ts";
import { health as healthOf } from "../../finance/debt/liquidation.ts";
import type { LoanRate } from "../../finance/debt/loan-cost.ts";
import { borrowPrice, debtInOtherToken, impliedPrice } from "../../finance/pool.ts";
import { borrowRateOfBasis, type ApyBasis } from "../../domain/market/column.ts";
import { leftToBorrowText } from "../../domain/market/column-text.ts";
import { columnOf } from "../../domain/market/columns.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import {
  formatRate,
  formatRateRange,
  formatShare,
  formatUsdRangeExact,
  formatUsdExact,
  inWords,
  type Formatted,
} from "../../domain/format/number.ts";
import { formatHealth } from "../../domain/format/money.ts";
import { formatTokenPrice } from "../../domain/format/token-price.ts";
import { unknownNote } from "../../domain/market/assess/words.ts";
import { isStable } from "../../domain/market/asset-families.ts";
import { effectiveRate, loanRate, mayPassKink } from "../../domain/market/row-values.ts";
import type { StatLine } from "../ui/panel/stat.tsx";
import type { LoanInputs } from "./loan-inputs.ts";

export function tokenName(row: MarketRow): string {
  return row.tokens[0]?.symbol ?? row.label;
}

export function debtSymbol(debt: MarketRow): string {
  return debt.tokens.at(-1)?.symbol ?? debt.label;
}

/** The markets are `onBasis`. */
export interface PlannedLoan extends LoanInputs {
  readonly collateral: MarketRow;
  readonly debt: MarketRow;
}

export function ltvsOf({ collateral, ...loan }: PlannedLoan): Ltvs {
  return { ltv: loanToValue(loan), liquidationLtv: collateral.liquidationLtv };
}

export function loanFigures(loan: PlannedLoan, basis: ApyBasis): readonly (StatLine | undefined)[] {
  return [...riskFigures(loan), ...costFigures(loan, basis)];
}

function riskFigures(loan: PlannedLoan): readonly (StatLine | undefined)[] {
  const { collateral, debt, debtUsd } = loan;
  const ltvs = ltvsOf(loan);
  const { liquidationPenalty: penalty } = collateral;
  const health = healthOf(ltvs);
  const unknown = unknownNote(collateral.providerName);
  const isStableDebt = isStable(debt.tokens.at(-1)?.address);
  // With a stablecoin as collateral for a volatile debt, a rise of the debt's price liquidates.
  const isOwnPrice = !isStable(collateral.tokens[0]?.address) || isStableDebt;
  return [
    [
      "LTV",
      formatShare(ltvs.ltv),
      "Debt / collateral.",
      { note: `max ${inWords(formatShare(collateral.maxLtv))}` },
    ],
    [
      "Health",
      formatHealth(health),
      ltvs.liquidationLtv === undefined ? unknown : "Liquidation LTV · collateral / debt.",
      { note: "liquidated below 1", danger: health !== undefined && health < 1.1 },
    ],
    isOwnPrice ? collateralPrice(collateral, ltvs, health) : undefined,
    isStableDebt ? undefined : debtPrice(debt, health),
    [
      "Penalty at liquidation",
      formatUsdExact(penaltyUsd({ debtUsd, penalty })),
      penalty === undefined ? unknown : "Debt · liquidation penalty.",
      { note: penaltyNote(penalty) },
    ],
  ];
}

export function penaltyNote(penalty: Ratio | undefined): string | undefined {
  return penalty === undefined ? undefined : `${formatShare(penalty).text} of the whole debt, the worst case`;
}

function collateralPrice(collateral: MarketRow, ltvs: Ltvs, health: number | undefined): StatLine {
  const price = impliedPrice(collateral);
  return [
    `Liquidation price of ${tokenName(collateral)}`,
    price === undefined || health === undefined
      ? undefined
      : formatTokenPrice(liquidationPrice({ ...ltvs, price })),
    "Price · LTV / liquidation LTV, the debt's value unchanged. The price is implied by the market's totals.",
    { note: price === undefined ? undefined : `now ${formatTokenPrice(price).text}` },
  ];
}

function debtPrice(debt: MarketRow, health: number | undefined): StatLine {
  const rise = health === undefined ? undefined : ratio(health - 1);
  const price = debtInOtherToken(debt) ? borrowPrice(debt) : impliedPrice(debt);
  return [
    `Liquidation price of ${debtSymbol(debt)}`,
    rise === undefined || price === undefined ? undefined : formatTokenPrice(usd(price * (1 + rise))),
    "Price · health, the collateral's value unchanged.",
    { note: rise === undefined ? undefined : `${inWords(formatShare(rise))} above its price now` },
  ];
}

function costFigures(
  { borrows, collateral, debt, collateralUsd, debtUsd }: PlannedLoan,
  basis: ApyBasis,
): readonly (StatLine | undefined)[] {
  const rate = loanRate(debt, debtUsd, "total");
  const pastKink = mayPassKink(debt, debtUsd);
  return [
    [
      `${columnOf(borrowRateOfBasis[basis]).name} after the loan`,
      formatRateRange(rate?.low, rate?.high),
      rate === undefined
        ? unknownNote(debt.providerName)
        : "Taking a loan raises utilization, and with it the rate.",
      { note: rate === undefined ? undefined : rateNote(debt, rate, pastKink), danger: pastKink },
    ],
    borrows
      ? undefined
      : [
          "Base borrow 30, 90, 180 days",
          pastCost(debt),
          "Averages published by the provider, without rewards.",
        ],
    [
      "Left to borrow",
      leftToBorrowText(debt),
      "The lower of available liquidity and what is left under the borrow cap.",
    ],
    [
      `Net per year${basis === "base" ? ", without rewards" : ""}`,
      carry(collateral, collateralUsd, debtUsd, rate),
      "Collateral · deposit APY with it − debt · borrow APY after the loan. Without what the borrowed money and the collateral itself earn.",
      { note: "collateral APY − interest" },
    ],
  ];
}

function pastCost({ baseBorrowApy30d, baseBorrowApy90d, baseBorrowApy180d }: MarketRow): string | undefined {
  const averages = [baseBorrowApy30d, baseBorrowApy90d, baseBorrowApy180d];
  return averages.every((average) => average === undefined)
    ? undefined
    : averages.map((average) => formatRate(average)?.text ?? "—").join("\u00A0·\u00A0");
}

function rateNote({ borrowApy, baseBorrowApy }: MarketRow, { high }: LoanRate, pastKink: boolean): string {
  const isRewarded = (baseBorrowApy ?? 0) > (borrowApy ?? Infinity);
  const now = `${inWords(formatRate(borrowApy))} now${isRewarded ? ", after rewards" : ""}`;
  if (high !== undefined) return now;
  return pastKink ? `${now}; past the kink the rate can jump` : `${now}; upper end unknown`;
}

function carry(
  row: MarketRow,
  collateralUsd: Usd | undefined,
  debtUsd: Usd | undefined,
  rate: LoanRate | undefined,
): Formatted | undefined {
  const deposit = effectiveRate(row, collateralUsd, "total");
  const of = { collateralUsd, debtUsd };
  return formatUsdRangeExact(
    loanCarry({ ...of, depositApy: deposit?.low, borrowApy: rate?.high }),
    // A deposit never raises the deposit rate.
    loanCarry({ ...of, depositApy: deposit?.high ?? row.depositApy, borrowApy: rate?.low }),
  );
}
