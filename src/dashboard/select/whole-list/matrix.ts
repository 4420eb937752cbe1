import { sum } from "d3-array";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { groupBy } from "../../../finance/group-by.ts";
import type { MarketRow, RowToken } from "../../../domain/market/market-row.ts";
import { sharedSymbols, uniqueName } from "../../../domain/market/market-text.ts";
import type { AssetFamily } from "../../../domain/market/asset-families.ts";
import { isContradictory } from "../../../domain/market/assess/assess.ts";
import type { PeerPrices } from "../../../domain/market/assess/checks.ts";
import { fitsSize } from "../../../domain/market/assess/capacity.ts";
import { isSecurable, loansAgainst } from "../../../domain/market/loan-terms.ts";
import { judgedCost, judgedRate } from "../assets/asset-facts.ts";
import { offersLoans } from "../reliability.ts";

export const matrixMeasures = ["total", "base", "borrow"] as const;
export type MatrixMeasure = (typeof matrixMeasures)[number];

export interface MatrixCell extends Offer {
  readonly markets: number;
  /** False if only one provider has a rate, if the figures fail a check, or if a loan cannot be secured. */
  readonly best: boolean;
}

interface Offer {
  readonly token: RowToken;
  readonly value: Ratio;
  readonly row: MarketRow;
  readonly contradictory: boolean;
  /** For loans, whether a collateral is known of which more can be deposited. */
  readonly securable: boolean;
}

export type Matrix = ReturnType<typeof toMatrix>;
export type MatrixRow = Matrix["rows"][number];

interface MatrixOptions {
  readonly size: Usd | undefined;
  readonly family: AssetFamily | undefined;
  readonly prices: PeerPrices;
  readonly minDeposits: number;
}

/**
 * Tokens with the most providers first, then by deposits. Leaves out loops, which have no single token, and full and
 * unborrowable markets. Markets with failed checks and loans that cannot be secured fill cells that are otherwise empty,
 * and are never best. With a size, rates are the lower end of markets that take the whole size.
 */
export function toMatrix(
  rows: readonly MarketRow[],
  measure: MatrixMeasure,
  { size, family, prices, minDeposits }: MatrixOptions,
) {
  const borrows = measure === "borrow";
  const loans = borrows ? loansAgainst(undefined, rows) : undefined;
  const pools = rows.filter(({ kind }) => kind === "lending" || (kind === "yield" && !borrows));
  const places = pools.flatMap(({ providerId, tokens }) => [
    ...new Set(tokens.map(({ address }) => `${providerId} ${address ?? ""}`)),
  ]);
  const inPlace = groupBy(places, (place) => place);
  const offers = pools.flatMap((row): readonly Offer[] => {
    // In a pair, the first token is deposited and the second borrowed.
    const token = borrows ? (row.tokens[1] ?? row.tokens[0]) : row.tokens[0];
    const value = borrows
      ? judgedCost(row, { size, basis: "total" })
      : judgedRate(row, { size, basis: measure });
    if (token?.address === undefined || value === undefined) return [];
    if (family?.symbols.has(token.address) === false || (borrows && !offersLoans(row))) return [];
    if (fitsSize(row, { side: borrows ? "borrow" : "deposit", size, loops: undefined }) === false) return [];
    if ((row.totalDepositUsd ?? 0) < minDeposits) return [];
    const securable = !borrows || isSecurable(row, loans);
    return [{ token, value, row, contradictory: isContradictory(row, { prices }), securable }];
  });
  const byToken = groupBy(offers, ({ token }) => token.address ?? "");
  const shared = sharedSymbols(Array.from(byToken.values(), ([{ token }]) => token));
  return {
    providers: Array.from(groupBy(offers, providerOf), ([id, own]) => {
      const { providerName: name, providerIcon: icon } = own[0].row;
      return { id, name, icon, rates: own.length };
    }).toSorted((a, b) => b.rates - a.rates || (a.id < b.id ? -1 : 1)),
    rows: Array.from(byToken, ([address, own]) => {
      const [{ token }] = own;
      const cells = toCells(own, borrows, (provider) => inPlace.get(`${provider} ${address}`)?.length ?? 0);
      const deposits = sum(own, ({ row }) => row.totalDepositUsd);
      return { address, symbol: uniqueName(token, shared), icon: token.icon, deposits, ...cells };
    }).toSorted(
      (a, b) => b.cells.size - a.cells.size || b.deposits - a.deposits || (a.address < b.address ? -1 : 1),
    ),
  };
}

function providerOf({ row }: Offer): string {
  return row.providerId;
}

/** Lower rates are never marked as best. */
const minBest = 0.0005;

/** `spread` is best minus worst, without failed checks and unsecured loans. Undefined with fewer than two rates. */
function toCells(offers: readonly Offer[], borrows: boolean, marketsOf: (provider: string) => number) {
  const isBetter = (one: Offer, other: Offer): boolean => {
    if (one.contradictory !== other.contradictory) return other.contradictory;
    if (one.securable !== other.securable) return one.securable;
    return borrows ? one.value < other.value : one.value > other.value;
  };
  const found = Array.from(groupBy(offers, providerOf).values(), (own) =>
    own.reduce((best, one) => (isBetter(one, best) ? one : best)),
  );
  const isSound = ({ contradictory, securable }: Offer): boolean => !contradictory && securable;
  const values = found.filter(isSound).map(({ value }) => value);
  const high = Math.max(...values);
  const low = Math.min(...values);
  const first = borrows ? low : high;
  const best = high > low && Math.abs(first) >= minBest ? first : undefined;
  const cells = found.map((offer): readonly [string, MatrixCell] => {
    const id = providerOf(offer);
    return [id, { ...offer, markets: marketsOf(id), best: isSound(offer) && offer.value === best }];
  });
  return { cells: new Map(cells), spread: values.length > 1 ? ratio(high - low) : undefined };
}
