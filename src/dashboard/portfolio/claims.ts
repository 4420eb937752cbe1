// What waits to be claimed: each reward once, and what one transaction claims together.
import { usd, type Usd } from "../../contract/units.ts";
import { shortAddress } from "../../contract/names/market-names.ts";
import { offeredActions, type MarketRow, type RowToken } from "../data/markets/market-row.ts";
import type { PositionRow, TokenValue } from "../data/positions/position-row.ts";
import { knownSum, type KnownSum } from "./predictions.ts";

/** A claim, and the position that earned it. */
export interface Claim extends TokenValue {
  readonly key: string;
  readonly wallet: string;
  /** The position that earned it, or the claim itself where that is not told. */
  readonly row: PositionRow;
  /** Whether it is a position of its own: then its value is in the sums already. */
  readonly own: boolean;
  /** The market with nothing but the action that claims. */
  readonly actionRow: MarketRow;
}

function claimOnly({ actionRow, market }: PositionRow): MarketRow {
  const { claimRewards = market.actions["claimRewards"] } = actionRow.actions;
  return { ...actionRow, actions: claimRewards === undefined ? {} : { claimRewards } };
}

/**
 * What can be claimed: rewards that are positions of their own, and those that a position names, each once.
 * @param markets which of them pays a token knows its symbol, where a position names its mint alone
 */
export function claimsOf(rows: readonly PositionRow[], markets: readonly MarketRow[]): readonly Claim[] {
  const own = rows.filter(({ kind }) => kind === "reward");
  const told = new Set(
    own.map(
      ({ wallet, earnedBy, marketId, token }) =>
        `${wallet} ${earnedBy ?? marketId ?? ""} ${token?.address ?? ""}`,
    ),
  );
  const others = rows.flatMap((row) =>
    row.kind === "reward"
      ? []
      : row.claims.flatMap((claim, index): Claim[] => {
          const address = claim.token?.address ?? "";
          const already = [row.id, row.marketId ?? ""].some((of) =>
            told.has(`${row.wallet} ${of} ${address}`),
          );
          return already || claim.amount === 0
            ? []
            : [
                {
                  ...claim,
                  token: named(claim.token, markets),
                  key: `${row.key} ${String(index)}`,
                  wallet: row.wallet,
                  row,
                  own: false,
                  actionRow: claimOnly(row),
                },
              ];
        }),
  );
  return [
    // What was claimed a moment ago waits with nothing.
    ...own
      .filter(({ amount }) => amount !== 0)
      .map((row): Claim => ({
        key: row.key,
        wallet: row.wallet,
        token: row.token,
        amount: row.amount,
        usd: row.usd,
        row: rows.find(({ id, wallet }) => id === row.earnedBy && wallet === row.wallet) ?? row,
        own: true,
        actionRow: claimOnly(row),
      })),
    ...others,
  ];
}

/** The same token with its symbol and picture, where any market tells them. */
function named(token: RowToken | undefined, markets: readonly MarketRow[]): RowToken | undefined {
  if (token?.address === undefined || token.symbol !== shortAddress(token.address)) return token;
  for (const market of markets)
    for (const known of [...market.tokens, ...market.rewards.flatMap((reward) => reward.token ?? [])])
      if (known.address === token.address) return known;
  return token;
}

/** A claim as something that is held. */
export function claimHolding({ usd: value }: TokenValue): {
  assetsUsd: Usd | undefined;
  debtsUsd: Usd | undefined;
} {
  return { assetsUsd: value, debtsUsd: value === undefined ? undefined : usd(0) };
}

/** What one link claims: all rewards of a position, in as many tokens as it pays. */
export interface ClaimGroup {
  readonly key: string;
  readonly wallet: string;
  /** The position that earned it. */
  readonly row: PositionRow;
  readonly actionRow: MarketRow;
  readonly claims: readonly Claim[];
  readonly value: KnownSum;
}

/** Claims by what claims them, the most valuable first. Where no action claims, those of one market lead to its page together. */
export function claimGroups(claims: readonly Claim[]): readonly ClaimGroup[] {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims) {
    const [action] = offeredActions(claim.actionRow);
    const key = `${claim.wallet} ${claim.actionRow.id} ${JSON.stringify(action?.[1] ?? "")}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [claim]);
    else group.push(claim);
  }
  return [...groups]
    .flatMap(([key, group]): ClaimGroup[] => {
      const [first] = group;
      if (first === undefined) return [];
      const { wallet, row, actionRow } = first;
      return [
        { key, wallet, row, actionRow, claims: group, value: knownSum(group.map((claim) => claim.usd)) },
      ];
    })
    .toSorted((a, b) => (b.value.sum ?? 0) - (a.value.sum ?? 0));
}
