// Each count ignores the other selections, so that it stays the same while the user selects. It covers markets of the
// chosen assets and, in the Borrow view, only those with something left to borrow.
import { knownProviders, marketTypes, predictionStatuses } from "../../contract/market.ts";
import { groupBy } from "../../finance/group-by.ts";
import { shortAddress } from "../../contract/names/market-names.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { assetFamilies, familyOf, familySymbol } from "../../domain/market/asset-families.ts";
import { sideToken } from "../../domain/market/filters/asset-match.ts";
import type { FilterInputs } from "../../domain/market/filters/filter-kinds.ts";
import { filters, flagIds, type FlagId } from "../../domain/market/filters/filters.ts";
import { sameItems } from "../../domain/market/filters/parameters.ts";
import { createFilters, filterKeys, inputValues, type FilteredBy } from "../../domain/view-state/filter.ts";

export type ProviderFacet = Facets["providers"][number];
export type AssetFacet = Facets["assets"][number];

export type Facets = ReturnType<ReturnType<typeof createFacets>>;

interface Counted {
  count: number;
  name: string;
  icon: string | undefined;
}

interface FlagCount {
  readonly count: number;
  readonly of: number;
  readonly needed: readonly unknown[];
}

function createTally(keys: readonly unknown[]) {
  const rows: readonly MarketRow[] = [];
  const asked: readonly MarketRow[] = [];
  return {
    keys,
    rows,
    asked,
    types: new Map<string, number>(),
    providers: new Map<string, Counted>(),
    assets: new Map<string, Counted>(),
    statuses: new Map<string, number>(),
    flags: new Map<FlagId, FlagCount>(),
  };
}
type Tally = ReturnType<typeof createTally>;

/** Selected values stay listed even if they have no rows. */
export function facetKeys(state: FilteredBy, inputs: FilterInputs): readonly unknown[] {
  const { providers, notProviders, assets, without, collateral } = state;
  return [
    collateral,
    ...askedKeys(state, inputs),
    ...[providers, notProviders, assets, without].map((list) => list.join()),
    ...flagIds.flatMap((id) => inputValues(id, inputs)),
  ];
}

const asking = ["assets", "unborrowable"] as const;

function askedKeys(state: FilteredBy, inputs: FilterInputs): readonly unknown[] {
  return [inputs.assetMatch, inputs.side, ...filterKeys(state, inputs, asking)];
}

/** Counts appended rows without starting over. */
export function createFacets() {
  let tally = createTally([]);
  return (rows: readonly MarketRow[], state: FilteredBy, inputs: FilterInputs) => {
    const keys = askedKeys(state, inputs);
    if (!sameItems(tally.keys, keys) || !isPrefix(tally.rows, rows)) tally = createTally(keys);
    const scope = createFilters(state, inputs, asking);
    const asked = [...tally.asked];
    for (const row of rows.slice(tally.rows.length)) {
      const failing = scope.filter(({ judge }) => judge(row) !== "pass");
      countTokens(tally, row, inputs, failing.every(({ id }) => id === "assets") ? 1 : 0);
      if (failing.length > 0) continue;
      countRow(tally, row);
      asked.push(row);
    }
    tally.rows = rows;
    tally.asked = asked;
    const { flags } = tally;
    return {
      loaded: rows.length,
      types: marketTypes.map((type) => ({ type, count: tally.types.get(type) ?? 0 })),
      providers: listProviders(tally.providers, [...state.providers, ...state.notProviders]),
      assets: listAssets(tally.assets, [...state.assets, ...state.without, state.collateral ?? []].flat()),
      statuses: predictionStatuses.map((status) => ({ status, count: tally.statuses.get(status) ?? 0 })),
      /** Computed on demand, because it tests every row. 0 without a required size. */
      switchCount: (id: FlagId): number => {
        const needed = inputValues(id, inputs);
        const known = flags.get(id);
        const holds = known !== undefined && known.of <= asked.length && sameItems(known.needed, needed);
        const before = holds ? known : { count: 0, of: 0 };
        const count = before.count + countPassing(id, asked.slice(before.of), inputs);
        flags.set(id, { count, of: asked.length, needed });
        return count;
      },
    };
  };
}

function countPassing(id: FlagId, rows: readonly MarketRow[], inputs: FilterInputs): number {
  const judge = filters[id].judge(true, inputs);
  let count = 0;
  if (judge !== undefined) for (const row of rows) if (judge(row) === "pass") count += 1;
  return count;
}

function countRow(tally: Tally, row: MarketRow): void {
  tally.types.set(row.type, (tally.types.get(row.type) ?? 0) + 1);
  add(tally.providers, row.providerId, row.providerName, row.providerIcon);
  if (row.kind === "prediction" && row.status !== undefined)
    tally.statuses.set(row.status, (tally.statuses.get(row.status) ?? 0) + 1);
}

/** Counts the market for each token that would find it. With a count of 0, only lists the tokens. */
function countTokens(tally: Tally, row: MarketRow, { assetMatch, side }: FilterInputs, count: number): void {
  const mints = new Set<string>();
  const own = sideToken(row, side)?.address;
  const isAlone = row.tokens.every(({ address }) => address === own);
  for (const { address, symbol, icon } of row.tokens) {
    // A market whose two tokens are the same counts once.
    if (address === undefined || mints.has(address)) continue;
    mints.add(address);
    const finds = assetMatch === "side" ? address === own : assetMatch !== "only" || isAlone;
    add(tally.assets, address, symbol, icon, finds ? count : 0);
  }
}

function add(
  counts: Map<string, Counted>,
  key: string,
  name: string,
  icon: string | undefined,
  count = 1,
): void {
  const present = counts.get(key);
  if (present === undefined) counts.set(key, { count, name, icon });
  else {
    present.count += count;
    present.icon ??= icon;
  }
}

const providerNames: Readonly<Record<(typeof knownProviders)[number], string>> = {
  kamino: "Kamino",
  jupiter: "Jupiter",
  marginfi: "MarginFi",
  lulo: "Lulo",
  defituna: "DefiTuna",
  carrot: "Carrot",
  dflow: "DFlow",
};

/** Known providers in their own order, then the others by name. */
function listProviders(counts: ReadonlyMap<string, Counted>, chosen: readonly string[]) {
  const facet = (id: string, ownName: string) => {
    const { name = ownName, icon, count = 0 } = counts.get(id) ?? {};
    return { id, name, icon, count };
  };
  const others = new Set([...counts.keys(), ...chosen]);
  for (const id of knownProviders) others.delete(id);
  return [
    ...knownProviders.map((id) => facet(id, providerNames[id])),
    ...[...others]
      .map((id) => facet(id, id))
      .toSorted((a, b) => compareText(a.name, b.name) || compareText(a.id, b.id)),
  ];
}

/** Adds a tag if another token has the same symbol. */
function listAssets(counts: ReadonlyMap<string, Counted>, chosen: readonly string[]) {
  const mints = [
    ...new Set([
      ...counts.keys(),
      ...chosen.filter((asset) => familyOf(asset) === undefined),
      ...assetFamilies.flatMap((family) => family.mints),
    ]),
  ];
  const symbolOf = (mint: string): string =>
    counts.get(mint)?.name ?? familySymbol(mint) ?? shortAddress(mint);
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

function isPrefix(shorter: readonly MarketRow[], longer: readonly MarketRow[]): boolean {
  return shorter.length <= longer.length && shorter.every((row, at) => row === longer[at]);
}
