// Which of its provider's markets a row belongs to: by the address of that market, by its name only where no address is sent. All
// joins of loops, loans and collateral go through here, because names are not unique: providers list several markets of one name.
import { debtInOtherToken } from "../../../finance/pool.ts";
import { offeredActions, type MarketRow } from "../market-row.ts";

/** The places of a list of markets. A place is a text that means nothing but itself. */
export interface Places {
  /** Where a lending market is: deposits can be borrowed against in all markets of the same place. */
  readonly placeOf: (row: MarketRow) => string;
  /** Where a loop runs; undefined where that is not certain. */
  readonly placeOfLoop: (loop: MarketRow) => string | undefined;
  /** The pools that lend a token in a place: several where it has more than one reserve. */
  readonly poolsIn: (place: string, mint: string | undefined) => readonly MarketRow[];
  /** The pools of a provider that lend a token, wherever they are. */
  readonly poolsOf: (providerId: string, mint: string | undefined) => readonly MarketRow[];
  /** How many places bear which names: with the same number the same rows are in the same places. */
  readonly count: number;
}

/** The address of the market a row belongs to, where one is sent. */
function marketAddress({ raw: { additionalData } }: MarketRow): string | undefined {
  const address: unknown =
    typeof additionalData === "object" && additionalData !== null
      ? Reflect.get(additionalData, "marketAddress")
      : undefined;
  return typeof address === "string" && address.trim() !== "" ? address.trim() : undefined;
}

function nameOf({ detail, productName }: MarketRow): string | undefined {
  return detail ?? productName;
}

const byAddress = (providerId: string, address: string): string => `${providerId} @${address}`;
const byName = (providerId: string, name: string | undefined): string => `${providerId} ${name ?? ""}`;

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** What of a text may be an address: base58, 32 bytes. */
const addresses = /[1-9A-HJ-NP-Za-km-z]{32,44}/g;

/**
 * The addresses that a loop names in its id and in the links of its actions. Loops are sent without the address of their market, but
 * both hold it; no form of either is assumed, because the addresses are looked up among those that lending markets send.
 */
function addressesNamed(loop: MarketRow): readonly string[] {
  const texts = [loop.id, ...offeredActions(loop).map(([, link]) => (typeof link === "string" ? link : ""))];
  return [...new Set(texts.flatMap((text) => text.match(addresses) ?? []))];
}

function findPlaces(rows: readonly MarketRow[]): Places {
  const lending = rows.filter(({ kind }) => kind === "lending");
  /** The addressed places that bear a name. */
  const named = new Map<string, Set<string>>();
  for (const row of lending) {
    const address = marketAddress(row);
    if (address === undefined) continue;
    for (const name of new Set([row.detail, row.productName])) {
      if (name === undefined) continue;
      const key = byName(row.providerId, name);
      const places = named.get(key) ?? new Set();
      places.add(byAddress(row.providerId, address));
      named.set(key, places);
    }
  }
  const placeOf = (row: MarketRow): string => {
    const address = marketAddress(row);
    if (address !== undefined) return byAddress(row.providerId, address);
    // A name says which market it is where only one bears it.
    const own = byName(row.providerId, nameOf(row));
    const [only = own, second] = named.get(own) ?? [];
    return second === undefined ? only : own;
  };
  const inPlace = new Map<string, MarketRow[]>();
  const ofProvider = new Map<string, MarketRow[]>();
  const places = new Map<string, string[]>();
  const known = new Set<string>();
  for (const row of lending) {
    const place = placeOf(row);
    known.add(place);
    for (const name of new Set([row.detail, row.productName]))
      if (name !== undefined) addTo(places, byName(row.providerId, name), place);
    // A pair lends another token than its first.
    const mint = row.tokens[0]?.address;
    if (mint === undefined || debtInOtherToken(row)) continue;
    addTo(inPlace, `${place} ${mint}`, row);
    addTo(ofProvider, `${row.providerId} ${mint}`, row);
  }
  const poolsIn: Places["poolsIn"] = (place, mint) => inPlace.get(`${place} ${mint ?? ""}`) ?? [];
  const placeOfLoop: Places["placeOfLoop"] = (loop) => {
    const { providerId, tokens } = loop;
    const name = byName(providerId, nameOf(loop));
    const sent = marketAddress(loop);
    if (sent !== undefined) {
      const place = byAddress(providerId, sent);
      return known.has(place) ? place : name;
    }
    const found = addressesNamed(loop)
      .map((address) => byAddress(providerId, address))
      .filter((place) => known.has(place));
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    const ofName = [...new Set(places.get(name))].map((place) => ({
      place,
      legs: tokens.filter(({ address }) => poolsIn(place, address).length > 0).length,
    }));
    const most = Math.max(1, ...ofName.map(({ legs }) => legs));
    const [only, second] = ofName.filter(({ legs }) => legs === most);
    return second === undefined ? only?.place : undefined;
  };
  return {
    placeOf,
    placeOfLoop,
    poolsIn,
    poolsOf: (providerId, mint) => ofProvider.get(`${providerId} ${mint ?? ""}`) ?? [],
    count: [...named.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

// Each list is read once.
const knownPlaces = new WeakMap<readonly MarketRow[], Places>();

/** @param rows all lending markets: only all markets of a name tell which one is meant */
export function placesIn(rows: readonly MarketRow[]): Places {
  const known = knownPlaces.get(rows);
  if (known !== undefined) return known;
  const places = findPlaces(rows);
  knownPlaces.set(rows, places);
  return places;
}

function depositsOf({ totalDepositUsd }: MarketRow): number {
  return totalDepositUsd ?? 0;
}

/** What a pool holds at most, as a share of the largest beside it, to be no second home of a token but a leftover. */
const dustShare = 0.01;

/**
 * The one that counts of several pools of a token in one place: never dust beside a real one, else the pool with the most room, of
 * equals the larger. Deposits replace an unknown capacity.
 */
export function roomiest(
  pools: readonly MarketRow[],
  roomOf: (row: MarketRow) => number | undefined,
): MarketRow | undefined {
  const room = (row: MarketRow): number => roomOf(row) ?? depositsOf(row);
  const least = dustShare * Math.max(0, ...pools.map(depositsOf));
  return pools
    .filter((row) => depositsOf(row) >= least)
    .toSorted(
      (one, other) =>
        room(other) - room(one) || depositsOf(other) - depositsOf(one) || (one.id < other.id ? -1 : 1),
    )[0];
}
