import type { ReactNode } from "react";
import { ratio, tokenAmount, usd, type Ratio, type Usd } from "../../contract/units.ts";
import {
  liquidationPrice,
  loanCarry,
  loanToValue,
  penaltyUsd,
  type BorrowLimit,
} from "../../finance/debt/borrow.ts";
import { dropToLiquidation, type Standing } from "../../finance/debt/drop-to-liquidation.ts";
import { health as healthOf } from "../../finance/debt/liquidation.ts";
import type { LoanRate } from "../../finance/debt/loan-cost.ts";
import { debtInOtherToken, impliedPrice } from "../../finance/pool.ts";
import { earnings } from "../../finance/rates.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import {
  formatMultiple,
  formatRate,
  formatRateBounds,
  formatShare,
  formatUsd,
  formatUsdBoundsExact,
  formatUsdExact,
  inWords,
  type Formatted,
} from "../../domain/format/number.ts";
import { formatTokenPrice } from "../../domain/format/token-price.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { unknownNote } from "../../domain/market/assess/words.ts";
import { isStable } from "../../domain/market/asset-families.ts";
import { effectiveRate, leftToBorrow, loanRate, mayPassKink } from "../../domain/market/row-values.ts";
import { Panel } from "../ui/panel/panel.tsx";
import type { StatLine } from "../ui/panel/stat.tsx";
import { Select } from "../ui/fields/segmented.tsx";
import { TokenField, UsdField } from "../ui/fields/text-field.tsx";
import { LimitShare, shareText } from "./calculator-fields.tsx";
import { Calculator, Headline } from "./calculator-frame.tsx";
import type { LoanInputs } from "./loan-inputs.ts";

const limitWords: Readonly<Record<BorrowLimit, string>> = {
  "loan-to-value": "max LTV",
  "borrow limit": "the borrow limit",
  liquidity: "available liquidity",
};

function tokenName(row: MarketRow): string {
  return row.tokens[0]?.symbol ?? row.label;
}

function debtSymbol(debt: MarketRow): string {
  return debt.tokens.at(-1)?.symbol ?? debt.label;
}

interface Loan {
  readonly collateral: MarketRow;
  readonly debt: MarketRow;
  readonly collateralUsd: Usd | undefined;
  readonly debtUsd: Usd | undefined;
}

