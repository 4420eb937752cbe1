import { sum } from "d3-array";
import { isDeposit } from "../../../contract/market.ts";
import { tokenAmount, usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import { knownSum } from "../../../finance/portfolio/net-worth.ts";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { assetFamilies, type AssetFamilyId } from "../../../domain/market/asset-families.ts";
import { isContradictory } from "../../../domain/market/assess/assess.ts";
import { judgeOwnYield } from "../../../domain/market/assess/deposit.ts";
import { judgeLeverage } from "../../../domain/market/assess/loop.ts";
import { peerPrices, type PeerPrices } from "../../../domain/market/assess/checks.ts";
import { impliedOwnYields, type OwnYields } from "../../../domain/market/loops/own-yield.ts";
import { loopCapacities } from "../../../domain/market/loops/loop-capacity.ts";
import { borrowRateOfBasis, type LoanCollateral, type SelectContext } from "../../../domain/market/column.ts";
import { smallUsd } from "../../../domain/market/filters/filters.ts";
import { collateralFor, isSecurable, loansAgainst } from "../../../domain/market/loan-terms.ts";
import { isFull, effectiveRate, leadingRate, loanRate } from "../../../domain/market/row-values.ts";
import { ownSort, views } from "../../../domain/view-state/views.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { createOrderer } from "../order.ts";
import { offersLoans, assessReliability, reliabilityLevels } from "../reliability.ts";

export type AssetFacts = ReturnType<typeof toFacts>;

const familyTags: Readonly<Record<AssetFamilyId, string>> = {
  stables: "stablecoin",
  sol: "sol",
  btc: "bitcoin",
  eth: "ethereum",
};

export type SizeAndBasis = Pick<ViewState, "size" | "basis">;

export function listAssetFacts(
  rows: readonly MarketRow[],
  catalogue: readonly CatalogueAsset[],
  inputs: SizeAndBasis,
  isComplete: boolean,
): readonly AssetFacts[] {
  const order = createOrderer();
  const prices = peerPrices(rows);
  const context = { ...inputs, benchmark: undefined, loops: loopCapacities(rows, rows), prices };
  const ordered = (view: "earn" | "borrow" | "loop"): readonly MarketRow[] => {
    const { types } = views[view];
    const sort = ownSort({ ...context, view, types, columns: undefined });
    return order(rows, sort, context).flatMap((at) => rows[at] ?? []);
  };
  const deposits = ordered("earn").filter(({ kind }) => isDeposit(kind));
  const offers = groupBy(ordered("borrow").filter(offersLoans), (row) =>
    assessReliability("borrow", row, inputs.size, prices),
  );
  const loans = reliabilityLevels.flatMap((level) => offers.get(level) ?? []);
  const earn = groupBy(worstLast(deposits, prices), suppliedMint);
  const borrow = groupBy(loans, ({ tokens }) => tokens.at(-1)?.address);
  const loops = groupBy(
    ordered("loop").filter(({ kind }) => kind === "loop"),
    suppliedMint,
  );

  const found = {
    ...context,
    isComplete,
    loans: loansAgainst(undefined, rows),
    ownYields: impliedOwnYields(rows, rows),
  };
  const listed = new Map(catalogue.map((asset) => [asset.mint, asset]));
  const mints = new Set([...listed.keys(), ...earn.keys(), ...borrow.keys(), ...loops.keys()]);
  return [...mints].flatMap((mint) => {
    if (mint === undefined) return [];
    const own = { earn: earn.get(mint) ?? [], borrow: borrow.get(mint) ?? [], loops: loops.get(mint) ?? [] };
    return toFacts(mint, listed.get(mint), own, found);
  });
}

function suppliedMint({ tokens: [token] }: MarketRow): string | undefined {
  return token?.address;
}

/** Open markets, then full ones, then those that fail a check. Otherwise keeps the order. */
function worstLast(rows: readonly MarketRow[], prices: PeerPrices): readonly MarketRow[] {
  const faulty = new Set(rows.filter((row) => isContradictory(row, { prices })));
  return rows.toSorted(
    (a, b) => Number(faulty.has(a)) - Number(faulty.has(b)) || Number(isFull(a)) - Number(isFull(b)),
  );
}

/**
 * Tags come from the catalogue, or else the token's family. A price that the catalogue lacks is implied by deposits.
 * `ownYield` is what the token earns by being held, which deposit rates leave out.
 */
function toFacts(
  mint: string,
  asset: CatalogueAsset | undefined,
  { earn, borrow, loops }: Readonly<Record<"earn" | "borrow" | "loops", readonly MarketRow[]>>,
  context: SelectContext & { readonly isComplete: boolean; readonly ownYields: OwnYields },
) {
  const { size, prices, loops: capacities, loans, ownYields } = context;
  const token = earn[0]?.tokens[0] ?? borrow[0]?.tokens.at(-1) ?? loops[0]?.tokens[0];
  const takers = earn.filter((row) => assessReliability("deposit", row, size, prices) === "open");
  const open = takers.find(({ totalDepositUsd }) => (totalDepositUsd ?? 0) >= smallUsd) ?? takers[0];
  const bestLoop = loops.find(
    (row) =>
      assessReliability("deposit", row, size, prices, capacities) === "open" && row.depositApy !== undefined,
  );
  const lenders = borrow.filter((row) => assessReliability("borrow", row, size, prices) === "open");
  const implied = asset?.price === undefined ? poolPrice(earn) : undefined;
  const family = assetFamilies.find(({ symbols }) => symbols.has(mint));
  const tags = asset?.tags ?? [];
  return {
    mint,
    symbol: asset?.symbol ?? token?.symbol ?? family?.symbols.get(mint) ?? shortAddress(mint),
    name: asset?.name,
    icon: token?.icon ?? asset?.icon,
    tags: tags.length > 0 || family === undefined ? tags : [familyTags[family.id]],
    price: asset?.price ?? implied,
    priceFrom: asset?.price !== undefined ? ("catalogue" as const) : implied && ("markets" as const),
    change24h: asset?.change24h,
    inCatalogue: asset !== undefined,
    deposits: knownSum(earn.map(({ totalDepositUsd }) => totalDepositUsd)).sum,
    // Other markets of the token may still be missing.
    markets: earn.length + loops.length || (context.isComplete ? 0 : undefined),
    earn,
    borrow,
    loops,
    bestDeposit: open && judgedRate(open, context) === undefined ? undefined : open,
    cheapestLoan: lenders.find((row) => isSecurable(row, loans)) ?? lenders[0],
    bestLoop,
    /** Holding the token earns more than the best loop. */
    loopLoses: bestLoop && capacities && judgeLeverage(bestLoop, capacities.rows) !== undefined,
    ownYield: ownYields.get(mint),
    /** The best deposit leaves out what the token earns by being held, and no loop implies how much. */
    hasUnknownYield:
      context.isComplete &&
      !ownYields.has(mint) &&
      open !== undefined &&
      judgeOwnYield(open, capacities?.rows ?? []) !== undefined,
  };
}

/** Σ dollars ÷ Σ tokens, over markets that publish both. */
function poolPrice(rows: readonly MarketRow[]): Usd | undefined {
  const published = rows.filter((row) => impliedPrice(row) !== undefined);
  return impliedPrice({
    totalDeposit: tokenAmount(sum(published, ({ totalDeposit }) => totalDeposit)),
    totalDepositUsd: usd(sum(published, ({ totalDepositUsd }) => totalDepositUsd)),
  });
}

/** The rate at the user's size, or as quoted without a size. */
export function judgedRate(row: MarketRow, { size, basis }: SizeAndBasis): Ratio | undefined {
  return size === undefined ? leadingRate(row, basis) : effectiveRate(row, size, basis)?.low;
}

export function judgedCost(row: MarketRow, { size, basis }: SizeAndBasis): Ratio | undefined {
  return size === undefined ? row[borrowRateOfBasis[basis]] : loanRate(row, size, basis)?.low;
}

export type CollateralLoan = ReturnType<typeof loansWithCollateral>[number];

/** With the market whose terms apply to the collateral. */
export function loansWithCollateral(loans: LoanCollateral, rows: readonly MarketRow[]) {
  return rows
    .flatMap((debt) => {
      const collateral = offersLoans(debt) ? collateralFor(debt, loans) : undefined;
      return collateral === undefined || !((collateral.maxLtv ?? 0) > 0) ? [] : [{ debt, collateral }];
    })
    .toSorted(
      (one, other) =>
        (other.debt.totalBorrowUsd ?? -1) - (one.debt.totalBorrowUsd ?? -1) ||
        (one.debt.id < other.debt.id ? -1 : 1),
    );
}
