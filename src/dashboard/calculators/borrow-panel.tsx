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
import { borrowLimitLeft, lendingPlace, poolAvailable } from "../market/row-values.ts";
import { MarketChoice, Slider, UsdField } from "./calculator-fields.tsx";
import {
  CalculatorPanel,
  Formula,
  Headline,
  Part,
  Results,
  type Figure,
  type MarketAmongAll,
} from "./calculator-frame.tsx";

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

const noLimit = "liquidation LTV not published";

export function BorrowPanel({ row, rows, size }: MarketAmongAll): ReactNode {
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
          <Results figures={outcomes(row, debt, collateral, debtUsd)} />
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
function outcomes(row: MarketRow, debt: MarketRow, collateralUsd: Usd | undefined, debtUsd: Usd | undefined) {
  const { liquidationLtv, liquidationPenalty: penalty, depositApy } = row;
  const { borrowApy } = debt;
  const loan = { collateralUsd, debtUsd, liquidationLtv };
  const health = loanHealth(loan);
  const price = impliedPrice(row);
  const noDebt = debtUsd === 0 ? "nothing is borrowed" : undefined;
  const priceNow =
    price === undefined ? undefined : `now ${formatUsdExact(price).text}, from the market's totals`;
  const ofDebt =
    penalty === undefined ? undefined : `${formatShare(penalty).text} of the whole debt, the worst case`;
  const interest = `${inWords(formatRate(borrowApy))} a year, after rewards`;
  return [
    [
      "LTV",
      formatShare(loanToValue(loan)),
      { missing: "not known", note: `at most ${inWords(formatShare(row.maxLtv))}` },
    ],
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
    [
      `Liquidation price of ${tokenName(row)}`,
      price === undefined || noDebt !== undefined
        ? undefined
        : formatUsdExact(liquidationPrice({ ...loan, price })),
      { missing: noDebt ?? "not known", note: priceNow },
    ],
    ["Penalty at liquidation", formatUsdExact(penaltyUsd({ debtUsd, penalty })), { note: ofDebt }],
    [
      "Interest",
      formatUsdExact(earnings({ size: debtUsd, apy: borrowApy })),
      { missing: "borrow rate not published", note: interest },
    ],
    [
      "Deposit and debt together",
      formatRate(loanNetApy({ ...loan, depositApy, borrowApy })),
      { missing: "not known", note: "on your own money" },
    ],
  ] satisfies readonly Figure[];
}
