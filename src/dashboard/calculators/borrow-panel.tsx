// A loan against a deposit in this market: how much, how safely, and what liquidation would take.
import { useMemo, useState, type ReactNode } from "react";
import { ratio, usd, type Usd } from "../../contract/units.ts";
import {
  borrowRoom,
  distanceToLiquidation,
  liquidationPrice,
  loanHealth,
  loanNetApy,
  loanToValue,
  penaltyUsd,
  type BorrowLimit,
} from "../../finance/debt/borrow.ts";
import { impliedPrice } from "../../finance/pool.ts";
import { earnings } from "../../finance/rates.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import {
  formatMultiple,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../format/number.ts";
import { borrowLimitLeft, lendingPlace } from "../market/borrowing.ts";
import { poolAvailable } from "../market/row-values.ts";
import { MarketChoice, Slider, UsdField } from "./calculator-fields.tsx";
import { CalculatorPanel, Formula, Headline, Part, Result, Results } from "./calculator-frame.tsx";

/** Whether a deposit here can be borrowed against, as far as the market says. */
export function takesLoans(row: MarketRow): boolean {
  return row.kind === "lending" && row.maxLtv !== undefined && row.maxLtv > 0;
}

const assumedCollateral = usd(10_000);

/** What can be borrowed against a deposit: reserves of the same provider and market, cheapest first; itself where it is a pair. */
export function debts(row: MarketRow, rows: readonly MarketRow[]): readonly MarketRow[] {
  if (row.tokens.length > 1) return [row];
  const place = lendingPlace(row);
  const found = rows
    .filter(
      (other) =>
        other.kind === "lending" &&
        other.id !== row.id &&
        other.borrowApy !== undefined &&
        lendingPlace(other) === place,
    )
    .toSorted((one, other) => (other.totalDepositUsd ?? 0) - (one.totalDepositUsd ?? 0));
  return found.length === 0 ? [row] : found;
}

function debtSymbol(debt: MarketRow): string {
  return (debt.tokens[1] ?? debt.tokens[0])?.symbol ?? debt.label;
}

const limitWords: Readonly<Record<BorrowLimit, string>> = {
  "loan-to-value": "the maximum LTV",
  "borrow limit": "the market's borrow limit",
  liquidity: "what is there to lend",
};

export interface BorrowPanelProps {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
}

export function BorrowPanel({ row, rows, size }: BorrowPanelProps): ReactNode {
  const offered = useMemo(() => debts(row, rows), [row, rows]);
  const [debtId, setDebtId] = useState<string | undefined>(undefined);
  const [collateral, setCollateral] = useState<Usd | undefined>(size ?? assumedCollateral);
  // Half of the room is where one starts: at the maximum the first tick against it liquidates nearly at once.
  const [share, setShare] = useState(50);
  const debt = offered.find(({ id }) => id === debtId) ?? offered[0] ?? row;
  const available = poolAvailable(debt);
  const room = borrowRoom({
    collateralUsd: collateral,
    maxLtv: row.maxLtv,
    capacityLeft: borrowLimitLeft(debt),
    available,
  });
  const debtUsd = room === undefined ? undefined : usd((room.room * share) / 100);
  const unknown = (room?.unknown ?? []).map((limit) => limitWords[limit]);
  return (
    <CalculatorPanel heading="Borrow against it" note={`${tokenName(row)} as collateral`}>
      <div className="md:grid md:grid-cols-2">
        <Part first>
          <UsdField label="Collateral in USD" value={collateral} onValue={setCollateral} />
          {offered.length > 1 ? (
            <MarketChoice label="Borrow" value={debt.id} onValue={setDebtId}>
              {offered.map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {debtSymbol(candidate)} at {inWords(formatRate(candidate.borrowApy))}
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
            missing={collateral === undefined ? "Enter a collateral." : "Not known."}
            beside={{ label: "of room for", value: formatUsdExact(room?.room) }}
          />
          {room === undefined ? null : (
            <p className="mt-1 text-small text-text2">
              Limited by {limitWords[room.limit]}.
              {unknown.length === 0 ? "" : ` Not published, so it may be less: ${unknown.join(" and ")}.`}
            </p>
          )}
        </Part>
        <Part beside>
          <LoanOutcome row={row} debt={debt} collateralUsd={collateral} debtUsd={debtUsd} />
        </Part>
      </div>
      <Part>
        <Formula
          formula={[
            "Room = the least of collateral · max LTV, what the borrow limit leaves, and what is there to lend.",
            "Health = liquidation LTV · collateral / debt. May fall by 1 − LTV / liquidation LTV.",
            "Liquidation price = price · LTV / liquidation LTV, the debt's value unchanged. Penalty = debt · penalty.",
          ]}
          inputs={[
            ["Collateral", inWords(formatUsdExact(collateral))],
            ["Max LTV", formatShare(row.maxLtv)],
            ["Liquidation LTV", formatShare(row.liquidationLtv)],
            ["Liquidation penalty", formatShare(row.liquidationPenalty)],
            [`Available ${debtSymbol(debt)}`, formatUsd(available)],
          ]}
        />
      </Part>
    </CalculatorPanel>
  );
}

function tokenName(row: MarketRow): string {
  return row.tokens[0]?.symbol ?? row.label;
}

/** What a loan means: how safe it is, what liquidation takes, and what it costs. */
function LoanOutcome({
  row,
  debt,
  collateralUsd,
  debtUsd,
}: {
  readonly row: MarketRow;
  readonly debt: MarketRow;
  readonly collateralUsd: Usd | undefined;
  readonly debtUsd: Usd | undefined;
}): ReactNode {
  const { liquidationLtv, liquidationPenalty: penalty } = row;
  const loan = { collateralUsd, debtUsd, liquidationLtv };
  const health = loanHealth(loan);
  const price = impliedPrice(row);
  const noDebt = debtUsd === 0 ? "nothing is borrowed" : undefined;
  return (
    <Results>
      <Result
        label="LTV"
        value={formatShare(loanToValue(loan))}
        missing="not known"
        note={`at most ${inWords(formatShare(row.maxLtv))}`}
      />
      <Result
        label="Health"
        note="liquidated under 1.0"
        value={formatMultiple(health)}
        missing={noDebt ?? "liquidation LTV not published"}
        danger={health !== undefined && health < 1.1}
      />
      <Result
        label="Collateral may fall by"
        value={formatShare(distanceToLiquidation(loan))}
        missing="liquidation LTV not published"
      />
      <Result
        label={`Liquidation price of ${tokenName(row)}`}
        value={
          price === undefined || debtUsd === 0
            ? undefined
            : formatUsdExact(liquidationPrice({ ...loan, price }))
        }
        missing={noDebt ?? "not known"}
        note={price === undefined ? undefined : `now ${formatUsdExact(price).text}, from the market's totals`}
      />
      <Result
        label="Penalty at liquidation"
        note={
          penalty === undefined ? undefined : `${formatShare(penalty).text} of the whole debt, the worst case`
        }
        value={formatUsdExact(penaltyUsd({ debtUsd, penalty }))}
      />
      <Result
        label="Interest"
        note={`${inWords(formatRate(debt.borrowApy))} a year, after rewards`}
        value={formatUsdExact(earnings({ size: debtUsd, apy: debt.borrowApy }))}
        missing="borrow rate not published"
      />
      <Result
        label="Deposit and debt together"
        note="on your own money"
        value={formatRate(loanNetApy({ ...loan, depositApy: row.depositApy, borrowApy: debt.borrowApy }))}
        missing="not known"
      />
    </Results>
  );
}
