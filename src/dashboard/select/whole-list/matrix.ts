// Tokens against providers: the best rate each provider has for each token.
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { AssetFamily } from "../../market/asset-families.ts";
import { sizeEffect } from "../../market/row-values.ts";

/** Which rate a cell holds. For the borrow rate the lowest is best, for the others the highest. */
export const matrixMeasures = ["total", "base", "borrow"] as const;
export type MatrixMeasure = (typeof matrixMeasures)[number];

export interface MatrixCell {
  readonly value: Ratio;
  /** The market the rate is of. */
  readonly row: MarketRow;
  /**
   * How many markets of this provider name this token, with a rate or without, as the first of a pair or the second: what the list shows
   * when it is filtered to the two.
   */
  readonly markets: number;
  /** Whether no other provider has a better rate for the token. Never set where only one provider has one. */
  readonly best: boolean;
}

export interface MatrixRow {
  readonly address: string;
  readonly symbol: string;
  readonly icon: string | undefined;
  /** By provider id; absent where the provider has no rate for the token. */
  readonly cells: ReadonlyMap<string, MatrixCell>;
  /** Best minus worst over the providers, a fraction; undefined with fewer than two. */
  readonly spread: Ratio | undefined;
  /** Deposits of all its markets, to order the tokens by; unknown deposits add nothing. */
  readonly deposits: number;
}

export interface Matrix {
  readonly providers: readonly {
    readonly id: string;
    readonly name: string;
    readonly icon: string | undefined;
  }[];
  readonly rows: readonly MatrixRow[];
}

/**
 * Builds the matrix from lending and yield markets; loops are pairs and have no single token. A market whose token has no
 * mint is left out: symbols are not unique. Tokens with the most providers come first, then those with the most deposits.
 *
 * @param options.size US dollars: deposit rates are then the lower edge of what the size leaves of them, and a market that does
 * not take all of it has none
 * @param options.family the tokens to show; absent: all
 */
export function toMatrix(
  rows: readonly MarketRow[],
  measure: MatrixMeasure,
  { size, family }: { readonly size?: Usd | undefined; readonly family?: AssetFamily | undefined } = {},
): Matrix {
  const wanted = family === undefined ? undefined : new Set(family.mints);
  const providers = new Map<string, { id: string; name: string; icon: string | undefined; rates: number }>();
  const tokens = new Map<string, Draft>();
  const named = new Map<string, number>();
  for (const row of rows) {
    if (row.kind !== "lending" && (row.kind !== "yield" || measure === "borrow")) continue;
    for (const address of new Set(row.tokens.map((side) => side.address))) {
      const place = `${row.providerId} ${address ?? ""}`;
      named.set(place, (named.get(place) ?? 0) + 1);
    }
    // Whoever borrows gets the second token of a pair; whoever deposits gives the first.
    const token = measure === "borrow" ? (row.tokens[1] ?? row.tokens[0]) : row.tokens[0];
    const value = rateOf(row, measure, size);
    if (token?.address === undefined || value === undefined || wanted?.has(token.address) === false) continue;
    const { providerId: id, providerName: name, providerIcon: icon } = row;
    const provider = providers.get(id) ?? { id, name, icon, rates: 0 };
    provider.rates += 1;
    providers.set(id, provider);
    const draft: Draft = tokens.get(token.address) ?? {
      ...token,
      address: token.address,
      best: new Map(),
      deposits: 0,
    };
    draft.deposits += row.totalDepositUsd ?? 0;
    const held = draft.best.get(id);
    if (held === undefined || isBetter(value, held.value, measure)) draft.best.set(id, { value, row });
    tokens.set(token.address, draft);
  }
  return {
    providers: [...providers.values()].toSorted((a, b) => b.rates - a.rates || (a.id < b.id ? -1 : 1)),
    rows: [...tokens.values()]
      .map((draft) => toRow(draft, measure, named))
      .toSorted(
        (a, b) => b.cells.size - a.cells.size || b.deposits - a.deposits || (a.address < b.address ? -1 : 1),
      ),
  };
}

/** A rate under 0.05 % is the best of nothing. */
const leastBest = 0.0005;

interface Draft extends Pick<MatrixRow, "address" | "symbol" | "icon"> {
  readonly best: Map<string, { readonly value: Ratio; readonly row: MarketRow }>;
  deposits: number;
}

function toRow(draft: Draft, measure: MatrixMeasure, named: ReadonlyMap<string, number>): MatrixRow {
  const { address, symbol, icon, deposits } = draft;
  const values = [...draft.best.values()].map(({ value }) => value);
  const high = Math.max(...values);
  const low = Math.min(...values);
  const best = measure === "borrow" ? low : high;
  const cells = [...draft.best].map(([provider, cell]): readonly [string, MatrixCell] => {
    const markets = named.get(`${provider} ${address}`) ?? 0;
    const crowned = high > low && Math.abs(best) >= leastBest;
    return [provider, { ...cell, markets, best: crowned && cell.value === best }];
  });
  const spread = values.length > 1 ? ratio(high - low) : undefined;
  return { address, symbol, icon, cells: new Map(cells), spread, deposits };
}

function rateOf(row: MarketRow, measure: MatrixMeasure, size: Usd | undefined): Ratio | undefined {
  if (measure === "borrow") return row.borrowApy;
  if (size !== undefined) {
    const effect = sizeEffect(row, size, measure);
    return effect?.fits === false ? undefined : effect?.low;
  }
  return measure === "base" ? row.baseDepositApy : row.depositApy;
}

function isBetter(value: number, held: number, measure: MatrixMeasure): boolean {
  return measure === "borrow" ? value < held : value > held;
}
