import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { sharedSymbols, tokenName } from "../../../domain/market/market-text.ts";
import type { AssetFamily } from "../../../domain/market/asset-families.ts";
import { isContradictory } from "../../../domain/market/assess/assess.ts";
import type { PeerPrices } from "../../../domain/market/assess/checks.ts";
import { fitsSize } from "../../../domain/market/assess/room.ts";
import { judgedCost, judgedRate } from "../assets/asset-facts.ts";
import { offersLoans } from "../reliability.ts";

export const matrixMeasures = ["total", "base", "borrow"] as const;
export type MatrixMeasure = (typeof matrixMeasures)[number];

export interface MatrixCell extends Offer {
  readonly markets: number;
  /** False if only one provider has a rate, or if the figures fail a check. */
  readonly best: boolean;
}

interface Offer {
  readonly value: Ratio;
  readonly row: MarketRow;
  readonly doubtful: boolean;
}

export type MatrixRow = ReturnType<typeof toRow>;
export type Matrix = ReturnType<typeof toMatrix>;

interface MatrixOptions {
  readonly size?: Usd | undefined;
  readonly family?: AssetFamily | undefined;
  readonly prices?: PeerPrices | undefined;
  readonly leastDeposits?: number | undefined;
}

/**
 * Tokens with the most providers first, then by deposits. Leaves out loops, which have no single token, and full and
 * unborrowable markets. Markets with failed checks fill cells that are otherwise empty, and are never best. With a
 * size, rates are the lower end of markets that take the whole size.
 */
export function toMatrix(
  rows: readonly MarketRow[],
  measure: MatrixMeasure,
  { size, family, prices, leastDeposits }: MatrixOptions = {},
) {
  const providers = new Map<string, { id: string; name: string; icon: string | undefined; rates: number }>();
  const tokens = new Map<string, Draft>();
  const named = new Map<string, number>();
  const borrows = measure === "borrow";
  for (const row of rows) {
    if (row.kind !== "lending" && (row.kind !== "yield" || borrows)) continue;
    for (const address of new Set(row.tokens.map((side) => side.address))) {
      const place = `${row.providerId} ${address ?? ""}`;
      named.set(place, (named.get(place) ?? 0) + 1);
    }
    // In a pair, the first token is deposited and the second borrowed.
    const token = borrows ? (row.tokens[1] ?? row.tokens[0]) : row.tokens[0];
    const value = borrows
      ? judgedCost(row, { size, basis: "total" })
      : judgedRate(row, { size, basis: measure });
    if (token?.address === undefined || value === undefined || family?.symbols.has(token.address) === false)
      continue;
    if (borrows && !offersLoans(row)) continue;
    if (fitsSize(row, { side: borrows ? "borrow" : "deposit", size, loops: undefined }) === false) continue;
    if (leastDeposits !== undefined && !((row.totalDepositUsd ?? 0) >= leastDeposits)) continue;
    const doubtful = isContradictory(row, { prices });
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
    const other = draft.best.get(id);
    const gain = (value - (other?.value ?? 0)) * (borrows ? -1 : 1);
    if (other === undefined || (other.doubtful === doubtful ? gain > 0 : other.doubtful))
      draft.best.set(id, { value, row, doubtful });
    tokens.set(token.address, draft);
  }
  const shared = sharedSymbols(tokens.values());
  return {
    providers: [...providers.values()].toSorted((a, b) => b.rates - a.rates || (a.id < b.id ? -1 : 1)),
    rows: [...tokens.values()]
      .map((draft) => toRow({ ...draft, symbol: tokenName(draft, shared) }, measure, named))
      .toSorted(
        (a, b) => b.cells.size - a.cells.size || b.deposits - a.deposits || (a.address < b.address ? -1 : 1),
      ),
  };
}

/** Lower rates are never marked as best. */
const leastBest = 0.0005;

interface Draft {
  readonly address: string;
  readonly symbol: string;
  readonly icon: string | undefined;
  readonly best: Map<string, Offer>;
  deposits: number;
}

/** `spread` is best minus worst, without failed checks. Undefined with fewer than two rates. */
function toRow(draft: Draft, measure: MatrixMeasure, named: ReadonlyMap<string, number>) {
  const { address, symbol, icon, deposits } = draft;
  const values = [...draft.best.values()].flatMap(({ value, doubtful }) => (doubtful ? [] : [value]));
  const high = Math.max(...values);
  const low = Math.min(...values);
  const best = measure === "borrow" ? low : high;
  const cells = [...draft.best].map(([provider, cell]): readonly [string, MatrixCell] => {
    const markets = named.get(`${provider} ${address}`) ?? 0;
    const crowned = high > low && Math.abs(best) >= leastBest;
    return [provider, { ...cell, markets, best: crowned && !cell.doubtful && cell.value === best }];
  });
  const spread = values.length > 1 ? ratio(high - low) : undefined;
  return { address, symbol, icon, cells: new Map(cells), spread, deposits };
}
