import type { ReactNode } from "react";
import { tokenAmount, usd, type Usd } from "../../contract/units.ts";
import { liquidationPrice, type BorrowLimit } from "../../finance/debt/borrow.ts";
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { capacityLeft, debtInOtherToken, impliedPrice } from "../../finance/pool.ts";
import { earnings } from "../../finance/rates.ts";
import {
  formatRate,
  formatShare,
  formatUsd,
  formatUsdRangeExact,
  formatUsdExact,
  inWords,
} from "../../domain/format/number.ts";
import { formatTokenPrice } from "../../domain/format/token-price.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { wholeUsd } from "../../domain/format/significant.ts";
import { isStable } from "../../domain/market/asset-families.ts";
import { borrowRateOfBasis, type ApyBasis } from "../../domain/market/column.ts";
import { loanRate, onBasis } from "../../domain/market/row-values.ts";
import { Panel } from "../ui/panel/panel.tsx";
import { Select } from "../ui/fields/select.tsx";
import { TokenField, UsdField } from "../ui/fields/text-field.tsx";
import { debtSymbol, loanFigures, ltvsOf, tokenName, type PlannedLoan } from "./borrow-figures.ts";
import { LimitShare } from "./calculator-fields.tsx";
import { Calculator, Headline } from "./calculator-frame.tsx";
import type { LoanInputs } from "./loan-inputs.ts";

const limitWords: Readonly<Record<BorrowLimit, string>> = {
  "loan-to-value": "max LTV",
  "borrow cap": "the borrow cap",
  liquidity: "available liquidity",
};

interface BorrowPanelProps {
  readonly basis: ApyBasis;
  readonly loan: LoanInputs;
  readonly action?: ReactNode;
}

export function BorrowPanel({ basis, loan: inputs, action }: BorrowPanelProps): ReactNode {
  const { row, borrows, debtUsd } = inputs;
  const collateral = inputs.collateral && onBasis(inputs.collateral, basis);
  const debt = inputs.debt && onBasis(inputs.debt, basis);
  const heading = borrows ? `Borrow ${debtSymbol(row)}` : `Borrow against ${tokenName(row)}`;
  if (collateral === undefined || debt === undefined)
    return (
      <Panel heading={heading} padded>
        <p className="text-text2">
          {borrows
            ? `No token is known to be accepted as collateral for ${debtSymbol(row)} here.`
            : `No other token can be borrowed against ${tokenName(row)} here.`}
        </p>
      </Panel>
    );
  const loan = { ...inputs, collateral, debt };
  const rate = loanRate(debt, debtUsd, "total");
  const otherEnd = borrows ? "Collateral" : "Borrow";
  const example = inputs.isExample
    ? `example with ${inWords(formatUsd(inputs.collateralUsd, "short"))} of ${tokenName(collateral)}`
    : undefined;
  const backing = borrows ? `${example ?? tokenName(collateral)} as collateral` : example;
  return (
    <Calculator
      heading={heading}
      note={inputs.isEmpty ? "nothing left to borrow" : backing}
      beside
      action={action}
      results={[{ figures: loanFigures(loan, basis) }]}
      formula={formula}
    >
      <AmountFields loan={loan} />
      {inputs.offered.length > 1 ? (
        <label className="my-2.5 grid gap-1.5 text-small font-semibold">
          {otherEnd}
          <Select
            label={otherEnd}
            options={inputs.offered.map((candidate) => ({
              value: candidate.id,
              label: borrows
                ? `${tokenName(candidate)}, up to ${inWords(formatShare(candidate.maxLtv))}`
                : `${debtSymbol(candidate)} at ${inWords(formatRate(candidate[borrowRateOfBasis[basis]]))}`,
            }))}
            value={(borrows ? collateral : debt).id}
            onChange={inputs.choose}
            className="text-body font-normal"
          />
        </label>
      ) : null}
      {inputs.isEmpty ? null : (
        <>
          <div className="mt-2.5 grid grid-cols-[1fr_auto] items-center gap-y-1.5">
            <LimitShare
              share={inputs.share}
              amount={`, ${inWords(formatUsdExact(debtUsd))}`}
              onShare={inputs.setShare}
            />
          </div>
          <p className="mt-1 text-small text-text2">
            {dropSentence(loan)} {limitSentence(loan)}
          </p>
        </>
      )}
      <Headline
        label={`Interest per year${basis === "base" ? ", without rewards" : ""}`}
        value={formatUsdRangeExact(
          earnings({ size: debtUsd, apy: rate?.low }),
          earnings({ size: debtUsd, apy: rate?.high }),
        )}
        missing="—"
        help="Loan · borrow APY after the loan."
      />
    </Calculator>
  );
}

