// Claimable rewards, grouped by the transaction that claims them.
import { sum } from "d3-array";
import { usd } from "../../contract/units.ts";
import { groupBy } from "../../finance/group-by.ts";
import { shortAddress } from "../../contract/names/market-names.ts";
import type { Holding } from "../../finance/portfolio/net-worth.ts";
import { offeredActions, type MarketRow, type RowToken } from "../../domain/market/market-row.ts";
import type { PositionRow, TokenValue } from "../../domain/position/position-row.ts";

export const claimHelp =
  "Rewards earned and not yet claimed, as the provider reports them, at the prices the service sends.";

export interface Claim extends TokenValue {
  readonly key: string;
  readonly wallet: string;
  readonly row: PositionRow;
  /** It is a position by itself, so the sums already include it. */
  readonly own: boolean;
  readonly actionRow: MarketRow;
}

function claimOnly({ actionRow, market }: PositionRow): MarketRow {
  const { claimRewards = market.actions["claimRewards"] } = actionRow.actions;
  return { ...actionRow, actions: claimRewards === undefined ? {} : { claimRewards } };
}

const keyOf = (wallet: string, of: string | undefined, token: RowToken | undefined): string =>
  `${wallet} ${of ?? ""} ${token?.address ?? ""}`;

/** Without duplicates. `markets` give names to tokens that only have a mint. */
export function claimsOf(rows: readonly PositionRow[], markets: readonly MarketRow[]): readonly Claim[] {
  const own = rows.filter(({ kind }) => kind === "reward");
  const listed = new Set(
    own.map(({ wallet, earnedBy, marketId, token }) => keyOf(wallet, earnedBy ?? marketId, token)),
  );
  const others = rows
    .filter(({ kind }) => kind !== "reward")
    .flatMap((row) =>
      row.claims.map((claim, index): Claim => ({
        ...claim,
        token: named(claim.token, markets),
        key: `${row.key} ${String(index)}`,
        wallet: row.wallet,
        row,
        own: false,
        actionRow: claimOnly(row),
      })),
    )
    .filter(
      ({ row, token }) => ![row.id, row.marketId].some((of) => listed.has(keyOf(row.wallet, of, token))),
    );
  return [
    ...own.map((row): Claim => ({
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
  ].filter(({ amount }) => amount !== 0);
}

function named(token: RowToken | undefined, markets: readonly MarketRow[]): RowToken | undefined {
  if (token?.address === undefined || token.symbol !== shortAddress(token.address)) return token;
  for (const market of markets)
    for (const known of [...market.tokens, ...market.rewards.flatMap((reward) => reward.token ?? [])])
      if (known.address === token.address) return known;
  return token;
}

export function claimHolding({ usd: value }: TokenValue): Holding {
  return { assetsUsd: value, debtsUsd: value === undefined ? undefined : usd(0) };
}

export type ClaimGroup = ReturnType<typeof claimGroups>[number];

/** One group per link, the most valuable first; claims without a link are grouped by market. */
export function claimGroups(claims: readonly Claim[]) {
  const groups = groupBy(claims, ({ wallet, actionRow }) => {
    const [action] = offeredActions(actionRow);
    return `${wallet} ${actionRow.id} ${JSON.stringify(action?.[1] ?? "")}`;
  });
  const worth = (of: readonly Claim[]): number => sum(of, (claim) => claim.usd);
  return Array.from(groups, ([key, [first, ...more]]) => ({
    ...first,
    key,
    claims: [first, ...more],
  })).toSorted((a, b) => worth(b.claims) - worth(a.claims));
}
