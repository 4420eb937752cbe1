// The figures of all positions together, in one line, with what is not known said under each.
import type { ReactNode } from "react";
import type { Usd } from "../../../contract/units.ts";
import { formatGain, formatHealth, formatMoney } from "../../format/money.ts";
import { countOf, formatRate, formatShare, formatUsdExact, inWords } from "../../format/number.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";
import { isNear, moverOf, type Loan } from "../../portfolio/loans.ts";
import { unknownOf, type Totals } from "../../portfolio/totals.ts";
import { StatStrip, type StatFigure } from "../../ui/panel/stat.tsx";

interface MovesTold {
  /** Whether every market is loaded; before that nothing is best. */
  readonly known: boolean;
  readonly count: number;
  readonly morePerYear: Usd | undefined;
}

export function PortfolioStrip({
  rows,
  totals,
  loans,
  moves,
}: {
  readonly rows: readonly PositionRow[];
  readonly totals: Totals;
  readonly loans: readonly Loan[];
  readonly moves: MovesTold;
}): ReactNode {
  const { worth, income } = totals;
  const unknown = unknownOf(totals);
  const withoutValue = unknown.value === 0 ? "" : `${countOf(unknown.value, "position")} without a USD value`;
  const withoutRate = unknown.rate === 0 ? "" : `${countOf(unknown.rate, "position")} without a rate`;
  const cells: readonly StatFigure[] = [
    {
      label: "Net worth",
      value: formatMoney(worth.net),
      note: (
        <Notes
          notes={[
            `${inWords(formatUsdExact(worth.assets))} assets − ${inWords(formatUsdExact(worth.debts))} debts`,
            withoutValue,
          ]}
        />
      ),
    },
    {
      label: "Earns per day",
      value: formatMoney(totals.perDay),
      note: (
        <Notes
          notes={[
            `${income.rewardsUnknown === 0 ? "" : "at least "}${inWords(formatMoney(totals.rewardsPerDay))} of it rewards`,
            withoutRate,
          ]}
        />
      ),
    },
    {
      label: "Earns per year",
      value: formatMoney(income.net),
      note: (
        <Notes
          notes={[
            `${inWords(formatUsdExact(income.earned))} − ${inWords(formatUsdExact(income.interest))} interest`,
            withoutRate,
          ]}
        />
      ),
    },
    { label: "APY of assets", value: formatRate(totals.apyOfAssets), note: "before interest; loops net" },
    {
      label: "APY of equity",
      value: formatRate(totals.apyOfEquity),
      note: unknown.value + unknown.rate === 0 ? "per year over net worth" : "of what has a value and a rate",
    },
    loanCell(loans, rows),
    movesCell(moves),
  ];
  return <StatStrip name="Totals" figures={cells} missing="not known" />;
}

function Notes({ notes }: { readonly notes: readonly string[] }): ReactNode {
  return notes
    .filter((note) => note !== "")
    .map((note) => (
      <span key={note} className="block">
        {note}
      </span>
    ));
}

function loanCell(loans: readonly Loan[], rows: readonly PositionRow[]): StatFigure {
  const label = "Worst loan";
  const [worst] = loans;
  // What a perpetual stands at is not sent, and of what nobody knows nobody can say that it is no loan.
  const unsure = rows.some(({ kind }) => kind === "perpetual" || kind === "other");
  if (worst === undefined)
    return {
      label,
      value: "No loan",
      note: unsure ? "what else may be liquidated is not told" : "nothing can be liquidated",
    };
  const unjudged = loans.filter(({ health }) => health === undefined).length;
  const untold = unjudged === 0 ? "" : `${countOf(unjudged, "loan tells", "loans tell")} no health`;
  if (worst.health === undefined) return { label, value: undefined, note: <Notes notes={[untold]} /> };
  const rises = worst.endsBy === "rise";
  const move = rises ? worst.rise : worst.fall;
  return {
    label,
    value: `Health ${inWords(formatHealth(worst.health))}`,
    danger: isNear(worst) === true,
    note: (
      <Notes
        notes={[
          worst.health < 1
            ? "can be liquidated now"
            : move === undefined
              ? ""
              : `${moverOf(worst)} ${rises ? "+" : "−"}${inWords(formatShare(move))} liquidates it`,
          untold,
        ]}
      />
    ),
  };
}

function movesCell({ known, count, morePerYear }: MovesTold): StatFigure {
  const label = "Moves";
  if (!known) return { label, value: "…", note: "loading the markets" };
  return count === 0
    ? { label, value: "None", note: "nothing pays more in time" }
    : {
        label,
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
