import { sum } from "d3-array";
import { ratio, usd } from "../../contract/units.ts";
import { capitalize } from "../../domain/format/capitalize.ts";
import { groupBy } from "../../finance/group-by.ts";
import { netWorth, type Holding } from "../../finance/portfolio/net-worth.ts";
import type { RowToken } from "../../domain/market/market-row.ts";
import type { PositionRow } from "../../domain/position/position-row.ts";
import { toProviderIcon, toTokenIcon } from "../../domain/market/market-text.ts";
import type { IconSource } from "../../domain/marks.ts";
import { claimHolding, type Claim } from "./claims.ts";
import type { Move } from "./moves/moves.ts";
import { kindNames } from "./position-words.ts";

export const allocations = ["provider", "token", "type"] as const;
export type AllocationBy = (typeof allocations)[number];

interface Group {
  readonly key: string;
  readonly label: string;
  readonly icon: IconSource | undefined;
}

type Piece = Group & Holding;

/** The largest assets first. A loop's legs count under their own tokens. `moves` count as if they were made. */
export function allocationOf(
  rows: readonly PositionRow[],
  claims: readonly Claim[],
  by: AllocationBy,
  moves: readonly Move[] = [],
) {
  const pieces = [
    ...rows.flatMap((row) => piecesOf(row, by)),
    ...claims.flatMap((claim) =>
      claim.own
        ? []
        : [{ ...claimHolding(claim), ...(by === "provider" ? groupOf(claim.row, by) : rewards) }],
    ),
    ...moves.flatMap(({ from, to, loan, amount }) => [
      { ...groupOf(from, by), assetsUsd: usd(0 - amount), debtsUsd: usd(0) },
      loan === undefined
        ? { ...groupOf({ ...to, market: to, token: from.token }, by), assetsUsd: amount, debtsUsd: usd(0) }
        : { ...groupOf(loan, by), assetsUsd: usd(0), debtsUsd: usd(0 - amount) },
    ]),
  ];
  return [...groupBy(pieces, ({ key }) => key).values()]
    .map((group) => {
      const [{ key, label }] = group;
      const icon = group.find((piece) => piece.icon !== undefined)?.icon;
      return { key, label, icon, worth: netWorth(group) };
    })
    .toSorted((a, b) => b.worth.assets - a.worth.assets || b.worth.debts - a.worth.debts);
}

export type MovedShare = ReturnType<typeof allocationWith>[number];

/** `index` is by assets before the moves, which load later. Groups that only moves add come last. */
export function allocationWith(
  moves: readonly Move[],
  rows: readonly PositionRow[],
  claims: readonly Claim[],
  by: AllocationBy,
  isAfter: boolean,
) {
  const before = allocationOf(rows, claims, by);
  const now = new Map(before.map((share) => [share.key, share.worth.assets]));
  const after = allocationOf(rows, claims, by, moves);
  const keys = [...new Set([...before, ...after].map(({ key }) => key))];
  const shares = isAfter ? after : before;
  const all = sum(shares, ({ worth }) => worth.assets);
  return Array.from(shares, (share) => ({
    ...share,
    index: keys.indexOf(share.key),
    share: ratio(share.worth.assets / all),
    change: usd(share.worth.assets - (now.get(share.key) ?? 0)),
  }));
}

const rewards: Group = { key: "reward", label: "Rewards", icon: undefined };

function piecesOf(row: PositionRow, by: AllocationBy): readonly Piece[] {
  if (by === "token" && row.supplied?.usd !== undefined && row.borrowed?.usd !== undefined)
    return [
      { ...tokenGroup(row.supplied.token), assetsUsd: row.assetsUsd, debtsUsd: usd(0) },
      { ...tokenGroup(row.borrowed.token), assetsUsd: usd(0), debtsUsd: row.debtsUsd },
    ];
  return [{ ...groupOf(row, by), assetsUsd: row.assetsUsd, debtsUsd: row.debtsUsd }];
}

function groupOf(
  { market, type, kind, token }: Pick<PositionRow, "market" | "type" | "kind" | "token">,
  by: AllocationBy,
): Group {
  if (by === "provider")
    return { key: market.providerId, label: market.providerName, icon: toProviderIcon(market) };
  if (kind === "reward") return rewards;
  if (by === "type")
    return { key: type, label: kind === "other" ? capitalize(type) : kindNames[kind], icon: undefined };
  if (kind === "prediction") return { key: "prediction", label: kindNames.prediction, icon: undefined };
  return tokenGroup(token);
}

function tokenGroup(token: RowToken | undefined): Group {
  return token === undefined
    ? { key: "unknown", label: "Unknown token", icon: undefined }
    : { key: token.address ?? token.symbol, label: token.symbol, icon: toTokenIcon(token) };
}