/** `borrows`: the loan is taken in this market, else the collateral is deposited here. */
export function BorrowPanel({
  row,
  borrows,
  loan,
  onLoan,
  action,
}: {
  readonly row: MarketRow;
  readonly borrows: boolean;
  readonly loan: LoanInputs;
  readonly onLoan?: (amount: Usd | undefined) => void;
  readonly action?: ReactNode;
}): ReactNode {
  const { offered, collateral, debt, collateralUsd, debtUsd, share, typed } = loan;
  const heading = borrows ? `Borrow ${debtSymbol(row)}` : "Borrow against it";
  if (collateral === undefined || debt === undefined)
    return (
      <Panel heading={heading} padded>
        <p className="text-text2">
          {borrows
            ? `No other token is accepted as collateral for ${debtSymbol(row)} here.`
            : `No other token can be borrowed against ${tokenName(row)} here.`}
        </p>
      </Panel>
    );
  const price = impliedPrice(collateral);
  const symbol = tokenName(collateral);
  const choice = borrows ? "Collateral" : "Borrow";
  const estimated = (side: typeof typed): ReactNode =>
    typed === side ? undefined : <span className="text-tiny text-accent">estimated</span>;
  const whole = { collateral, debt, collateralUsd, debtUsd };
  const rate = loanRate(debt, debtUsd, "total");
  const setCollateral = (amount: Usd | undefined): void => loan.setAmount("collateral", amount);
  return (
    <Calculator
      heading={heading}
      note={loan.isEmpty ? "nothing left to borrow" : `${symbol} as collateral`}
      beside
      action={action}
      results={[{ figures: outcomes(whole, borrows) }]}
      formula={[
        "Max loan = the lowest of collateral · max LTV, what the borrow limit leaves, and available liquidity.",
        "Collateral = loan / (max LTV · share of the limit).",
        "Health = liquidation LTV · collateral / debt. Drop to liquidation = 1 − LTV / liquidation LTV.",
        "Liquidation price = price · LTV / liquidation LTV, the debt's value unchanged. Penalty = debt · penalty.",
        "Borrow APY with the loan: from today's base borrow APR to that · utilization then / utilization now, as APY, less rewards · borrows / (borrows + loan). No upper end over 80 % utilization, unless the loan moves it by 0.2 points at most, or above 5 times today's utilization.",
        "Net per year = collateral · deposit APY with my collateral − debt · borrow APY with the loan.",
      ]}
    >
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
            label={`Collateral in ${symbol}`}
            value={collateralUsd === undefined ? undefined : tokenAmount(collateralUsd / price)}
            after={estimated("collateral")}
            onValue={(amount) => setCollateral(amount === undefined ? undefined : usd(amount * price))}
          />
        )}
        <UsdField
          label="Loan in USD"
          value={debtUsd === undefined ? undefined : usd(Math.round(debtUsd * 100) / 100)}
          after={estimated("loan")}
          onValue={(amount) => {
            loan.setAmount("loan", amount);
            onLoan?.(amount);
          }}
        />
      </div>
      {offered.length > 1 ? (
        <label className="my-2.5 grid gap-1.5 text-small font-semibold">
          {choice}
          <Select
            label={choice}
            options={offered.map((candidate) => ({
              value: candidate.id,
              label: borrows
                ? `${tokenName(candidate)}, up to ${inWords(formatShare(candidate.maxLtv))}`
                : `${debtSymbol(candidate)} at ${inWords(formatRate(candidate.borrowApy))}`,
            }))}
            value={(borrows ? collateral : debt).id}
            onChange={loan.choose}
            className="text-body font-normal"
          />
        </label>
      ) : null}
      {loan.isEmpty ? null : (
        <>
          <div className="mt-2.5 grid grid-cols-[1fr_auto] items-center gap-y-1.5">
            <LimitShare
              share={share}
              amount={`, ${inWords(formatUsdExact(debtUsd))}`}
              onShare={loan.setShare}
            />
          </div>
          <p className="mt-1 text-small text-text2">
            {dropSentence(whole, share)} {limitSentence(loan, debt, debtInOtherToken(row))}
          </p>
        </>
      )}
      <Headline
        label="Interest a year"
        value={formatUsdBoundsExact(
          earnings({ size: debtUsd, apy: rate?.low }),
          earnings({ size: debtUsd, apy: rate?.high }),
        )}
        missing="—"
        help="Loan · borrow APY with the loan."
      />
    </Calculator>
  );
}

function standingOf({ collateral, ...loan }: Loan): Standing {
  return { ltv: loanToValue(loan), liquidationLtv: collateral.liquidationLtv };
}

function dropSentence(loan: Loan, share: number): string {
  const { collateral } = loan;
  const symbol = tokenName(collateral);
  const drop = dropToLiquidation(standingOf(loan));
  if (drop === undefined) return `At ${shareText(share)} of the limit; drop to liquidation unknown.`;
  const price = impliedPrice(collateral);
  const at = liquidationPrice({ ...standingOf(loan), price });
  const to = at === undefined ? "" : ` to ${formatTokenPrice(at).text}`;
  return `At ${shareText(share)} of the limit ${symbol} can drop ${formatShare(drop).text}${to} before liquidation.`;
}

function limitSentence({ room }: LoanInputs, debt: MarketRow, isPair: boolean): string {
  if (room === undefined) return "";
  const unknown = room.unknown.map((limit) => limitWords[limit]).join(", ");
  const symbol = debtSymbol(debt);
  return joinParts(
    [
      `Max loan ${inWords(formatUsdExact(room.room))}, limited by ${limitWords[room.limit]}.`,
      unknown !== "" && `Unknown: ${unknown}.`,
      !isPair &&
        !isStable(debt.tokens.at(-1)?.address) &&
        `Borrow factors are unknown: a debt of ${symbol} may count for more than its value.`,
    ],
    " ",
  );
}

