// Groups positions by kind, loans first. Positions under a dollar are collapsed.
import { knownSum } from "../../finance/portfolio/net-worth.ts";
import type { PositionRow } from "../../domain/position/position-row.ts";
import { loanByRow, type Loan } from "./loans.ts";
import { kindNames } from "./position-words.ts";
import { earnsPerYear } from "./totals.ts";

export interface Entry {
  readonly key: string;
  readonly loan: Loan | undefined;
  readonly rows: readonly PositionRow[];
}

export type Section = ReturnType<typeof sectionsOf>[number];

const minShown = 1;

/** In display order. Predictions and rewards have their own lists. */
const kinds = ["lending", "yield", "loop", "perpetual", "other"] as const;

export function sectionsOf(rows: readonly PositionRow[], loans: readonly Loan[]) {
  const loanOf = loanByRow(loans);
  return kinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) return [];
    const entries = [
      ...loans
        .filter((loan) => loan.rows[0]?.kind === kind)
        .map((loan): Entry => ({ key: loan.key, loan, rows: loan.rows })),
      ...own
        .filter((row) => !loanOf.has(row.key))
        .toSorted((a, b) => (b.netUsd ?? 0) - (a.netUsd ?? 0))
        .map((row): Entry => ({ key: row.key, loan: undefined, rows: [row] })),
    ];
    const dust = entries.filter(isDust);
    return [
      {
        kind,
        label: kindNames[kind],
        count: own.length,
        entries: entries.filter((entry) => !isDust(entry)),
        dust,
        dustUsd: knownSum(dust.flatMap((entry) => entry.rows.map(({ netUsd }) => netUsd))).sum,
        value: knownSum(own.map(({ netUsd }) => netUsd)),
        perYear: knownSum(own.map(earnsPerYear)),
      },
    ];
  });
}

function isDust({ rows }: Entry): boolean {
  return rows.every(
    ({ assetsUsd, debtsUsd }) =>
      assetsUsd !== undefined && debtsUsd !== undefined && Math.max(assetsUsd, debtsUsd) < minShown,
  );
}
