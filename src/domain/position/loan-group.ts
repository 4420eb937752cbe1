import type { Maybe, Ratio, Usd } from "../../contract/units.ts";
import { loanToValue } from "../../finance/debt/borrow.ts";
import { health, weightedLtv } from "../../finance/debt/liquidation.ts";
import { groupBy } from "../../finance/group-by.ts";
import { debtInOtherToken } from "../../finance/pool.ts";
import { sumUsd } from "../../finance/portfolio/net-worth.ts";
import type { PositionRow } from "./position-row.ts";

export type LoanGroup = ReturnType<typeof loopGroup> | ReturnType<typeof bundleGroup>;

/** Ordered by first position, loops first. `key` is stable as long as the loan exists. */
export function groupLoans(rows: readonly PositionRow[]): readonly LoanGroup[] {
  const bundles = groupBy(
    rows.filter(({ kind }) => kind === "lending"),
    (row) => `${row.wallet} ${bundleOf(row)}`,
  );
  const loans = [...bundles].filter(([, members]) => members.some(({ side }) => side === "borrow"));
  return [
    ...rows.filter(({ kind }) => kind === "loop").map(loopGroup),
    ...loans.map(([key, members]) => bundleGroup(key, members)),
  ];
}

/** Without a bundle, only a market with two tokens shows which collateral backs which debt. */
function bundleOf({ bundleId, market, marketId, id }: PositionRow): string {
  return bundleId ?? (debtInOtherToken(market) ? `market ${marketId ?? id}` : `position ${id}`);
}

/** A loop is its own collateral. */
function loopGroup(loop: PositionRow) {
  const sums = { collateralUsd: loop.supplied?.usd, debtUsd: loop.borrowed?.usd };
  return {
    key: loop.key,
    loop,
    collateral: [loop],
    debts: [],
    others: [],
    ...loanHealth(sums, loop.ltv, loop.market.liquidationLtv),
  };
}

/** The largest collateral and debt first. */
function bundleGroup(key: string, members: readonly PositionRow[]) {
  const collateral = members
    .filter(({ side }) => side === "deposit")
    .toSorted((one, other) => (other.assetsUsd ?? 0) - (one.assetsUsd ?? 0));
  const debts = members
    .filter(({ side }) => side === "borrow")
    .toSorted((one, other) => (other.debtsUsd ?? 0) - (one.debtsUsd ?? 0));
  const others = members.filter(({ side }) => side !== "deposit" && side !== "borrow");
  const sums = {
    collateralUsd: sumUsd(collateral.map(({ assetsUsd }) => assetsUsd)),
    debtUsd: sumUsd(debts.map(({ debtsUsd }) => debtsUsd)),
  };
  const sent = members.find((row) => row.ltv !== undefined)?.ltv;
  const liquidationLtv = weightedLtv(
    collateral.map(({ assetsUsd, market }) => ({ usd: assetsUsd, limit: market.liquidationLtv })),
  );
  return { key, loop: undefined, collateral, debts, others, ...loanHealth(sums, sent, liquidationLtv) };
}

function loanHealth(
  sums: Maybe<Usd, "collateralUsd" | "debtUsd">,
  sentLtv: Ratio | undefined,
  liquidationLtv: Ratio | undefined,
) {
  const ltv = sentLtv ?? loanToValue(sums);
  return { ...sums, ltv, liquidationLtv, health: health({ ltv, liquidationLtv }) };
}