function outcomes(loan: Loan, borrows: boolean): readonly (StatLine | undefined)[] {
  const { collateral, debt, collateralUsd, debtUsd } = loan;
  const standing = standingOf(loan);
  const { liquidationPenalty: penalty } = collateral;
  const health = healthOf(standing);
  const price = impliedPrice(collateral);
  const owed = debt.tokens.at(-1);
  // With a stablecoin as collateral for a volatile debt, the debt's price liquidates.
  const isOwnPrice = !isStable(collateral.tokens[0]?.address) || isStable(owed?.address);
  const rate = loanRate(debt, debtUsd, "total");
  const pastKink = mayPassKink(debt, debtUsd);
  const rise = health === undefined ? undefined : ratio(health - 1);
  const priceOwed = debtInOtherToken(debt)
    ? impliedPrice({ totalDeposit: debt.totalBorrow, totalDepositUsd: debt.totalBorrowUsd })
    : impliedPrice(debt);
  const unknown = unknownNote(collateral.providerName);
  const ofDebt =
    penalty === undefined ? undefined : `${formatShare(penalty).text} of the whole debt, the worst case`;
  const rewarded = (debt.baseBorrowApy ?? 0) > (debt.borrowApy ?? Infinity);
  return [
    [
      "LTV",
      formatShare(standing.ltv),
      { note: `max ${inWords(formatShare(collateral.maxLtv))}`, help: "Debt / collateral." },
    ],
    [
      "Health",
      formatMultiple(health),
      {
        note: "liquidated below 1.0",
        danger: health !== undefined && health < 1.1,
        help: standing.liquidationLtv === undefined ? unknown : "Liquidation LTV · collateral / debt.",
      },
    ],
    isOwnPrice
      ? [
          `Liquidation price of ${tokenName(collateral)}`,
          price === undefined || health === undefined
            ? undefined
            : formatTokenPrice(liquidationPrice({ ...standing, price })),
          {
            note: price === undefined ? undefined : `now ${formatTokenPrice(price).text}`,
            help: "Price · LTV / liquidation LTV. The price is implied by the market's totals.",
          },
        ]
      : undefined,
    isStable(owed?.address)
      ? undefined
      : [
          `Liquidation price of ${debtSymbol(debt)}`,
          rise === undefined || priceOwed === undefined
            ? undefined
            : formatTokenPrice(usd(priceOwed * (1 + rise))),
          {
            note: rise === undefined ? undefined : `${inWords(formatShare(rise))} above its price now`,
            help: "Price · health, the collateral's value unchanged.",
          },
        ],
    [
      "Penalty at liquidation",
      formatUsdExact(penaltyUsd({ debtUsd, penalty })),
      { note: ofDebt, help: penalty === undefined ? unknown : "Debt · liquidation penalty." },
    ],
    [
      "Borrow APY with the loan",
      formatRateBounds(rate?.low, rate?.high),
      {
        note: rateNote(debt.borrowApy, rate, rewarded, pastKink),
        danger: pastKink,
        help:
          rate === undefined
            ? unknownNote(debt.providerName)
            : "Taking a loan raises utilization, and with it the rate.",
      },
    ],
    borrows
      ? undefined
      : [
          "Base borrow 30, 90, 180 days",
          pastCost(debt),
          { help: "Averages published by the provider, without rewards." },
        ],
    [
      "Left to borrow",
      formatUsd(leftToBorrow(debt)),
      { help: "The lower of available liquidity and what the borrow limit leaves." },
    ],
    [
      "Net per year",
      carry(collateral, collateralUsd, debtUsd, rate),
      {
        note: "collateral APY − interest",
        help: "Collateral · deposit APY with it − debt · borrow APY with the loan. Without what the borrowed money and the collateral itself earn.",
      },
    ],
  ];
}

function pastCost({ baseBorrowApy30d, baseBorrowApy90d, baseBorrowApy180d }: MarketRow): string | undefined {
  const averages = [baseBorrowApy30d, baseBorrowApy90d, baseBorrowApy180d];
  return averages.every((average) => average === undefined)
    ? undefined
    : averages.map((average) => formatRate(average)?.text ?? "—").join("\u00A0·\u00A0");
}

function rateNote(
  today: Ratio | undefined,
  rate: LoanRate | undefined,
  rewarded: boolean,
  pastKink: boolean,
): string | undefined {
  if (rate === undefined) return undefined;
  const now = `${inWords(formatRate(today))} now${rewarded ? ", after rewards" : ""}`;
  if (rate.high !== undefined) return now;
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
  return formatUsdBoundsExact(
    loanCarry({ ...of, depositApy: deposit?.low, borrowApy: rate?.high }),
    // Dilution never raises the deposit rate.
    loanCarry({ ...of, depositApy: deposit?.high ?? row.depositApy, borrowApy: rate?.low }),
  );
}
