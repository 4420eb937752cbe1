// Each count ignores the other selections, so that it stays the same while the user selects. It covers markets of the
// chosen assets and, in the Borrow view, only those with something left to borrow.
import { knownProviders, marketTypes, predictionStatuses, type MarketType } from "../../contract/market.ts";
import { groupBy } from "../../finance/group-by.ts";
import { idText, maxNameLength, shortAddress } from "../../contract/names/market-names.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { assetFamilyIds, familyOf, familySymbol, mintsOfAssets } from "../../domain/market/asset-families.ts";
import { sideToken } from "../../domain/market/filters/asset-match.ts";
import type { FilterInputs } from "../../domain/market/filters/filter-kinds.ts";
import { filters, flagIds, type FlagId } from "../../domain/market/filters/filters.ts";
import { createFilters, filterKeys, inputValues, type FilteredBy } from "../../domain/view-state/filter.ts";

export type ProviderFacet = Facets["providers"][number];
export type AssetFacet = Facets["assets"][number];

export type Facets = ReturnType<typeof countFacets>;

interface CountedToken {
  count: number;
  readonly symbol: string;
  icon: string | undefined;
}

/** Selected values stay listed even if they have no rows. */
export function facetKeys(state: FilteredBy, inputs: FilterInputs): readonly unknown[] {
  const { types, providers, notProviders, assets, without, collateral } = state;
  return [
    collateral,
    inputs.assetMatch,
    inputs.side,
    ...filterKeys(state, inputs, asking),
    ...[types, providers, notProviders, assets, without].map((list) => list.join()),
    ...flagIds.flatMap((id) => inputValues(id, inputs)),
  ];
}

const asking = ["assets", "unborrowable"] as const;

export function countFacets(rows: readonly MarketRow[], state: FilteredBy, inputs: FilterInputs) {
  const scope = createFilters(state, inputs, asking);
  const requested: MarketRow[] = [];
  const tokens = new Map<string, CountedToken>();
  for (const row of rows) {
    const failing = scope.filter(({ judge }) => judge(row) !== "pass");
    countTokens(tokens, row, inputs, failing.every(({ id }) => id === "assets") ? 1 : 0);
    if (failing.length === 0) requested.push(row);
  }
  const ofType = groupBy(requested, ({ type }) => type);
  const ofStatus = groupBy(ofType.get("prediction") ?? [], ({ status }) => status);
  const ofProvider = groupBy(requested, ({ providerId }) => providerId);
  const switches = new Map<FlagId, number>();
  return {
    loaded: rows.length,
    types: marketTypes.map((type) => ({ type, count: ofType.get(type)?.length ?? 0 })),
    providers: listProviders(ofProvider, state),
    assets: listAssets(tokens, [...state.assets, ...state.without, state.collateral ?? []].flat()),
    /** No count instead of 0 where predictions come without their status. */
    statuses: predictionStatuses.map((status) => ({
      status,
      count: ofStatus.get(status)?.length ?? (ofStatus.has(undefined) ? undefined : 0),
    })),
    /** Computed on demand, because it tests every row. 0 without a required size. */
    switchCount: (id: FlagId): number => {
      const judge = filters[id].judge(true, inputs);
      const count = switches.get(id) ?? requested.filter((row) => judge?.(row) === "pass").length;
      switches.set(id, count);
      return count;
    },
  };
}

/** Counts the market for each token that would find it. With a count of 0, only lists the tokens. */
function countTokens(
  tokens: Map<string, CountedToken>,
  row: MarketRow,
  { assetMatch, side }: FilterInputs,
  count: number,
): void {
  const own = sideToken(row, side)?.address;
  const isAlone = row.tokens.every(({ address }) => address === own);
  // A market whose two tokens are the same counts once.
  for (const [address, [{ symbol, icon }]] of groupBy(row.tokens, (token) => token.address)) {
    if (address === undefined) continue;
    const finds = assetMatch === "side" ? address === own : assetMatch !== "only" || isAlone;
    const known = tokens.get(address) ?? { count: 0, symbol, icon };
    known.count += finds ? count : 0;
    known.icon ??= icon;
    tokens.set(address, known);
  }
}

interface KnownProvider {
  readonly name: string;
  /** A file of ours, for lists without its markets. */
  readonly icon?: string;
}

const providerFacts: Readonly<Record<(typeof knownProviders)[number], KnownProvider>> = {
  kamino: { name: "Kamino", icon: "/icons/providers/kamino.png" },
  jupiter: { name: "Jupiter", icon: "/icons/providers/jupiter.png" },
  marginfi: { name: "MarginFi", icon: "/icons/providers/marginfi.png" },
  lulo: { name: "Lulo", icon: "/icons/providers/lulo.png" },
  defituna: { name: "DefiTuna", icon: "/icons/providers/defituna.png" },
  carrot: { name: "Carrot" },
  dflow: { name: "DFlow", icon: "/icons/providers/dflow.png" },
};

/** Unknown providers have their id as name. */
export function providerOf(id: string): KnownProvider {
  const known = knownProviders.find((provider) => provider === id);
  return known === undefined ? { name: idText(id, maxNameLength) } : providerFacts[known];
}

/** Of the known providers, only DFlow has predictions, and it has nothing else. */
function mayHave(id: string, types: readonly MarketType[]): boolean {
  return types.some((type) => (type === "prediction") === (id === "dflow"));
}

/** Known providers in their own order, then the others by name. */
function listProviders(
  markets: ReadonlyMap<string, readonly [MarketRow, ...MarketRow[]]>,
  { types, providers, notProviders }: FilteredBy,
) {
  const facet = (id: string) => {
    const { name, icon } = providerOf(id);
    const own = markets.get(id);
    const sent = own?.find(({ providerIcon }) => providerIcon !== undefined)?.providerIcon;
    return { id, name: own?.[0].providerName ?? name, icon: sent ?? icon, count: own?.length ?? 0 };
  };
  const others = new Set([...markets.keys(), ...providers, ...notProviders]);
  const listed = knownProviders.filter((id) => others.has(id) || mayHave(id, types));
  for (const id of knownProviders) others.delete(id);
  return [
    ...listed.map(facet),
    ...[...others].map(facet).toSorted((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id)),
  ];
}

/** Adds a tag if another token has the same symbol. */
function listAssets(counts: ReadonlyMap<string, CountedToken>, chosen: readonly string[]) {
  const mints = [
    ...new Set([
      ...counts.keys(),
      ...chosen.filter((asset) => familyOf(asset) === undefined),
      ...mintsOfAssets(assetFamilyIds),
    ]),
  ];
  const symbolOf = (mint: string): string =>
    counts.get(mint)?.symbol ?? familySymbol(mint) ?? shortAddress(mint);
  const bySymbol = groupBy(mints, symbolOf);
  return mints
    .map((mint) => {
      const { icon, count = 0 } = counts.get(mint) ?? {};
      const symbol = symbolOf(mint);
      const tag = (bySymbol.get(symbol)?.length ?? 0) > 1 ? shortAddress(mint) : undefined;
      return { mint, symbol, icon, count, tag };
    })
    .toSorted((a, b) => b.count - a.count || compareText(a.symbol, b.symbol) || compareText(a.mint, b.mint));
}

function compareText(a: string, b: string): number {
  const one = a.toLowerCase();
  const other = b.toLowerCase();
  return one === other ? 0 : one < other ? -1 : 1;
}
