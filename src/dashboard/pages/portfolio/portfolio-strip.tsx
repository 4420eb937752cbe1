import type { ReactNode } from "react";
import type { Usd } from "../../../contract/units.ts";
import { formatGain, formatHealth, formatMoney } from "../../format/money.ts";
import { countOf, formatRate, formatShare, formatUsdExact, inWords } from "../../format/number.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";
import { isNear, moverOf, type Loan } from "../../portfolio/loans.ts";
import { unknownOf, type Totals } from "../../portfolio/totals.ts";
import { StatStrip, type StatFigure } from "../../ui/panel/stat.tsx";

interface MovesTotal {
  /** Until every market is loaded no move is the best. */
  readonly known: boolean;
  readonly count: number;
  readonly morePerYear: Usd | undefined;
}

/** The totals of all positions, each with what it leaves out. */
export function PortfolioStrip({
  rows,
  totals,
  loans,
  moves,
}: {
  readonly rows: readonly PositionRow[];
  readonly totals: Totals;
  readonly loans: readonly Loan[];
  readonly moves: MovesTotal;
}): ReactNode {
  const { worth, income } = totals;
  const unknown = unknownOf(totals);
  const withoutRate = unknown.rate > 0 && `${countOf(unknown.rate, "position")} without a rate`;
  const figures: readonly StatFigure[] = [
    {
      label: "Net worth",
      value: formatMoney(worth.net),
      note: lines(
        `${inWords(formatUsdExact(worth.assets))} assets − ${inWords(formatUsdExact(worth.debts))} debts`,
        unknown.value > 0 && `${countOf(unknown.value, "position")} without a USD value`,
      ),
    },
    {
      label: "Earns per day",
      value: formatMoney(totals.perDay),
      note: lines(
        `${income.rewardsUnknown === 0 ? "" : "at least "}${inWords(formatMoney(totals.rewardsPerDay))} from rewards`,
        withoutRate,
      ),
    },
    {
      label: "Earns per year",
      value: formatMoney(income.net),
      note: lines(
        `${inWords(formatUsdExact(income.earned))} − ${inWords(formatUsdExact(income.interest))} interest`,
        withoutRate,
      ),
    },
    { label: "APY of assets", value: formatRate(totals.apyOfAssets), note: "before interest; loops net" },
    {
      label: "APY of equity",
      value: formatRate(totals.apyOfEquity),
      note: unknown.value + unknown.rate === 0 ? "per year over net worth" : "of what has a value and a rate",
    },
    { label: "Worst loan", ...worstLoan(loans, rows) },
    { label: "Moves", ...movesTotal(moves) },
  ];
  return <StatStrip name="Totals" figures={figures} missing="unknown" />;
}

function lines(...notes: readonly (string | false)[]): ReactNode {
  return notes.map((note) =>
    note === false ? null : (
      <span key={note} className="block">
        {note}
      </span>
    ),
  );
}

type Figure = Omit<StatFigure, "label">;

function worstLoan(loans: readonly Loan[], rows: readonly PositionRow[]): Figure {
  const [worst] = loans;
  if (worst === undefined) {
    // A perpetual's margin is not sent, and an unknown type may be a loan.
    const unsure = rows.some(({ kind }) => kind === "perpetual" || kind === "other");
    return { value: "No loan", note: unsure ? "unknown for other positions" : "nothing can be liquidated" };
  }
  const { health, endsBy, rise, fall } = worst;
  const unjudged = loans.filter((loan) => loan.health === undefined).length;
  const unknown = unjudged > 0 && `${countOf(unjudged, "loan")} of unknown health`;
  if (health === undefined) return { value: undefined, note: lines(unknown) };
  const move = endsBy === "rise" ? rise : fall;
  const sign = endsBy === "rise" ? "+" : "−";
  return {
    value: `Health ${inWords(formatHealth(health))}`,
    danger: isNear(worst) === true,
    note: lines(
      health < 1
        ? "can be liquidated now"
        : move !== undefined && `${moverOf(worst)} ${sign}${inWords(formatShare(move))} liquidates it`,
      unknown,
    ),
  };
}

function movesTotal({ known, count, morePerYear }: MovesTotal): Figure {
  if (!known) return { value: "…", note: "loading the markets" };
  if (count === 0) return { value: "None", note: "nothing pays more in time" };
  return {
    value: formatGain(morePerYear),
    note: (
      <>
        more per year,{" "}
        <a href="#moves" className="font-medium text-accent hover:underline">
          {countOf(count, "deposit")}
        </a>
      </>
    ),
  };
}
