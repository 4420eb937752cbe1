import { firstLetter } from "../../contract/names/characters.ts";
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { netWorth, type Holding, type Worth } from "../../finance/portfolio/net-worth.ts";
import type { MarketRow, RowToken } from "../../domain/market/market-row.ts";
import type { PositionRow } from "../data/positions/position-row.ts";
import { tokenFace } from "../../domain/market/market-text.ts";
import type { IconFace } from "../../domain/marks.ts";
import { claimHolding, type Claim } from "./claims.ts";
import type { Move } from "./moves.ts";
import { kindNames } from "./position-words.ts";

export const allocations = ["token", "provider", "type"] as const;
export type AllocationBy = (typeof allocations)[number];

export interface Share {
  readonly key: string;
  readonly label: string;
  readonly face: IconFace | undefined;
  readonly worth: Worth;
}

type Group = Omit<Share, "worth">;
type Piece = Group & Holding;

/** The largest assets first. A loop's legs count under their own tokens. `moves` count as made. */
export function allocationOf(
  rows: readonly PositionRow[],
  claims: readonly Claim[],
  by: AllocationBy,
  moves: readonly Move[] = [],
): readonly Share[] {
  const pieces = [
    ...rows.flatMap((row) => piecesOf(row, by)),
    ...claims.flatMap((claim) => (claim.own ? [] : [{ ...claimHolding(claim), ...claimGroup(claim, by) }])),
    ...moves.flatMap(({ from, to, amount }) => [
      { ...groupOf(from, by), assetsUsd: usd(0 - amount), debtsUsd: usd(0) },
      {
        ...(by === "token" ? tokenGroup(from.token) : marketGroup(to, by)),
        assetsUsd: amount,
        debtsUsd: usd(0),
      },
    ]),
  ];
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const group = groups.get(piece.key);
    if (group === undefined) groups.set(piece.key, [piece]);
    else group.push(piece);
  }
  return [...groups]
    .map(([key, group]): Share => {
      const face = group.find((piece) => piece.face !== undefined)?.face;
      return { key, label: group[0]?.label ?? key, face, worth: netWorth(group) };
    })
    .toSorted((a, b) => b.worth.assets - a.worth.assets || b.worth.debts - a.worth.debts);
}

export interface MovedShare extends Share {
  /** By the larger of assets before and after, so that moves keep the order. */
  readonly place: number;
  readonly share: Ratio | undefined;
  readonly change: Usd | undefined;
}

export function allocationWith(
  moves: readonly Move[],
  rows: readonly PositionRow[],
  claims: readonly Claim[],
  by: AllocationBy,
  isAfter: boolean,
): readonly MovedShare[] {
  const now = new Map(allocationOf(rows, claims, by).map((share) => [share.key, share.worth.assets]));
  const after = allocationOf(rows, claims, by, moves);
  const most = ({ key, worth }: Share): number => Math.max(worth.assets, now.get(key) ?? 0);
  const places = after.toSorted((a, b) => most(b) - most(a)).map(({ key }) => key);
  const shares = isAfter ? after : allocationOf(rows, claims, by);
  const all = shares.reduce((sum, { worth }) => sum + worth.assets, 0);
  return shares.map(({ key, label, face, worth }) => ({
    key,
    label,
    face,
    worth,
    place: places.indexOf(key),
    share: ratio(worth.assets / all),
    change: usd(worth.assets - (now.get(key) ?? 0)),
  }));
}

const rewards: Group = { key: "reward", label: "Rewards", face: undefined };

function piecesOf(row: PositionRow, by: AllocationBy): readonly Piece[] {
  if (by === "token" && row.supplied?.usd !== undefined && row.borrowed?.usd !== undefined)
    return [
      { ...tokenGroup(row.supplied.token), assetsUsd: row.assetsUsd, debtsUsd: usd(0) },
      { ...tokenGroup(row.borrowed.token), assetsUsd: usd(0), debtsUsd: row.debtsUsd },
    ];
  return [{ ...groupOf(row, by), assetsUsd: row.assetsUsd, debtsUsd: row.debtsUsd }];
}

function groupOf(row: PositionRow, by: AllocationBy): Group {
  if (by !== "token") return marketGroup({ ...row.market, type: row.type, kind: row.kind }, by);
  if (row.kind === "prediction") return { key: "prediction", label: kindNames.prediction, face: undefined };
  return row.kind === "reward" ? rewards : tokenGroup(row.token);
}

function claimGroup({ row }: Claim, by: AllocationBy): Group {
  return by === "provider" ? marketGroup(row.market, by) : rewards;
}

function marketGroup(
  market: Pick<MarketRow, "providerId" | "providerName" | "providerIcon" | "type"> &
    Pick<PositionRow, "kind">,
  by: "provider" | "type",
): Group {
  const { type, kind, providerId, providerName, providerIcon } = market;
  return by === "type"
    ? { key: type, label: kind === "other" ? type : kindNames[kind], face: undefined }
    : {
        key: providerId,
        label: providerName,
        face: { letter: firstLetter(providerName), seed: providerId, image: providerIcon },
      };
}

function tokenGroup(token: RowToken | undefined): Group {
  return token === undefined
    ? { key: "unknown", label: "Unknown token", face: undefined }
    : { key: token.address ?? token.symbol, label: token.symbol, face: tokenFace(token) };
}
