// The health of each loan of a wallet, from its positions, worked out the same way wherever they come from.
import type { Ratio, Usd } from "../contract/units.ts";
import { loanToValue } from "../finance/debt/borrow.ts";
import { health, weightedLtv } from "../finance/debt/liquidation.ts";
import { debtInOtherToken } from "../finance/pool.ts";
import { wholeUsd } from "../finance/portfolio/worth.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** A position as rules look at it. */
export interface WatchedPosition {
  readonly id: string;
  readonly kind: string;
  readonly side: string | undefined;
  readonly bundleId: string | undefined;
  readonly marketId: string | undefined;
  readonly market: Pick<WatchedMarket, "tokens" | "liquidationLtv">;
  readonly assetsUsd: Usd | undefined;
  readonly debtsUsd: Usd | undefined;
  /** The legs of a loop. */
  readonly supplied: { readonly usd: Usd | undefined } | undefined;
  readonly borrowed: { readonly usd: Usd | undefined } | undefined;
  readonly ltv: Ratio | undefined;
}

export interface LoanHealth<Position extends WatchedPosition> {
  /** What a rule about the loan names. */
  readonly id: string;
  /** liquidation LTV / LTV; undefined where it is not known. */
  readonly health: number | undefined;
  /** What it stands against, the largest first; a loop is its own. */
  readonly collateral: readonly Position[];
}

/** Every loan and loop of one wallet. */
export function loanHealths<Position extends WatchedPosition>(
  wallet: string,
  positions: readonly Position[],
): readonly LoanHealth<Position>[] {
  const loans: LoanHealth<Position>[] = [];
  const bundles = new Map<string, Position[]>();
  for (const position of positions) {
    const { kind, supplied, borrowed, market } = position;
    if (kind === "loop") {
      const ltv = position.ltv ?? loanToValue({ collateralUsd: supplied?.usd, debtUsd: borrowed?.usd });
      const standing = { ltv, liquidationLtv: market.liquidationLtv };
      loans.push({ id: `${wallet} ${position.id}`, health: health(standing), collateral: [position] });
    } else if (kind === "lending") {
      const id = `${wallet} ${bundleOf(position)}`;
      const bundle = bundles.get(id);
      if (bundle === undefined) bundles.set(id, [position]);
      else bundle.push(position);
    }
  }
  for (const [id, members] of bundles)
    if (members.some(({ side }) => side === "borrow")) loans.push(bundleHealth(id, members));
  return loans;
}

/** Without a bundle only a market of two tokens says what stands against what. */
function bundleOf({ bundleId, market, marketId, id }: WatchedPosition): string {
  return bundleId ?? (debtInOtherToken(market) ? `market ${marketId ?? id}` : `position ${id}`);
}

function bundleHealth<Position extends WatchedPosition>(
  id: string,
  members: readonly Position[],
): LoanHealth<Position> {
  const collateral = members
    .filter(({ side }) => side === "deposit")
    .toSorted((one, other) => (other.assetsUsd ?? 0) - (one.assetsUsd ?? 0));
  const debts = members.filter(({ side }) => side === "borrow");
  const ltv =
    members.find((position) => position.ltv !== undefined)?.ltv ??
    loanToValue({
      collateralUsd: wholeUsd(collateral.map(({ assetsUsd }) => assetsUsd)),
      debtUsd: wholeUsd(debts.map(({ debtsUsd }) => debtsUsd)),
    });
  const liquidationLtv = weightedLtv(
    collateral.map(({ assetsUsd, market }) => ({ usd: assetsUsd, limit: market.liquidationLtv })),
  );
  return { id, health: health({ ltv, liquidationLtv }), collateral };
}
