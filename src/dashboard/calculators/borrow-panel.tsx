// A loan against a deposit in this market: how much, how safely, and what liquidation would take.
import { useMemo, useState, type ReactNode } from "react";
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import {
  borrowCapacity,
  distanceToLiquidation,
  liquidationPrice,
  loanCarry,
  loanHealth,
  loanToValue,
  penaltyUsd,
  riseToLiquidation,
  type BorrowLimit,
} from "../../finance/debt/borrow.ts";
import { collateralNeeded, halfwayLtv, type LoanRate } from "../../finance/debt/loan-cost.ts";
import { debtInOtherToken, impliedPrice } from "../../finance/pool.ts";
import { earnings } from "../../finance/rates.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import {
  formatMultiple,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdBoundsExact,
  formatUsdExact,
  inWords,
  type Formatted,
} from "../format/number.ts";
import { isStable } from "../market/asset-families.ts";
import { placesIn } from "../market/loops/places.ts";
import {
  borrowLimitLeft,
  effectiveRate,
  givesLoans,
  leftToBorrow,
  loanRate,
  mayPassKink,
  poolAvailable,
} from "../market/row-values.ts";
import { MarketChoice, Slider, UsdField } from "./calculator-fields.tsx";
import { Calculator, Headline, type MarketAmongAll } from "./calculator-frame.tsx";
import type { StatLine } from "../ui/panel/stat.tsx";
import { Panel } from "../ui/panel/panel.tsx";

/** Whether a deposit here can be borrowed against, as far as the market says. */
export function takesLoans(row: MarketRow): boolean {
  return row.kind === "lending" && row.maxLtv !== undefined && row.maxLtv > 0;
}

const assumedCollateral = usd(10_000);

/**
 * The markets at the other end of a loan: reserves of another token in the same place, largest first; the market itself where
 * it is a pair. A token is neither lent nor borrowed against itself.
 *
 * @param fits what a market at that end must be able to do
 */
export function otherEnds(
  row: MarketRow,
  rows: readonly MarketRow[],
  fits: (row: MarketRow) => boolean,
): readonly MarketRow[] {
  if (debtInOtherToken(row)) return [row];
  const { placeOf } = placesIn(rows);
  const place = placeOf(row);
  const own = row.tokens[0]?.address;
  return rows
    .filter(
      (other) =>
        other.id !== row.id &&
        fits(other) &&
        !debtInOtherToken(other) &&
        other.tokens[0]?.address !== own &&
        placeOf(other) === place,
    )
    .toSorted((one, other) => (other.totalDepositUsd ?? 0) - (one.totalDepositUsd ?? 0));
}

function debtSymbol(debt: MarketRow): string {
  return debt.tokens.at(-1)?.symbol ?? debt.label;
}

const limitWords: Readonly<Record<BorrowLimit, string>> = {
  "loan-to-value": "the maximum LTV",
  "borrow limit": "the market's borrow limit",
  liquidity: "what is there to lend",
};

const noLimit = "liquidation LTV not published";

/**
 * @param borrows whether the market is where the loan is taken; else it is where the collateral lies
 * @param mint the token that is to be collateral, where one was chosen
 */
