// Finds the provider's market ("place") that a row belongs to: by address, or by name if it has no address. A
// provider may have several markets of one name, so everything that joins loops, loans and collateral uses this.
import { base58 } from "../../../contract/markets-request.ts";
import { fieldOf } from "../../../contract/names/field-of.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { debtInOtherToken } from "../../../finance/pool.ts";
import { memoize } from "../../memoize.ts";
import { compareSize, offeredActions, type MarketRow } from "../market-row.ts";

function marketAddress({ raw: { additionalData } }: MarketRow): string | undefined {
  const address = fieldOf(additionalData, "marketAddress");
  return typeof address === "string" && address.trim() !== "" ? address.trim() : undefined;
}

function nameOf({ detail, productName }: MarketRow): string | undefined {
  return detail ?? productName;
}

const byAddress = (providerId: string, address: string): string => `${providerId} @${address}`;
const byName = (providerId: string, name: string | undefined): string => `${providerId} ${name ?? ""}`;

function namesOf({ providerId, detail, productName }: MarketRow): readonly string[] {
  return [...new Set([detail, productName])].flatMap((name) =>
    name === undefined ? [] : byName(providerId, name),
  );
}

/** Matches what may be an address: 32 bytes in base58. */
const addresses = new RegExp(`[${base58}]{32,44}`, "g");

/**
 * Loops are sent without their market's address, but their ids and links contain it. Compares all possible addresses
 * with known ones, so it assumes no format.
 */
function addressesNamed(loop: MarketRow): readonly string[] {
  const texts = [loop.id, ...offeredActions(loop).map(([, link]) => (typeof link === "string" ? link : ""))];
  return [...new Set(texts.flatMap((text) => text.match(addresses) ?? []))];
}

function placesWithAddress(lending: readonly MarketRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const row of lending) {
    const address = marketAddress(row);
    if (address === undefined) continue;
    for (const name of namesOf(row))
      named.set(name, (named.get(name) ?? new Set()).add(byAddress(row.providerId, address)));
  }
  return named;
}

/** A place is an opaque key. A deposit is collateral for loans in every market of its place. */
function findPlaces(rows: readonly MarketRow[]) {
  const lending = rows.filter(({ kind }) => kind === "lending");
  const named = placesWithAddress(lending);
  const placeOf = (row: MarketRow): string => {
    const address = marketAddress(row);
    if (address !== undefined) return byAddress(row.providerId, address);
    // Without an address, a name is used if only one place has it.
    const own = byName(row.providerId, nameOf(row));
    const [only = own, second] = named.get(own) ?? [];
    return second === undefined ? only : own;
  };
  const known = new Set(lending.map(placeOf));
  const places = groupBy(
    lending.flatMap((row) => namesOf(row).map((name) => ({ name, place: placeOf(row) }))),
    ({ name }) => name,
  );
  // Without pairs, which lend another token than their first.
  const pools = lending.filter((row) => !debtInOtherToken(row));
  const inPlace = groupBy(pools, (row) => `${placeOf(row)} ${row.tokens[0]?.address ?? "unknown"}`);
  const ofProvider = groupBy(
    pools,
    ({ providerId, tokens: [token] }) => `${providerId} ${token?.address ?? "unknown"}`,
  );
  // Several if a place has more than one reserve.
  const poolsIn = (place: string, mint: string | undefined): readonly MarketRow[] =>
    inPlace.get(`${place} ${mint ?? ""}`) ?? [];
  const poolsOf = (providerId: string, mint: string | undefined): readonly MarketRow[] =>
    ofProvider.get(`${providerId} ${mint ?? ""}`) ?? [];
  const placeOfLoop = memoize((loop: MarketRow): string | undefined => {
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
    const legsIn = (place: string): number =>
      tokens.filter(({ address }) => poolsIn(place, address).length > 0).length;
    const ofName = new Set(places.get(name)?.map(({ place }) => place));
    const [best, next] = [...ofName].toSorted((one, other) => legsIn(other) - legsIn(one));
    // Undefined for a tie.
    const isOnly = best !== undefined && legsIn(best) > (next === undefined ? 0 : legsIn(next));
    return isOnly ? best : undefined;
  });
  const count = [...named.values()].reduce((sum, { size }) => sum + size, 0);
  return { placeOf, placeOfLoop, poolsIn, poolsOf, count };
}

export const placesIn = memoize(findPlaces);

function depositsOf({ totalDepositUsd }: MarketRow): number {
  return totalDepositUsd ?? 0;
}

/** Pools smaller than this share of the token's largest pool are leftovers. */
const dustShare = 0.01;

/** Ignores leftovers, then prefers the most capacity, then the largest pool. If the capacity is unknown, uses the deposits. */
export function withMostCapacity(
  pools: readonly MarketRow[],
  capacityOf: (row: MarketRow) => number | undefined,
): MarketRow | undefined {
  const capacity = (row: MarketRow): number => capacityOf(row) ?? depositsOf(row);
  const minDeposits = dustShare * Math.max(0, ...pools.map(depositsOf));
  return pools
    .filter((row) => depositsOf(row) >= minDeposits)
    .toSorted((one, other) => capacity(other) - capacity(one) || compareSize(one, other))[0];
}