const formula = [
  "Max loan = the lowest of collateral · max LTV, what is left under the borrow cap, and available liquidity.",
  "Collateral = loan / (max LTV · share of the limit).",
  "Health = liquidation LTV · collateral / debt. Drop to liquidation = 1 − LTV / liquidation LTV.",
  "Liquidation price = price · LTV / liquidation LTV, the debt's value unchanged. Penalty = debt · penalty.",
  "Borrow APY after the loan: from today's base borrow APR to that · utilization after the loan / utilization now, as APY, less rewards · borrows / (borrows + loan) unless the APY basis is base, and at least today's borrow APY. No upper end over 90 % utilization, over 80 % if the loan moves it by more than 0.2 points, or above 5 times today's utilization.",
  "Net per year = collateral · deposit APY with your collateral − debt · borrow APY after the loan.",
];

function AmountFields({
  loan: { collateral, collateralUsd, debtUsd, typed, setAmount },
}: {
  readonly loan: PlannedLoan;
}): ReactNode {
  const price = impliedPrice(collateral);
  const setCollateral = (amount: Usd | undefined): void => setAmount("collateral", amount);
  const estimated = (side: typeof typed): ReactNode =>
    typed === side ? undefined : <span className="text-tiny text-text3">estimated</span>;
  return (
    <div className="grid gap-2.5 2xl:grid-cols-2">
      {price === undefined ? (
        <UsdField
          label="Collateral in USD"
          value={collateralUsd}
          after={estimated("collateral")}
          onValue={setCollateral}
        />
      ) : (
        <TokenField
          label={`Collateral in ${tokenName(collateral)}`}
          value={collateralUsd === undefined ? undefined : tokenAmount(collateralUsd / price)}
          after={estimated("collateral")}
          onValue={(amount) => setCollateral(amount === undefined ? undefined : usd(amount * price))}
        />
      )}
      <UsdField
        label="Loan in USD"
        value={
          typed === "loan" && debtUsd !== undefined ? usd(Math.round(debtUsd * 100) / 100) : wholeUsd(debtUsd)
        }
        after={estimated("loan")}
        onValue={(amount) => setAmount("loan", amount)}
      />
    </div>
  );
}

function dropSentence(loan: PlannedLoan): string {
  const { collateral, debt } = loan;
  const ltvs = ltvsOf(loan);
  const drop = dropToLiquidation(ltvs);
  if (drop === undefined) return "Drop to liquidation unknown.";
  const at = liquidationPrice({ ...ltvs, price: impliedPrice(collateral) });
  // A price in dollars says nothing about a debt that is worth more or less of them by then.
  const to = !isStable(debt.tokens.at(-1)?.address)
    ? ` against ${debtSymbol(debt)}`
    : at === undefined
      ? ""
      : ` to ${formatTokenPrice(at).text}`;
  return `${tokenName(collateral)} can drop ${formatShare(drop).text}${to} before liquidation.`;
}

function limitSentence({ row, maxLoan, collateral, debt, collateralUsd, debtUsd }: PlannedLoan): string {
  if (maxLoan === undefined) return "";
  const fits = capacityLeft(collateral);
  const unknown = maxLoan.unknown.map((limit) => limitWords[limit]).join(", ");
  const symbol = debtSymbol(debt);
  return joinParts(
    [
      `${(debtUsd ?? 0) > maxLoan.amount ? "Above the max loan of" : "Max loan"} ${formatUsdExact(maxLoan.amount).text}, limited by ${limitWords[maxLoan.limit]}.`,
      fits !== undefined &&
        fits < (collateralUsd ?? 0) &&
        (fits === 0
          ? `The deposit cap of ${tokenName(collateral)} is reached.`
          : `Only ${formatUsd(fits, "short").text} of ${tokenName(collateral)} fits under its deposit cap.`),
      unknown !== "" && `Unknown: ${unknown}.`,
      !debtInOtherToken(row) &&
        !isStable(debt.tokens.at(-1)?.address) &&
        `Borrow factors are unknown: a debt of ${symbol} may count for more than its value.`,
    ],
    " ",
  );
}