export function BorrowPanel({
  row,
  rows,
  size,
  borrows = false,
  mint,
}: MarketAmongAll & { readonly borrows?: boolean; readonly mint?: string | undefined }): ReactNode {
  const offered = useMemo(
    () => otherEnds(row, rows, borrows ? takesLoans : givesLoans),
    [row, rows, borrows],
  );
  const [otherId, setOtherId] = useState<string | undefined>(undefined);
  const [entered, setEntered] = useState<{ readonly collateralUsd: Usd | undefined } | undefined>(undefined);
  // Half of the room is where one starts: at the maximum the first tick against it liquidates nearly at once.
  const [share, setShare] = useState(50);
  const other =
    offered.find(({ id }) => id === otherId) ??
    offered.find(({ tokens }) => tokens[0]?.address === mint) ??
    offered[0];
  const heading = borrows ? `Borrow ${debtSymbol(row)}` : "Borrow against it";
  if (other === undefined)
    return (
      <Panel heading={heading}>
        <p className="px-4 py-3 text-text2">
          {borrows
            ? `No other token is known here that ${debtSymbol(row)} is lent against. No token is lent against itself.`
            : `No other token is known here that can be borrowed against ${tokenName(row)}. No token is lent against itself.`}
        </p>
      </Panel>
    );
  const [collateral, debt] = borrows ? [other, row] : [row, other];
  // Whoever came to borrow gave the size of the loan: it begins with what half of the room asks for it.
  const needed =
    borrows && collateral.maxLtv !== undefined
      ? collateralNeeded({ debtUsd: size, ltv: halfwayLtv(collateral) })
      : size;
  const amount =
    entered === undefined
      ? needed === undefined
        ? assumedCollateral
        : usd(Math.round(needed))
      : entered.collateralUsd;
  const available = poolAvailable(debt);
  const room = borrowCapacity({
    collateralUsd: amount,
    maxLtv: collateral.maxLtv,
    capacityLeft: borrowLimitLeft(debt),
    available,
  });
  const debtUsd = room === undefined ? undefined : usd((room.room * share) / 100);
  const unknown = (room?.unknown ?? []).map((limit) => limitWords[limit]);
  return (
    <Calculator
      heading={heading}
      note={`${tokenName(collateral)} as collateral`}
      beside
      results={[{ figures: outcomes(collateral, debt, amount, debtUsd), missing: "not known" }]}
      formula={[
        "Room = the least of collateral · max LTV, what the borrow limit leaves, and what is there to lend.",
        "Health = liquidation LTV · collateral / debt. May fall by 1 − LTV / liquidation LTV, may rise by health − 1.",
        "Liquidation price = price · LTV / liquidation LTV, the debt's value unchanged. Penalty = debt · penalty.",
        "Borrow APY with the loan = from the base borrow APR of today to that · utilization then / utilization now, as APY, less rewards · borrows / (borrows + loan). No upper end over 80 % lent out, save for a loan that moves that by 0.2 points at most, nor where the loan multiplies utilization by more than 5.",
        "Carry = collateral · deposit APY with my collateral − debt · borrow APY with the loan.",
      ]}
      inputs={[
        ["Collateral", inWords(formatUsdExact(amount))],
        ["Max LTV", formatShare(collateral.maxLtv)],
        ["Liquidation LTV", formatShare(collateral.liquidationLtv)],
        ["Liquidation penalty", formatShare(collateral.liquidationPenalty)],
        [`Available ${debtSymbol(debt)}`, formatUsd(available)],
      ]}
    >
      <UsdField
        label="Collateral in USD"
        value={amount}
        onValue={(collateralUsd) => setEntered({ collateralUsd })}
      />
      {offered.length > 1 ? (
        <MarketChoice label={borrows ? "Collateral" : "Borrow"} value={other.id} onValue={setOtherId}>
          {offered.map((candidate) => (
            <option key={candidate.id} value={candidate.id}>
              {borrows
                ? `${tokenName(candidate)}, up to ${inWords(formatShare(candidate.maxLtv))}`
                : `${debtSymbol(candidate)} at ${inWords(formatRate(candidate.borrowApy))}`}
            </option>
          ))}
        </MarketChoice>
      ) : null}
      <div className="mt-2.5 grid">
        <Slider
          label="Use of the room"
          value={share}
          min={0}
          max={100}
          step={1}
          text={`${inWords(formatShare(ratio(share / 100)))}, ${inWords(formatUsdExact(debtUsd))}`}
          onValue={setShare}
        />
      </div>
      <Headline
        label={`You borrow, in ${debtSymbol(debt)}`}
        value={formatUsdExact(debtUsd)}
        missing={amount === undefined ? "Enter a collateral." : "Not known."}
        beside={{ label: "of room for", value: formatUsdExact(room?.room) }}
      />
      {room === undefined ? null : (
        <p className="mt-1 text-small text-text2">
          Limited by {limitWords[room.limit]}.
          {unknown.length === 0 ? "" : ` Not published, so it may be less: ${unknown.join(" and ")}.`}
          {debtInOtherToken(row) || isStable(debt.tokens.at(-1)?.address)
            ? ""
            : ` Markets may weigh a debt of ${debtSymbol(debt)} above its value, by borrow factors that are not published: then there is less room, and liquidation is nearer.`}
        </p>
      )}
    </Calculator>
  );
}

function tokenName(row: MarketRow): string {
  return row.tokens[0]?.symbol ?? row.label;
}

/** "4.67 % · 4.65 % · —": what the loan has cost, without rewards. */
function pastCost({ baseBorrowApy30d, baseBorrowApy90d, baseBorrowApy180d }: MarketRow): string | undefined {
  const averages = [baseBorrowApy30d, baseBorrowApy90d, baseBorrowApy180d];
  return averages.every((average) => average === undefined)
    ? undefined
    : averages.map((average) => formatRate(average)?.text ?? "—").join("\u00A0·\u00A0");
}

