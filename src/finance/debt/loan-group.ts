import type { Maybe, Ratio, Usd } from "../../contract/units.ts";
import { groupBy } from "../group-by.ts";
import { debtInOtherToken } from "../pool.ts";
import { sumUsd } from "../portfolio/net-worth.ts";
import { loanToValue } from "./borrow.ts";
import { health, weightedLtv } from "./liquidation.ts";

export interface LoanPart extends Maybe<Usd, "assetsUsd" | "debtsUsd">, Maybe<Ratio, "ltv"> {
  readonly id: string;
  readonly kind: string;
  readonly side: string | undefined;
  readonly bundleId: string | undefined;
  readonly marketId: string | undefined;
  readonly market: Parameters<typeof debtInOtherToken>[0] & Maybe<Ratio, "liquidationLtv">;
  readonly supplied: Maybe<Usd, "usd"> | undefined;
  readonly borrowed: Maybe<Usd, "usd"> | undefined;
}

export interface LoanGroup<Part extends LoanPart>
  extends Maybe<Usd, "collateralUsd" | "debtUsd">, Maybe<Ratio, "ltv" | "liquidationLtv"> {
  /** Stable as long as the loan exists. */
  readonly key: string;
  readonly loop: Part | undefined;
  /** The largest first. A loop is its own collateral. */
  readonly collateral: readonly Part[];
  readonly debts: readonly Part[];
  readonly others: readonly Part[];
  readonly health: number | undefined;
}

/** Ordered by first position, loops first. @param walletOf returns the owner of a position */
export function groupLoans<Part extends LoanPart>(
  parts: readonly Part[],
  walletOf: (part: Part) => string,
): readonly LoanGroup<Part>[] {
  const loops = parts.filter(({ kind }) => kind === "loop");
  const bundles = groupBy(
    parts.filter(({ kind }) => kind === "lending"),
    (part) => `${walletOf(part)} ${bundleOf(part)}`,
  );
  const loans = [...bundles].filter(([, members]) => members.some(({ side }) => side === "borrow"));
  return [
    ...loops.map((loop) => loopGroup(`${walletOf(loop)} ${loop.id}`, loop)),
    ...loans.map(([key, members]) => bundleGroup(key, members)),
  ];
}

/** Without a bundle, only a market with two tokens shows which collateral backs which debt. */
function bundleOf({ bundleId, market, marketId, id }: LoanPart): string {
  return bundleId ?? (debtInOtherToken(market) ? `market ${marketId ?? id}` : `position ${id}`);
}

function loopGroup<Part extends LoanPart>(key: string, loop: Part): LoanGroup<Part> {
  const sums = { collateralUsd: loop.supplied?.usd, debtUsd: loop.borrowed?.usd };
  const { liquidationLtv } = loop.market;
  return {
    key,
    loop,
    collateral: [loop],
    debts: [],
    others: [],
    ...standing(sums, loop.ltv, liquidationLtv),
  };
}

function bundleGroup<Part extends LoanPart>(key: string, members: readonly Part[]): LoanGroup<Part> {
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
  const sent = members.find((part) => part.ltv !== undefined)?.ltv;
  const liquidationLtv = weightedLtv(
    collateral.map(({ assetsUsd, market }) => ({ usd: assetsUsd, limit: market.liquidationLtv })),
  );
  return { key, loop: undefined, collateral, debts, others, ...standing(sums, sent, liquidationLtv) };
}

function standing(
  sums: Maybe<Usd, "collateralUsd" | "debtUsd">,
  sentLtv: Ratio | undefined,
  liquidationLtv: Ratio | undefined,
) {
  const ltv = sentLtv ?? loanToValue(sums);
  return { ...sums, ltv, liquidationLtv, health: health({ ltv, liquidationLtv }) };
}