/** What a loan means: how safe it is, what liquidation takes, and what it costs. */
function outcomes(
  row: MarketRow,
  debt: MarketRow,
  collateralUsd: Usd | undefined,
  debtUsd: Usd | undefined,
): readonly (StatLine | undefined)[] {
  const { liquidationLtv, liquidationPenalty: penalty } = row;
  const { borrowApy } = debt;
  const loan = { collateralUsd, debtUsd, liquidationLtv };
  const health = loanHealth(loan);
  const price = impliedPrice(row);
  const owed = debt.tokens.at(-1);
  // Of a deposit in dollars against a debt that is none it is the debt's price that liquidates.
  const ownPrice = !isStable(row.tokens[0]?.address) || isStable(owed?.address);
  const noDebt = debtUsd === 0 ? "nothing is borrowed" : undefined;
  const priceNow =
    price === undefined ? undefined : `now ${formatUsdExact(price).text}, from the market's totals`;
  const ofDebt =
    penalty === undefined ? undefined : `${formatShare(penalty).text} of the whole debt, the worst case`;
  const { baseBorrowApy } = debt;
  const rewarded = borrowApy !== undefined && baseBorrowApy !== undefined && baseBorrowApy > borrowApy;
  // Taking a loan makes it dearer: the list says the same of one of my size.
  const rate = loanRate(debt, debtUsd, "total");
  const pastKink = mayPassKink(debt, debtUsd);
  const rise = riseToLiquidation(loan);
  const priceOwed = debtInOtherToken(debt)
    ? impliedPrice({ totalDeposit: debt.totalBorrow, totalDepositUsd: debt.totalBorrowUsd })
    : impliedPrice(debt);
  return [
    ["LTV", formatShare(loanToValue(loan)), { note: `at most ${inWords(formatShare(row.maxLtv))}` }],
    [
      "Health",
      formatMultiple(health),
      {
        missing: noDebt ?? noLimit,
        note: "liquidated under 1.0",
        danger: health !== undefined && health < 1.1,
      },
    ],
    ["Collateral may fall by", formatShare(distanceToLiquidation(loan)), { missing: noLimit }],
    ownPrice
      ? [
          `Liquidation price of ${tokenName(row)}`,
          price === undefined || noDebt !== undefined
            ? undefined
            : formatUsdExact(liquidationPrice({ ...loan, price })),
          { missing: noDebt, note: priceNow },
        ]
      : undefined,
    isStable(owed?.address)
      ? undefined
      : [
          `Liquidation price of ${debtSymbol(debt)}`,
          rise === undefined || priceOwed === undefined
            ? undefined
            : formatUsdExact(usd(priceOwed * (1 + rise))),
          {
            missing: noDebt ?? (rise === undefined ? noLimit : "price not known"),
            note: rise === undefined ? undefined : `as debt it may rise by ${inWords(formatShare(rise))}`,
          },
        ],
    [
      "Penalty at liquidation",
      formatUsdExact(penaltyUsd({ debtUsd, penalty })),
      { missing: "not published", note: ofDebt },
    ],
    [
      "Interest",
      formatUsdBoundsExact(
        earnings({ size: debtUsd, apy: rate?.low }),
        earnings({ size: debtUsd, apy: rate?.high }),
      ),
      {
        missing: "borrow rate not published",
        note: interestNote(borrowApy, rate, rewarded ? ", after rewards" : "", pastKink),
        danger: pastKink,
      },
    ],
    ["Base borrow 30, 90, 180 days", pastCost(debt), { missing: "no averages published" }],
    ["Left to borrow", formatUsd(leftToBorrow(debt)), { missing: "not published" }],
    ["Carry of the loan", carry(row, collateralUsd, debtUsd, rate), { note: carryNote }],
  ];
}

/** "6.00–19.10 % a year with this loan, 6.00 % without it"; where the upper end is unknown, why. */
function interestNote(
  today: Ratio | undefined,
  rate: LoanRate | undefined,
  after: string,
  pastKink: boolean,
): string | undefined {
  if (rate === undefined) return undefined;
  const now = inWords(formatRate(today));
  if (rate.high === undefined) {
    const least = `at least ${formatRate(rate.low).text} a year${after}`;
    return pastKink
      ? `${least}; this loan may take the market past its kink, where the rate can jump`
      : `${least}; how far this loan raises the rate is unknown`;
  }
  const then = inWords(formatRateRange(rate.low, rate.high));
  return then === now ? `${now} a year${after}` : `${then} a year with this loan, ${now} without it${after}`;
}

const carryNote =
  "a year, with my collateral in its pool and my loan taken; leaves out what the borrowed money and the collateral itself earn";

/** From the deposit rate at its lowest and the loan at its dearest to the other ends. */
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
    // Where the deposits are unknown, so is what my collateral leaves of the rate: no more than it is now.
    loanCarry({ ...of, depositApy: deposit?.high ?? row.depositApy, borrowApy: rate?.low }),
  );
}
